import { InputGroup } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { Field } from '../Field.tsx'
import type { FieldBinding } from './form-binding.ts'

/** What every field of a form takes beside its binding. */
export interface FieldProps<Value> {
  field: FieldBinding<Value>
  label: string
  /** What helps to fill it in; gives way to a problem. */
  hint?: ReactNode
}

interface TextFieldProps extends FieldProps<string> {
  type?: 'text' | 'email' | 'tel'
  placeholder?: string
  autoComplete?: string
  autoFocus?: boolean
}

/** A line of text. Longer than the contract allows can be typed, and is then pointed out: nothing is cut off unseen. */
export function TextField({ field, label, hint, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field label={label} problem={field.problem} required={field.required} hint={hint}>
      {({ className: _drawnByHand, ...a11y }) => (
        <InputGroup
          {...a11y}
          {...input}
          fill
          type={type}
          name={field.name}
          value={field.value}
          readOnly={field.readOnly}
          aria-required={field.required}
          intent={field.problem === undefined ? 'none' : 'danger'}
          autoComplete={input.autoComplete ?? 'off'}
          onValueChange={(value) => field.change(value)}
        />
      )}
    </Field>
  )
}
