import { useTranslation } from 'react-i18next'
import { phoneActions } from '../../../domain/phone-actions.ts'
import { bodyRules } from '../../../generated/body-rules.ts'
import type { FieldProblems } from '../../api/field-rules.ts'
import { lacksArgument } from '../../machines/devices/phone-actions.ts'
import { saveTask, type Task, type TaskText } from '../../machines/jobs/tasks.ts'
import { DateTimeField } from '../../ui/form/DateTimeField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { ArgumentField } from './ArgumentField.tsx'
import { CronFields } from './CronFields.tsx'
import { TargetFields } from './TargetFields.tsx'
import { targetProblems } from './target-values.ts'
import { taskTextOf, taskValuesOf, type TaskValues } from './task-values.ts'
import { useTaskOptions } from './use-task-options.ts'
import { isIncomplete, ValuesField } from './ValuesField.tsx'

const required = { rule: 'required' } as const

interface TaskFormProps {
  /** The task to change; a new one where there is none. */
  task: Task | undefined
  onSaved: () => void
  onLeft: () => void
}

/** Writes a timed task, or changes one. */
export function TaskForm({ task, onSaved, onLeft }: TaskFormProps) {
  const { t } = useTranslation()
  const { options, latest } = useTaskOptions()
  const parametersOf = (id: number | null) => latest().scripts.find((one) => one.id === id)?.parameters ?? []
  const check = (values: TaskValues): FieldProblems => ({
    ...targetProblems(t, values),
    ...(values.does === 'script' && values['work.script_id'] === null && { 'work.script_id': required }),
    ...(lacksArgument(values.does, 'file_id', values['work.file_id']) && { 'work.file_id': required }),
    ...(lacksArgument(values.does, 'package', values['work.package']) && { 'work.package': required }),
    ...(isIncomplete(parametersOf(values['work.script_id']), values['work.values']) && { 'work.values': required }),
    ...(values.repeat === 'once' && values['schedule.once_at'] === null && { 'schedule.once_at': required }),
    'schedule.cron': undefined, // The server knows cron expressions better, and is asked while one is written.
    ...(values.repeat === 'cron' && values['schedule.cron'].trim() === '' && { 'schedule.cron': required }),
  })
  const form = useRecordForm<TaskValues & Record<string, unknown>, void>(
    {
      values: { ...taskValuesOf(task) },
      of: task === undefined ? 'new record' : 'existing record',
      rules: {
        ...bodyRules.taskAdd,
        timeout_seconds: { ...bodyRules.taskAdd.timeout_seconds, required: true },
        concurrency: { ...bodyRules.taskAdd.concurrency, required: true },
      },
      check,
      save: ({ values }, signal) => {
        const text: TaskText = taskTextOf(values, parametersOf(values['work.script_id']))
        return saveTask(task?.id, text, signal)
      },
    },
    { key: task?.id ?? null, onSaved, onLeft },
  )
  const { does, repeat } = form.values
  return (
    <FormDialog wide form={form} title={t(task ? 'services.tasks.editTitle' : 'services.tasks.add')}>
      <TextField field={form.field('name')} label={t('services.field.name')} autoFocus={task === undefined} />
      <TextField field={form.field('note')} label={t('services.field.note')} />
      <SelectField
        field={form.field('does')}
        label={t('services.field.does')}
        options={[
          { value: 'script', text: t('services.field.script') },
          ...phoneActions.map((value) => ({ value, text: t(`services.act.${value}`) })),
        ]}
      />
      {does !== 'script' ? (
        <ArgumentField action={does} file={form.field('work.file_id')} app={form.field('work.package')} />
      ) : (
        <SelectField
          field={form.field('work.script_id')}
          label={t('services.field.script')}
          options={options.scripts.map(({ id, name }) => ({ value: id, text: name }))}
        />
      )}
      {does === 'script' && (
        <ValuesField field={form.field('work.values')} parameters={parametersOf(form.values['work.script_id'])} />
      )}
      <TargetFields form={form} options={options} />
      <SelectField
        field={form.field('repeat')}
        label={t('services.field.repeat')}
        options={[
          { value: 'cron', text: t('services.schedule.repeated') },
          { value: 'once', text: t('services.schedule.once') },
        ]}
      />
      {repeat === 'once' ? (
        <DateTimeField field={form.field('schedule.once_at')} label={t('services.field.onceAt')} />
      ) : (
        <CronFields cron={form.field('schedule.cron')} timezone={form.field('schedule.timezone')} />
      )}
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
      <SwitchField
        field={form.field('enabled')}
        label={t('services.field.enabled')}
        texts={{ on: t('services.on'), off: t('services.off') }}
      />
    </FormDialog>
  )
}
