import { useId } from 'react'
import styles from './ChoicesField.module.css'
import type { Option } from './SelectField.tsx'
import type { FieldProps } from './TextField.tsx'

interface ChoicesFieldProps<Value> extends FieldProps<readonly Value[]> {
  options: readonly (Option<Value> & {
    /** Why it can't be chosen; absent where it can. */
    disabledReason?: string | undefined
  })[]
}

/** Any of a few options, all to be seen at once. */
export function ChoicesField<Value extends string | number>({ field, label, hint, options }: ChoicesFieldProps<Value>) {
  const problemId = useId()
  const isExplained = field.problem !== undefined || hint !== undefined
  const toggle = (value: Value) => {
    const kept = options.map((option) => option.value).filter((one) => field.value.includes(one) !== (one === value))
    field.change(kept)
  }
  return (
    <fieldset className={styles.choices} aria-describedby={isExplained ? problemId : undefined}>
      <legend>
        {label}
        {field.required && <span className={styles.required} aria-hidden />}
      </legend>
      <div className={styles.options}>
        {options.map(({ value, text, disabledReason }, index) => (
          <label key={value} title={disabledReason}>
            <input
              type="checkbox"
              name={field.name}
              checked={field.value.includes(value)}
              disabled={disabledReason !== undefined}
              // The group has one problem, so that its first box is what takes the focus.
              aria-invalid={index === 0 && field.problem !== undefined}
              onChange={() => toggle(value)}
            />
            {text}
          </label>
        ))}
      </div>
      <p id={problemId} className={field.problem === undefined ? styles.hint : styles.problem}>
        {field.problem ?? hint}
      </p>
    </fieldset>
  )
}
