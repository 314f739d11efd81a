import { Switch } from '@blueprintjs/core'
import { Field } from '../Field.tsx'
import type { FieldProps } from './TextField.tsx'

interface SwitchFieldProps extends FieldProps<boolean> {
  /** What it means now, beside the switch: 启用, 停用. */
  texts: { on: string; off: string }
}

/** Something that is on or off. */
export function SwitchField({ field, label, hint, texts }: SwitchFieldProps) {
  return (
    <Field label={label} problem={field.problem} hint={hint}>
      {({ className: _drawnByHand, ...a11y }) => (
        <Switch
          {...a11y}
          name={field.name}
          checked={field.value}
          label={field.value ? texts.on : texts.off}
          onChange={(event) => field.change(event.target.checked)}
        />
      )}
    </Field>
  )
}
