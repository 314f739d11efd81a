import type { PhoneAction } from '../../../domain/phone-actions.ts'
import { argumentsFor } from '../../machines/devices/phone-actions.ts'
import type { ScriptParameter } from '../../machines/jobs/scripts.ts'
import type { Task, TaskText } from '../../machines/jobs/tasks.ts'
import { targetsOf, targetValuesOf, type TargetValues } from './target-values.ts'
import { usualConcurrency, usualTimeout } from './usual-limits.ts'
import { valuesFor, type Values } from './ValuesField.tsx'

/** A timed task, as its form has it; what the contract has inside of objects is named as its rules name it. */
export interface TaskValues extends TargetValues {
  name: string
  note: string
  does: 'script' | PhoneAction
  'work.script_id': number | null
  'work.values': Values
  'work.file_id': number | null
  'work.package': string
  repeat: 'cron' | 'once'
  'schedule.cron': string
  'schedule.timezone': string
  'schedule.once_at': number | null
  timeout_seconds: number | null
  concurrency: number | null
  enabled: boolean
}

/** Where the operator is. */
const ownTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const everyMorning = '0 4 * * *'

export const taskValuesOf = (task: Task | undefined): TaskValues => ({
  ...targetValuesOf(task?.targets),
  name: task?.name ?? '',
  note: task?.note ?? '',
  does: task?.work.action ?? 'script',
  'work.script_id': task?.work.script_id ?? null,
  'work.values': task?.work.values ?? {},
  'work.file_id': task?.work.file_id ?? null,
  'work.package': task?.work.package ?? '',
  repeat: task?.schedule.once_at === undefined ? 'cron' : 'once',
  'schedule.cron': task?.schedule.cron ?? everyMorning,
  'schedule.timezone': task?.schedule.timezone ?? ownTimezone(),
  'schedule.once_at': task?.schedule.once_at ?? null,
  timeout_seconds: task?.timeout_seconds ?? usualTimeout,
  concurrency: task?.concurrency ?? usualConcurrency,
  enabled: task?.enabled ?? true,
})

/** What is sent to the server. The form has seen to it that what is needed is there. */
export function taskTextOf(values: TaskValues, parameters: readonly ScriptParameter[]): TaskText {
  const timezone = values['schedule.timezone']
  return {
    name: values.name,
    note: values.note,
    work:
      values.does !== 'script'
        ? {
            action: values.does,
            ...argumentsFor(values.does, { file_id: values['work.file_id'], package: values['work.package'] }),
          }
        : {
            script_id: values['work.script_id'] ?? 0,
            values: valuesFor(parameters, values['work.values']),
          },
    targets: targetsOf(values),
    schedule:
      values.repeat === 'once'
        ? { once_at: values['schedule.once_at'] ?? 0, timezone }
        : { cron: values['schedule.cron'].trim(), timezone },
    timeout_seconds: values.timeout_seconds ?? usualTimeout,
    concurrency: values.concurrency ?? usualConcurrency,
    enabled: values.enabled,
  }
}
