import { InputGroup } from '@blueprintjs/core'
import type { ScriptParameter } from '../../machines/jobs/scripts.ts'
import { Field } from '../../ui/Field.tsx'
import type { FieldBinding } from '../../ui/form/form-binding.ts'

export type Values = Readonly<Record<string, string>>

interface ValuesFieldProps {
  field: FieldBinding<Values>
  parameters: readonly ScriptParameter[]
}

/** Whether something that has to be filled in is not. */
export const isIncomplete = (parameters: readonly ScriptParameter[], values: Values): boolean =>
  parameters.some((one) => one.required && one.default === '' && (values[one.name] ?? '') === '')

/** Of what was filled in, what this script asks for: another may have been chosen since. */
export const valuesFor = (parameters: readonly ScriptParameter[], values: Values): Record<string, string> =>
  Object.fromEntries(parameters.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])))

/** A value for each parameter of a script. */
export function ValuesField({ field, parameters }: ValuesFieldProps) {
  return parameters.map(({ name, label, default: usual, required }) => {
    const value = field.value[name] ?? ''
    const isWrong = field.problem !== undefined && required && value === '' && usual === ''
    return (
      <Field
        key={name}
        label={label === '' ? name : label}
        required={required && usual === ''}
        hint={label === '' ? undefined : `$${name}`}
        problem={isWrong ? field.problem : undefined}
      >
        {({ className: _drawnByHand, ...a11y }) => (
          <InputGroup
            {...a11y}
            fill
            value={value}
            placeholder={usual}
            autoComplete="off"
            intent={isWrong ? 'danger' : 'none'}
            onValueChange={(text) => field.change({ ...field.value, [name]: text })}
          />
        )}
      </Field>
    )
  })
}
