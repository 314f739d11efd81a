import { Classes, type PopoverNextProps } from '@blueprintjs/core'
import {
  cloneElement,
  useLayoutEffect,
  useRef,
  useState,
  type AriaAttributes,
  type MouseEvent,
  type ReactElement,
  type RefAttributes,
} from 'react'
import { Late } from './Late.tsx'
import { overlays } from './late-overlays.ts'
import type { PopoverNext } from './overlays.ts'

interface LatePopoverProps extends Pick<
  PopoverNextProps,
  'animation' | 'content' | 'placement' | 'isOpen' | 'onInteraction'
> {
  /** The button that opens it. */
  children: ReactElement<AriaAttributes & RefAttributes<HTMLButtonElement>>
}

/**
 * A popover below its button, made when it is first opened: a list's screen has a dozen of them, of which one or none is
 * opened, and each would cost as much as three buttons.
 */
export function LatePopover({ children, ...popover }: LatePopoverProps) {
  const [isWanted, setWanted] = useState(false)
  const closed = (
    <ClosedPopover
      wasPressed={isWanted}
      onPress={(event) => {
        void overlays.fetch()
        setWanted(true)
        popover.onInteraction?.(true, event)
      }}
    >
      {children}
    </ClosedPopover>
  )
  if (!isWanted) return closed
  return (
    <Late of={overlays} meanwhile={closed} floats>
      {(code) => (
        <OpenedPopover {...popover} Popover={code.PopoverNext}>
          {children}
        </OpenedPopover>
      )}
    </Late>
  )
}

/** For a button that has another place in the tree since it was pressed, but is the one that was: to it the focus comes back. */
function useFocused(wasPressed: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (wasPressed) button.current?.focus({ preventScroll: true })
  }, [wasPressed])
  return button
}

interface ClosedPopoverProps extends Pick<LatePopoverProps, 'children'> {
  wasPressed: boolean
  onPress: (event: MouseEvent<HTMLElement>) => void
}

function ClosedPopover({ children, wasPressed, onPress }: ClosedPopoverProps) {
  const button = useFocused(wasPressed)
  return (
    <span className={Classes.POPOVER_TARGET} onClick={onPress}>
      {cloneElement(children, { ref: button, 'aria-haspopup': 'menu', 'aria-expanded': false })}
    </span>
  )
}

interface OpenedPopoverProps extends LatePopoverProps {
  Popover: typeof PopoverNext
}

function OpenedPopover(props: OpenedPopoverProps) {
  const { Popover, children, placement = 'bottom-start', animation = 'minimal', ...popover } = props
  const button = useFocused(true)
  return (
    <Popover
      {...popover}
      defaultIsOpen
      placement={placement}
      animation={animation}
      arrow={false}
      onClosed={(content) => {
        // Blueprint gives it to what had it last: where a field has taken it as it was drawn, that field, which goes now.
        if (content.contains(document.activeElement)) button.current?.focus({ preventScroll: true })
      }}
    >
      {cloneElement(children, { ref: button })}
    </Popover>
  )
}
