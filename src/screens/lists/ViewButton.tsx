import { Button } from '@blueprintjs/core'
import { Bookmark, Tick } from '@blueprintjs/icons'
import type { JSX } from 'react'

interface ViewButtonProps {
  name: string
  /** Its sort and filters, and those of the list as it stands. */
  search: string
  now: string
  onApply: (search: string) => void
  /** Whose it is, where that is not the user. */
  owner?: { mark: JSX.Element; says: string }
}

/** A view by its name: goes to it, and says whether the list stands so. */
export function ViewButton({ name, search, now, onApply, owner }: ViewButtonProps) {
  const isShown = search === now
  return (
    <Button
      variant="minimal"
      alignText="start"
      fill
      ellipsizeText
      icon={isShown ? <Tick /> : <Bookmark />}
      active={isShown}
      text={name}
      endIcon={owner?.mark}
      aria-label={owner?.says}
      title={owner?.says}
      onClick={() => onApply(search)}
    />
  )
}
