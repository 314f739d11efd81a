import { secretMask } from '../../domain/jobs.ts'
import { phoneActions, type PhoneAction } from '../../domain/phone-actions.ts'
import { bodyRules } from '../../generated/body-rules.ts'
import { argumentsFor, lacksArgument } from './device-forms.ts'
import type { FieldProblems } from './field-rules.ts'
import type { RecordFormInput } from './form-description.ts'
import type { JobDetail } from './jobs.ts'
import {
  addScript,
  editScript,
  runScript,
  type Script,
  type ScriptParameter,
  type ScriptText,
  type Targets,
} from './scripts.ts'
import { addTask, editTask, type Task, type TaskText } from './tasks.ts'
import { ownTimezone } from './time-zones.ts'

/** As the contract has them, where nothing else is said: seconds that each phone may take, and phones at once. */
const usualTimeout = 300
const usualConcurrency = 20

/** What the rules of a call leave to the screen, whose words it takes. */
type Check<Values> = (values: Values) => FieldProblems

const required = { rule: 'required' } as const

/** The form that writes a script, or changes one. */
export const scriptForm = (
  script: Script | undefined,
  check: Check<ScriptText>,
): RecordFormInput<ScriptText, void> => ({
  values: {
    name: script?.name ?? '',
    description: script?.description ?? '',
    body: script?.body ?? '',
    parameters: script?.parameters ?? [],
  },
  of: script === undefined ? 'new record' : 'existing record',
  rules: bodyRules.scriptAdd,
  check,
  save: ({ values, changes }, signal) =>
    script === undefined ? addScript(values, signal) : editScript(script, changes, signal),
})

/** Which phones, as a form has them. */
export type TargetValues = {
  choice: 'phones' | 'boxes' | 'owners' | 'filter'
  phones: readonly number[]
  boxes: readonly number[]
  owners: readonly number[]
  keyword: string
}

const targetValuesOf = (targets: Targets | undefined): TargetValues => ({
  choice: targets?.box_ids ? 'boxes' : targets?.owner_ids ? 'owners' : targets?.filter ? 'filter' : 'phones',
  phones: targets?.device_ids ?? [],
  boxes: targets?.box_ids ?? [],
  owners: targets?.owner_ids ?? [],
  keyword: targets?.filter?.keyword ?? '',
})

export function targetsOf({ choice, phones, boxes, owners, keyword }: TargetValues): Targets {
  switch (choice) {
    case 'phones':
      return { device_ids: [...phones] }
    case 'boxes':
      return { box_ids: [...boxes] }
    case 'owners':
      return { owner_ids: [...owners] }
    default:
      return { filter: keyword.trim() === '' ? {} : { keyword: keyword.trim() } }
  }
}

/** By the name of a script's parameter. */
export type ParameterValues = Readonly<Record<string, string>>

/** True while a required parameter without a default has no value. */
const isIncomplete = (parameters: readonly ScriptParameter[], values: ParameterValues): boolean =>
  parameters.some((one) => one.required && one.default === '' && (values[one.name] ?? '') === '')

/** Of what was filled in, what this script asks for, where that is known: another may have been chosen since. */
const valuesFor = (
  parameters: readonly ScriptParameter[] | undefined,
  values: ParameterValues,
): Record<string, string> =>
  parameters === undefined
    ? { ...values }
    : Object.fromEntries(parameters.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])))

type RunValues = TargetValues & {
  script_id: number | null
  values: ParameterValues
  timeout_seconds: number | null
  concurrency: number | null
}

/** The form that runs a script on phones; answers the job. Of the script and the phones, what is known is given. */
export const scriptRunForm = (
  given: Pick<RunValues, 'script_id' | 'phones'>,
  scriptOf: (id: number | null) => Script | undefined,
  check: Check<RunValues>,
): RecordFormInput<RunValues, number> => ({
  values: {
    ...targetValuesOf(undefined),
    values: {},
    timeout_seconds: usualTimeout,
    concurrency: usualConcurrency,
    ...given,
  },
  of: 'new record',
  rules: {
    ...bodyRules.scriptRun,
    // The contract has defaults for them; a form that shows them has them filled in.
    timeout_seconds: { ...bodyRules.scriptRun.timeout_seconds, required: true },
    concurrency: { ...bodyRules.scriptRun.concurrency, required: true },
  },
  check: (values) => ({
    ...check(values),
    ...(scriptOf(values.script_id) === undefined && { script_id: required }),
    ...(isIncomplete(scriptOf(values.script_id)?.parameters ?? [], values.values) && { values: required }),
  }),
  save: ({ values }, signal) => {
    const { id, parameters } = scriptOf(values.script_id) ?? { id: 0, parameters: [] } // The form has seen to it that there is one.
    const options = {
      targets: targetsOf(values),
      values: valuesFor(parameters, values.values),
      timeout_seconds: values.timeout_seconds ?? usualTimeout,
      concurrency: values.concurrency ?? usualConcurrency,
    }
    return runScript(id, options, signal)
  },
})

/** A timed task, as its form has it; what the contract has inside of objects is named as its rules name it. */
export type TaskValues = TargetValues & {
  name: string
  note: string
  does: 'script' | PhoneAction
  'work.script_id': number | null
  'work.values': ParameterValues
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

const everyMorning = '0 4 * * *'

const taskValuesOf = (task: Task | undefined): TaskValues => ({
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
function taskTextOf(values: TaskValues, parameters: readonly ScriptParameter[] | undefined): TaskText {
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

const targetFields: readonly string[] = Object.keys(targetValuesOf(undefined))

/** What of a task a field of its form is part of. */
function partOf(field: string): string {
  if (field === 'does' || field.startsWith('work.')) return 'work'
  if (field === 'repeat' || field.startsWith('schedule.')) return 'schedule'
  return targetFields.includes(field) ? 'targets' : field
}

/** Of a task, what was changed: somebody else may have changed the rest since it was read. */
function changedParts(text: TaskText, changes: Partial<TaskValues>): Partial<TaskText> {
  const parts = new Set(Object.keys(changes).map(partOf))
  return Object.fromEntries(Object.entries(text).filter(([part]) => parts.has(part))) // Some of its own entries.
}

/**
 * A timed task that does again what a job did, on the same phones, as far as the job tells: a secret is to be typed again. Undefined
 * where no task can do it: with environments, with phones themselves, or as a command that no script keeps.
 */
export function taskLike({ job, script, items }: JobDetail): Partial<TaskValues> | undefined {
  const does = job.script_id !== null ? 'script' : phoneActions.find((action) => action === job.action)
  if (does === undefined) return undefined
  const isWhole = items.items.length === items.total
  return {
    name: job.name,
    does,
    'work.script_id': job.script_id,
    'work.values': Object.fromEntries(
      script.parameters.flatMap(({ name, value }) => (value.includes(secretMask) ? [] : [[name, value]])),
    ),
    'work.file_id': job.arguments.file_id ?? null,
    'work.package': job.arguments.package ?? '',
    phones: isWhole ? items.items.flatMap(({ device_id }) => device_id ?? []) : [],
    timeout_seconds: job.timeout_seconds,
    concurrency: job.concurrency,
  }
}

/** The form that writes a timed task, which begins with what is given, or changes one; scripts may be loaded after it is there. */
export const taskForm = (
  task: Task | undefined,
  given: Partial<TaskValues>,
  parametersOf: (script: number | null) => readonly ScriptParameter[] | undefined,
  check: Check<TaskValues>,
): RecordFormInput<TaskValues, void> => ({
  values: { ...taskValuesOf(task), ...given },
  of: task === undefined ? 'new record' : 'existing record',
  rules: {
    ...bodyRules.taskAdd,
    timeout_seconds: { ...bodyRules.taskAdd.timeout_seconds, required: true },
    concurrency: { ...bodyRules.taskAdd.concurrency, required: true },
  },
  check: (values) => ({
    ...check(values),
    ...(values.does === 'script' && values['work.script_id'] === null && { 'work.script_id': required }),
    ...(lacksArgument(values.does, 'file_id', values['work.file_id']) && { 'work.file_id': required }),
    ...(lacksArgument(values.does, 'package', values['work.package']) && { 'work.package': required }),
    ...(isIncomplete(parametersOf(values['work.script_id']) ?? [], values['work.values']) && {
      'work.values': required,
    }),
    ...(values.repeat === 'once' && values['schedule.once_at'] === null && { 'schedule.once_at': required }),
    'schedule.cron': undefined, // The server knows cron expressions better, and is asked while one is written.
    ...(values.repeat === 'cron' && values['schedule.cron'].trim() === '' && { 'schedule.cron': required }),
  }),
  save: ({ values, changes }, signal) => {
    const text = taskTextOf(values, parametersOf(values['work.script_id']))
    return task === undefined ? addTask(text, signal) : editTask(task.id, changedParts(text, changes), signal)
  },
})
