import type { Intent } from '@blueprintjs/core'
import type { JSX } from 'react'
import { Menu, MenuDivider, MenuItem } from '../../ui/late-overlays.ts'

/** Something that may be done with one row, or with those that are selected. */
export interface RowAction {
  key: string
  text: string
  icon: JSX.Element
  intent?: Intent
  /** Why it may not be done now; absent where it may. */
  reason?: string
  onPick?: () => void
  /** Instead of doing something it opens onto these. */
  items?: readonly RowAction[]
}

interface RowMenuProps {
  label: string
  /** In groups, which lines part. */
  groups: readonly (readonly RowAction[])[]
}

/** What may be done with one row. What may not now says why. */
export function RowMenu({ label, groups }: RowMenuProps) {
  return (
    <Menu aria-label={label}>
      {groups
        .filter((group) => group.length > 0)
        .flatMap((group, index) => [
          ...(index > 0 ? [<MenuDivider key={`before ${group[0]?.key}`} />] : []),
          ...group.map((action) => <ActionItem key={action.key} action={action} />),
        ])}
    </Menu>
  )
}

function ActionItem({ action: { text, icon, intent, reason, onPick, items } }: { action: RowAction }) {
  return (
    <MenuItem
      icon={icon}
      text={text}
      intent={intent}
      disabled={reason !== undefined}
      title={reason}
      onClick={onPick}
      popoverProps={{ usePortal: true } /* In a menu that is scrolled it would be cut off. */}
    >
      {items?.map((item) => (
        <ActionItem key={item.key} action={item} />
      ))}
    </MenuItem>
  )
}
