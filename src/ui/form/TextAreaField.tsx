import { TextArea } from '@blueprintjs/core'
import { Field } from '../Field.tsx'
import type { FieldProps } from './TextField.tsx'

interface TextAreaFieldProps extends FieldProps<string> {
  placeholder?: string
  rows?: number
  /** For code and scripts. */
  monospace?: boolean
  autoFocus?: boolean
}

/** Text of several lines; Ctrl+Enter submits the form. How much of a limit is used shows when half of it is. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { field, label, hint, placeholder, rows = 3, monospace = false, autoFocus = false } = props
  const { length } = Array.from(field.value)
  const counted =
    field.maxLength !== undefined && length > field.maxLength / 2 ? `${length} / ${field.maxLength}` : undefined
  return (
    <Field label={label} problem={field.problem} required={field.required} hint={counted ?? hint}>
      {({ className: _drawnByHand, ...a11y }) => (
        <TextArea
          {...a11y}
          fill
          name={field.name}
          value={field.value}
          rows={rows}
          placeholder={placeholder}
          autoFocus={autoFocus}
          spellCheck={false}
          readOnly={field.readOnly}
          aria-required={field.required}
          intent={field.problem === undefined ? 'none' : 'danger'}
          style={monospace ? { fontFamily: 'var(--mono)' } : undefined}
          onChange={(event) => field.change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      )}
    </Field>
  )
}
