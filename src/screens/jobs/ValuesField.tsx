import { InputGroup } from '@blueprintjs/core'
import type { ParameterValues } from '../../api/job-forms.ts'
import type { ScriptParameter } from '../../api/scripts.ts'
import { Field } from '../../ui/Field.tsx'
import type { FieldBinding } from '../../ui/form/form-binding.ts'

interface ValuesFieldProps {
  field: FieldBinding<ParameterValues>
  parameters: readonly ScriptParameter[]
}

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
