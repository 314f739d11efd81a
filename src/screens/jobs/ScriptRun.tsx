import { useTranslation } from 'react-i18next'
import { scriptRunForm } from '../../api/job-forms.ts'
import type { Script } from '../../api/scripts.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { TargetFields } from './TargetFields.tsx'
import { targetProblems } from './target-words.ts'
import { useTaskOptions } from './use-task-options.ts'
import { ValuesField } from './ValuesField.tsx'

interface ScriptRunProps {
  script: Script
  onBegun: (job: number) => void
  onLeft: () => void
}

/** Runs a script on phones, now. */
export function ScriptRun({ script, onBegun, onLeft }: ScriptRunProps) {
  const { t } = useTranslation()
  const { options } = useTaskOptions()
  const form = useRecordForm(
    scriptRunForm(script, (values) => targetProblems(t, values)),
    { key: script.id, onSaved: onBegun, onLeft },
  )
  return (
    <FormDialog wide form={form} title={t('jobs.run.title', { name: script.name })} submitText={t('jobs.run.submit')}>
      <TargetFields form={form} options={options} />
      <ValuesField field={form.field('values')} parameters={script.parameters} />
      <NumberField field={form.field('timeout_seconds')} label={t('jobs.field.timeout')} unit={t('jobs.seconds')} />
      <NumberField field={form.field('concurrency')} label={t('jobs.field.concurrency')} unit={t('jobs.devices')} />
    </FormDialog>
  )
}
