import { Button } from '@blueprintjs/core'
import { ChevronDown } from '@blueprintjs/icons'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu, MenuItem } from '../late-overlays.ts'
import { LatePopover } from '../LatePopover.tsx'
import type { RememberedColumns } from './remembered-columns.ts'

interface ColumnChooserProps<Row> {
  remembered: RememberedColumns<Row>
}

/** Says which columns are shown. The first names the row and stays. */
export const ColumnChooser = memo(Chooser) as typeof Chooser // For any row.

function Chooser<Row>({ remembered }: ColumnChooserProps<Row>) {
  const { t } = useTranslation()
  return (
    <LatePopover
      placement="bottom-end"
      content={
        <>
          <Menu role="listbox" aria-multiselectable aria-label={t('table.columns')}>
            {remembered.ordered.slice(1).map((column) => (
              <MenuItem
                key={column.key}
                text={column.header}
                roleStructure="listoption"
                selected={remembered.isShown(column)}
                shouldDismissPopover={false}
                onClick={() => remembered.toggle(column)}
              />
            ))}
          </Menu>
          <Button variant="minimal" fill text={t('table.columnsReset')} onClick={remembered.reset} />
        </>
      }
    >
      <Button variant="outlined" text={t('table.columns')} endIcon={<ChevronDown size={12} />} />
    </LatePopover>
  )
}
