import { Classes, type PopoverNextProps } from '@blueprintjs/core'
import { cloneElement, useState, type AriaAttributes, type ReactElement, type RefAttributes } from 'react'
import { Late } from './Late.tsx'
import { overlays } from './late-overlays.ts'

interface LatePopoverProps extends Pick<
  PopoverNextProps,
  'animation' | 'content' | 'placement' | 'isOpen' | 'onInteraction'
> {
  /** The button that opens it. */
  children: ReactElement<AriaAttributes & RefAttributes<HTMLButtonElement>>
}

/** The button has another place in the tree then, but is the one that was pressed: to it the focus comes back. */
const focus = (button: HTMLButtonElement | null): void => button?.focus({ preventScroll: true })

/**
 * A popover below its button, made when it is first opened: a list's screen has a dozen of them, of which one or none is
 * opened, and each would cost as much as three buttons.
 */
export function LatePopover({
  children,
  placement = 'bottom-start',
  animation = 'minimal',
  ...rest
}: LatePopoverProps) {
  const [isWanted, setWanted] = useState(false)
  const closed = (
    <span
      className={Classes.POPOVER_TARGET}
      onClick={(event) => {
        void overlays.fetch()
        setWanted(true)
        rest.onInteraction?.(true, event)
      }}
    >
      {cloneElement(children, {
        'aria-haspopup': 'menu',
        'aria-expanded': false,
        ...(isWanted && { ref: focus }),
      })}
    </span>
  )
  if (!isWanted) return closed
  return (
    <Late of={overlays} meanwhile={closed} floats>
      {({ PopoverNext }) => (
        <PopoverNext {...rest} defaultIsOpen placement={placement} animation={animation} arrow={false}>
          {cloneElement(children, { ref: focus })}
        </PopoverNext>
      )}
    </Late>
  )
}
