import { useTranslation } from 'react-i18next'
import { bodyRules } from '../../../generated/body-rules.ts'
import { runScript, type Script } from '../../machines/jobs/scripts.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { TargetFields } from './TargetFields.tsx'
import { targetProblems, targetsOf, targetValuesOf, type TargetValues } from './target-values.ts'
import { usualConcurrency, usualTimeout } from './usual-limits.ts'
import { useTaskOptions } from './use-task-options.ts'
import { isIncomplete, valuesFor, ValuesField, type Values } from './ValuesField.tsx'

interface RunValues extends TargetValues {
  values: Values
  timeout_seconds: number | null
  concurrency: number | null
}

interface ScriptRunProps {
  script: Script
  onBegun: (job: number) => void
  onLeft: () => void
}

/** Runs a script on phones, now. */
export function ScriptRun({ script, onBegun, onLeft }: ScriptRunProps) {
  const { t } = useTranslation()
  const { options } = useTaskOptions()
  const { parameters } = script
  const form = useRecordForm<RunValues & Record<string, unknown>, number>(
    {
      values: {
        ...targetValuesOf(undefined),
        values: {},
        timeout_seconds: usualTimeout,
        concurrency: usualConcurrency,
      },
      of: 'new record',
      rules: { ...bodyRules.scriptRun, ...numbersAreNeeded },
      check: (values) => ({
        ...targetProblems(t, values),
        ...(isIncomplete(parameters, values.values) && { values: { rule: 'required' as const } }),
      }),
      save: ({ values }, signal) =>
        runScript(
          script.id,
          {
            targets: targetsOf(values),
            values: valuesFor(parameters, values.values),
            timeout_seconds: values.timeout_seconds ?? usualTimeout,
            concurrency: values.concurrency ?? usualConcurrency,
          },
          signal,
        ),
    },
    { key: script.id, onSaved: onBegun, onLeft },
  )
  return (
    <FormDialog
      wide
      form={form}
      title={t('services.run.title', { name: script.name })}
      submitText={t('services.run.submit')}
    >
      <TargetFields form={form} options={options} />
      <ValuesField field={form.field('values')} parameters={parameters} />
      <NumberField
        field={form.field('timeout_seconds')}
        label={t('services.field.timeout')}
        unit={t('services.seconds')}
      />
      <NumberField
        field={form.field('concurrency')}
        label={t('services.field.concurrency')}
        unit={t('services.devices')}
      />
    </FormDialog>
  )
}

/** The contract has defaults for them; a form that shows them has them filled in. */
const numbersAreNeeded = {
  timeout_seconds: { ...bodyRules.scriptRun.timeout_seconds, required: true },
  concurrency: { ...bodyRules.scriptRun.concurrency, required: true },
} as const
