import { InputGroup } from '@blueprintjs/core'
import { format } from 'date-fns'
import { Field } from '../Field.tsx'
import type { FieldProps } from './TextField.tsx'

interface DateTimeFieldProps extends FieldProps<number | null> {
  /** A day has no time. */
  precision?: 'day' | 'minute'
}

const types = { day: 'date', minute: 'datetime-local' } as const
const formats = { day: 'yyyy-MM-dd', minute: "yyyy-MM-dd'T'HH:mm" } as const

/** What was chosen, in milliseconds; a day begins at midnight where the operator is. */
function momentIn(text: string): number | null {
  if (text === '') return null
  const at = new Date(text.includes('T') ? text : `${text}T00:00`).getTime()
  return Number.isNaN(at) ? null : at
}

/** A time of the operator's own zone, as a Unix time in milliseconds; null where none is chosen. */
export function DateTimeField({ field, label, hint, precision = 'minute' }: DateTimeFieldProps) {
  return (
    <Field label={label} problem={field.problem} required={field.required} hint={hint}>
      {({ className: _drawnByHand, ...a11y }) => (
        <InputGroup
          {...a11y}
          fill
          type={types[precision]}
          name={field.name}
          value={field.value === null ? '' : format(field.value, formats[precision])}
          readOnly={field.readOnly}
          aria-required={field.required}
          intent={field.problem === undefined ? 'none' : 'danger'}
          onValueChange={(text) => field.change(momentIn(text))}
        />
      )}
    </Field>
  )
}
