import { HTMLSelect } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Field } from '../Field.tsx'
import type { FieldProps } from './TextField.tsx'

export interface Option<Value> {
  value: Value
  text: string
}

interface SelectFieldProps<Value> extends FieldProps<Value> {
  options: readonly Option<Value>[]
  /** What stands for no choice, where one may be left out: `''` or `null`. */
  none?: Option<Value>
}

/** One of a few options. Of many, MultiSelectField with one choice can be searched. */
export function SelectField<Value extends string | number | boolean | null>(props: SelectFieldProps<Value>) {
  const { field, label, hint, options, none } = props
  const { t } = useTranslation()
  const offered = none === undefined ? options : [none, ...options]
  const chosen = offered.findIndex(({ value }) => value === field.value)
  return (
    <Field label={label} problem={field.problem} required={field.required} hint={hint}>
      {({ className: _drawnByHand, ...a11y }) => (
        <HTMLSelect
          {...a11y}
          fill
          name={field.name}
          value={chosen}
          aria-required={field.required}
          onChange={(event) => {
            const option = offered[Number(event.target.value)]
            if (option !== undefined) field.change(option.value)
          }}
        >
          {chosen < 0 && (
            <option value={-1} disabled>
              {t('form.choose')}
            </option>
          )}
          {offered.map(({ value, text }, index) => (
            <option key={String(value)} value={index}>
              {text}
            </option>
          ))}
        </HTMLSelect>
      )}
    </Field>
  )
}
