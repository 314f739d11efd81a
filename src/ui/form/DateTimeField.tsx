import { InputGroup } from '@blueprintjs/core'
import { format } from 'date-fns'
import { momentOf, shownAt } from '../../../domain/cron-times.ts'
import { Field } from '../Field.tsx'
import type { FieldProps } from './TextField.tsx'

interface DateTimeFieldProps extends FieldProps<number | null> {
  /** A day has no time. */
  precision?: 'day' | 'minute'
  /** By whose clock it is written, to the minute; the operator's own where left out. */
  zone?: string
}

const types = { day: 'date', minute: 'datetime-local' } as const
const formats = { day: 'yyyy-MM-dd', minute: "yyyy-MM-dd'T'HH:mm" } as const

/** What was chosen, in milliseconds; a day begins at midnight where the operator is. */
function momentIn(text: string, zone: string | undefined): number | null {
  if (text === '') return null
  const at = new Date(zone !== undefined ? `${text}Z` : text.includes('T') ? text : `${text}T00:00`).getTime()
  if (Number.isNaN(at)) return null
  return zone === undefined ? at : momentOf(zone, at)
}

/** A time, as a Unix time in milliseconds; null where none is chosen. */
export function DateTimeField({ field, label, hint, precision = 'minute', zone }: DateTimeFieldProps) {
  const textOf = (at: number) =>
    zone === undefined ? format(at, formats[precision]) : new Date(shownAt(zone, at)).toISOString().slice(0, 16)
  return (
    <Field label={label} problem={field.problem} required={field.required} hint={hint}>
      {({ className: _drawnByHand, ...a11y }) => (
        <InputGroup
          {...a11y}
          fill
          type={types[precision]}
          name={field.name}
          value={field.value === null ? '' : textOf(field.value)}
          readOnly={field.readOnly}
          aria-required={field.required}
          intent={field.problem === undefined ? 'none' : 'danger'}
          onValueChange={(text) => field.change(momentIn(text, zone))}
        />
      )}
    </Field>
  )
}
