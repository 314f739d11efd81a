import { useTranslation } from 'react-i18next'
import { phoneActions } from '../../../domain/phone-actions.ts'
import { taskForm, type TaskValues } from '../../api/job-forms.ts'
import type { Task } from '../../api/tasks.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useRecordForm } from '../forms/use-record-form.ts'
import { ArgumentField } from './ArgumentField.tsx'
import { DropArea } from './DropArea.tsx'
import { FailedAnswer } from './FailedAnswer.tsx'
import { OnceFields } from './OnceFields.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'
import { TargetFields } from './TargetFields.tsx'
import { targetProblems } from './target-words.ts'
import { useArgumentFile } from './use-argument-file.ts'
import { useTaskOptions } from './use-task-options.ts'
import { ValuesField } from './ValuesField.tsx'

interface TaskFormProps {
  /** The task to change; a new one where there is none. */
  task: Task | undefined
  /** What a new one begins with. */
  given: Partial<TaskValues>
  onSaved: () => void
  onLeft: () => void
}

/** Writes a timed task, or changes one. */
export function TaskForm({ task, given, onSaved, onLeft }: TaskFormProps) {
  const { t } = useTranslation()
  const { options, latest, asked } = useTaskOptions()
  const parametersOf = (id: number | null) => latest().scripts.find((one) => one.id === id)?.parameters
  const form = useRecordForm(
    taskForm(task, given, parametersOf, (values) => targetProblems(t, values)),
    { key: task?.id ?? null, onSaved, onLeft },
  )
  const { does, repeat } = form.values
  const dropped = useArgumentFile(form.field('work.file_id'), does === 'script' ? undefined : does)
  return (
    <DropArea of={dropped}>
      <FormDialog wide form={form} title={t(task ? 'tasks.editTitle' : 'tasks.action.add')}>
        <FailedAnswer of={asked} />
        <TextField field={form.field('name')} label={t('jobs.field.name')} autoFocus={task === undefined} />
        <TextField field={form.field('note')} label={t('jobs.field.note')} />
        <SelectField
          field={form.field('does')}
          label={t('jobs.field.does')}
          options={[
            { value: 'script', text: t('jobs.field.script') },
            ...phoneActions.map((value) => ({ value, text: t(`jobs.act.${value}`) })),
          ]}
        />
        {does !== 'script' ? (
          <ArgumentField
            action={does}
            file={form.field('work.file_id')}
            dropped={dropped}
            app={form.field('work.package')}
          />
        ) : (
          <SelectField
            field={form.field('work.script_id')}
            label={t('jobs.field.script')}
            options={options.scripts.map(({ id, name }) => ({ value: id, text: name }))}
          />
        )}
        {does === 'script' && (
          <ValuesField
            field={form.field('work.values')}
            parameters={parametersOf(form.values['work.script_id']) ?? []}
          />
        )}
        <TargetFields form={form} options={options} />
        <SelectField
          field={form.field('repeat')}
          label={t('jobs.field.repeat')}
          options={[
            { value: 'cron', text: t('schedules.repeated') },
            { value: 'once', text: t('schedules.once') },
          ]}
        />
        {repeat === 'once' ? (
          <OnceFields at={form.field('schedule.once_at')} timezone={form.field('schedule.timezone')} />
        ) : (
          <ScheduleFields cron={form.field('schedule.cron')} timezone={form.field('schedule.timezone')} />
        )}
        <NumberField field={form.field('timeout_seconds')} label={t('jobs.field.timeout')} unit={t('jobs.seconds')} />
        <NumberField field={form.field('concurrency')} label={t('jobs.field.concurrency')} unit={t('jobs.devices')} />
        <SwitchField
          field={form.field('enabled')}
          label={t('jobs.field.enabled')}
          texts={{ on: t('jobs.on'), off: t('jobs.off') }}
        />
      </FormDialog>
    </DropArea>
  )
}
