import { useTranslation } from 'react-i18next'
import type { FindOptions } from '../../api/list-calls.ts'
import { Field } from '../../ui/Field.tsx'
import type { FieldProps } from '../../ui/form/TextField.tsx'
import { PickFilter } from '../lists/PickFilter.tsx'

interface PickFieldProps extends FieldProps<number | null> {
  find: FindOptions
  /** What is said while none is chosen. */
  placeholder?: string
  /** Whether one has to be chosen: it can be changed, and not be taken back. */
  isNeeded?: boolean
}

/** One of very many, as a user or a box: its id, found by name; null where none is chosen. */
export function PickField({ field, label, hint, find, placeholder, isNeeded }: PickFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={label} problem={field.problem} required={field.required} hint={hint}>
      {() => (
        <PickFilter
          label={label}
          find={find}
          placeholder={placeholder ?? t('form.choose')}
          isNeeded={isNeeded}
          value={field.value ?? undefined}
          onChoose={(id) => field.change(id ?? null)}
        />
      )}
    </Field>
  )
}
