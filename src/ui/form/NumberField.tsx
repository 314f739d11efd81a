import { InputGroup, Tag } from '@blueprintjs/core'
import { Field } from '../Field.tsx'
import type { FieldProps } from './TextField.tsx'

interface NumberFieldProps extends FieldProps<number | null> {
  /** Shown behind the number. */
  unit?: string
  placeholder?: string
}

/** A number as it would be written out again; anything else stays text, which the form's rules then point out. */
const numberIn = (text: string): number | string | null => {
  if (text.trim() === '') return null
  const number = Number(text)
  return String(number) === text && Number.isFinite(number) ? number : text
}

/** A number; null where nothing is filled in. */
export function NumberField({ field, label, hint, unit, placeholder }: NumberFieldProps) {
  return (
    <Field label={label} problem={field.problem} required={field.required} hint={hint}>
      {({ className: _drawnByHand, ...a11y }) => (
        <InputGroup
          {...a11y}
          fill
          inputMode="numeric"
          name={field.name}
          value={field.value === null ? '' : String(field.value)}
          placeholder={placeholder}
          autoComplete="off"
          readOnly={field.readOnly}
          aria-required={field.required}
          intent={field.problem === undefined ? 'none' : 'danger'}
          rightElement={unit === undefined ? undefined : <Tag minimal>{unit}</Tag>}
          // One number is mostly replaced by another.
          onFocus={({ currentTarget }) => currentTarget.select()}
          // What is no number is refused by the form before it is sent.
          onValueChange={(text) => field.change(numberIn(text) as number | null)}
        />
      )}
    </Field>
  )
}
