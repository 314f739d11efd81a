import { useTranslation } from 'react-i18next'
import { maxOffered, type TaskOptions } from '../../api/tasks.ts'
import { MultiSelectField } from '../../ui/form/MultiSelectField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { RecordForm } from '../forms/use-record-form.ts'
import type { TargetValues } from '../../api/job-forms.ts'

const choices = ['phones', 'boxes', 'owners', 'filter'] as const

interface TargetFieldsProps {
  form: Pick<RecordForm<TargetValues>, 'field' | 'values'>
  options: TaskOptions
}

/** Which phones: named, by box, by owner, or whatever a filter lets through. */
export function TargetFields({ form, options }: TargetFieldsProps) {
  const { t } = useTranslation()
  const { choice } = form.values
  const isMore = options.phones.length >= maxOffered
  return (
    <>
      <SelectField
        field={form.field('choice')}
        label={t('jobs.field.targets')}
        options={choices.map((value) => ({ value, text: t(`jobs.targets.${value}`) }))}
      />
      {choice === 'filter' ? (
        <TextField field={form.field('keyword')} label={t('jobs.field.keyword')} hint={t('jobs.targets.filterHint')} />
      ) : (
        <MultiSelectField
          key={choice}
          field={form.field(choice)}
          label={t(`jobs.field.${choice}`)}
          options={options[choice]}
          hint={choice === 'phones' && isMore ? t('jobs.targets.most', { n: maxOffered }) : undefined}
        />
      )}
    </>
  )
}
