import { useTranslation } from 'react-i18next'
import { scriptRunForm } from '../../api/job-forms.ts'
import type { Script } from '../../api/scripts.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { FailedAnswer } from './FailedAnswer.tsx'
import { TargetFields } from './TargetFields.tsx'
import { targetProblems } from './target-words.ts'
import { useTaskOptions } from './use-task-options.ts'
import { ValuesField } from './ValuesField.tsx'

interface ScriptRunProps {
  /** The script that runs; where it is left out, it is asked for. */
  script?: Script
  /** The phones that it runs on; where they are left out, they are asked for. */
  phones?: readonly number[]
  onBegun: (job: number) => void
  onLeft: () => void
}

/** Runs a script on phones, now. */
export function ScriptRun({ script, phones, onBegun, onLeft }: ScriptRunProps) {
  const { t } = useTranslation()
  const { options, latest, asked } = useTaskOptions()
  // Where there is one alone, it is meant.
  const scriptOf = (id: number | null) =>
    script ?? latest().scripts.find((one, _at, all) => one.id === id || all.length === 1)
  const form = useRecordForm(
    scriptRunForm({ script_id: script?.id ?? null, phones: phones ?? [] }, scriptOf, (values) =>
      targetProblems(t, values),
    ),
    { key: [script?.id, phones], onSaved: onBegun, onLeft },
  )
  const chosen = scriptOf(form.values.script_id)
  const title = phones
    ? t('devices.act.several', { what: t('jobs.act.script'), count: phones.length })
    : t('jobs.run.title', { name: script?.name ?? '' })
  return (
    <FormDialog wide form={form} title={title} submitText={t('jobs.run.submit')}>
      <FailedAnswer of={asked} />
      {script === undefined && (
        <SelectField
          field={{ ...form.field('script_id'), value: chosen?.id ?? null, required: true }}
          label={t('jobs.field.script')}
          options={options.scripts.map(({ id, name }) => ({ value: id, text: name }))}
        />
      )}
      {phones === undefined && <TargetFields form={form} options={options} />}
      <ValuesField field={form.field('values')} parameters={chosen?.parameters ?? []} />
      <NumberField field={form.field('timeout_seconds')} label={t('jobs.field.timeout')} unit={t('jobs.seconds')} />
      <NumberField field={form.field('concurrency')} label={t('jobs.field.concurrency')} unit={t('jobs.devices')} />
    </FormDialog>
  )
}
