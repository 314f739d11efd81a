import { Button, Tooltip, type ButtonProps } from '@blueprintjs/core'

/** Where nothing hovers, a tap would leave a tooltip behind. */
const hovers = matchMedia('(hover: hover)').matches

interface SideButtonProps extends Pick<ButtonProps, 'icon' | 'intent'> {
  text: string
  /** Why it does nothing now; undefined when it works. */
  disabledReason?: string | undefined
  /** Of its place in the toolbar. */
  className?: string
  onClick: () => void
}

/** One of the buttons at a phone's side. */
export function SideButton({ text, disabledReason, className, icon, intent, onClick }: SideButtonProps) {
  const isOff = disabledReason !== undefined
  return (
    <Tooltip
      compact
      disabled={!hovers}
      placement="left"
      className={className}
      content={isOff ? `${text} · ${disabledReason}` : text}
    >
      <Button
        variant="minimal"
        icon={icon}
        intent={intent}
        aria-label={text}
        // Keeps the focus, and says why, where a disabled button would drop both.
        aria-disabled={isOff}
        onClick={() => {
          if (!isOff) onClick()
        }}
      />
    </Tooltip>
  )
}
