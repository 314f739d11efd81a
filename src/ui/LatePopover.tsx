import { Classes, PopoverNext, type ButtonProps, type PopoverNextProps } from '@blueprintjs/core'
import { cloneElement, useLayoutEffect, useRef, useState, type ReactElement, type RefAttributes } from 'react'

interface LatePopoverProps extends Pick<PopoverNextProps, 'content' | 'placement' | 'isOpen' | 'onInteraction'> {
  /** The button that opens it. */
  children: ReactElement<ButtonProps & RefAttributes<HTMLButtonElement>>
}

/**
 * A popover below its button, made when it is first opened: a list's screen has a dozen of them, of which one or none is
 * opened, and each would cost as much as three buttons.
 */
export function LatePopover({ children, content, placement = 'bottom-start', ...controlled }: LatePopoverProps) {
  const [isWanted, setWanted] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The button has another place in the tree now, but is the one that was pressed: to it the focus comes back.
  useLayoutEffect(() => {
    if (isWanted) button.current?.focus({ preventScroll: true })
  }, [isWanted])

  if (!isWanted) {
    return (
      <span
        className={Classes.POPOVER_TARGET}
        onClick={(event) => {
          setWanted(true)
          controlled.onInteraction?.(true, event)
        }}
      >
        {cloneElement(children, { 'aria-haspopup': 'menu', 'aria-expanded': false })}
      </span>
    )
  }
  return (
    <PopoverNext
      {...controlled}
      defaultIsOpen
      placement={placement}
      animation="minimal"
      arrow={false}
      content={content}
    >
      {cloneElement(children, { ref: button })}
    </PopoverNext>
  )
}
