import { Button, Classes, type ButtonProps } from '@blueprintjs/core'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { overlays } from './late-overlays.ts'

interface ActionButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why it can't be done now; absent where it can. */
  disabledReason?: string | undefined
}

/** A button that says why it can't be pressed. It stays focusable, so that the reason can be had by keyboard too. */
export function ActionButton({ disabledReason, onClick, className = '', ...button }: ActionButtonProps) {
  const now = useSyncExternalStore(overlays.subscribe, overlays.progress)
  const ref = useFocusThatStays()
  const isDisabled = disabledReason !== undefined
  const target = (
    <Button
      {...button}
      ref={ref}
      className={isDisabled ? `${className} ${Classes.DISABLED}` : className}
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onClick}
    />
  )
  if (now.phase !== 'there') {
    return (
      <span className={Classes.POPOVER_TARGET} title={disabledReason}>
        {target}
      </span>
    )
  }
  const { Tooltip } = now.code
  return (
    <Tooltip content={disabledReason} disabled={!isDisabled}>
      {target}
    </Tooltip>
  )
}

/** For an element that gets another place in the tree while it may have the focus. */
function useFocusThatStays() {
  const last = useRef<HTMLElement>(null)
  const had = useRef(false)
  return useCallback((element: HTMLElement | null) => {
    if (element === null) had.current = document.activeElement === last.current
    else if (had.current) element.focus({ preventScroll: true })
    last.current = element
  }, [])
}
