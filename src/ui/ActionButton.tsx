import { Button, Classes, Tooltip, type ButtonProps } from '@blueprintjs/core'

interface ActionButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why it can't be done now; absent where it can. */
  disabledReason?: string
}

/** A button that says why it can't be pressed. It stays focusable, so that the reason can be had by keyboard too. */
export function ActionButton({ disabledReason, onClick, className = '', ...button }: ActionButtonProps) {
  const isDisabled = disabledReason !== undefined
  return (
    <Tooltip content={disabledReason} disabled={!isDisabled}>
      <Button
        {...button}
        className={isDisabled ? `${className} ${Classes.DISABLED}` : className}
        aria-disabled={isDisabled}
        onClick={isDisabled ? undefined : onClick}
      />
    </Tooltip>
  )
}
