import { lastDay, midnightOf } from '../../domain/calendar-days.ts'
import { codes } from '../../domain/codes.ts'
import type { Jobs } from './jobs.ts'
import { defineOperations, type Call } from '../http/contract.ts'
import { argumentsOf } from './arguments.ts'
import { calendarOf, dayMs } from './calendar.ts'
import { isTimezone, nextTimes } from './schedule.ts'
import { nextRunOf } from './undo.ts'
import { differenceOf, noteUndoable } from '../log/kept-changes.ts'
import { filledIn } from './script-text.ts'
import { shortTargets } from './short-targets.ts'
import { orderOf } from './timetable.ts'
import { reason } from '../../texts/reason.ts'
import { absentOf, resultsOf } from '../http/batch-results.ts'
import { badCursor, forbids, invalidFields, isGone, Refusal, type Objection } from '../http/refusal.ts'
import { sortOrder } from '../http/sort-order.ts'
import { differing, targetsOf } from '../store/operation-log.ts'
import type { Transaction } from '../store/store.ts'
import type { TaskRow, TaskText } from '../store/tasks.ts'
import type { Person } from '../store/users.ts'

const maxTasks = 1_000
/** How many times a preview tells. */
const previewed = 5

type Written = Omit<Call<'taskAdd'>['body'], 'id'>

/** A task with what it does, and when, as the contract has them. */
function asWritten<Row extends TaskText>(row: Row) {
  const { script_id, action, arguments: given, parameter_values, once_at, cron, timezone, ...task } = row
  return {
    ...task,
    work: script_id === null ? { action: action ?? 'reboot', ...given } : { script_id, values: parameter_values },
    schedule: cron === null ? { once_at: once_at ?? 0, timezone } : { cron, timezone },
  }
}

/** The next time, or a refusal that says what is wrong with the schedule. */
function nextOf(schedule: Pick<TaskText, 'once_at' | 'cron' | 'timezone'>, now: number): number | null {
  if (!isTimezone(schedule.timezone)) throw invalidFields({ 'schedule.timezone': reason('form.problems.timezone') })
  const next = nextTimes(schedule, now, 1)
  if (next === undefined) throw invalidFields({ 'schedule.cron': reason('jobs.reason.badCron') })
  return next[0] ?? null
}

/** What a task's action is about; a script takes neither a file nor an app. */
async function meantBy(tx: Transaction, caller: Person, { action, file_id, package: app }: Written['work']) {
  if (action !== undefined) return argumentsOf(tx, caller, { action, file_id, package: app }, 'work.')
  if (file_id !== undefined) throw invalidFields({ 'work.file_id': reason('jobs.reason.noArgument') })
  if (app !== undefined) throw invalidFields({ 'work.package': reason('jobs.reason.noArgument') })
  return { given: {} }
}

/** A task as people wrote it, checked against its script and the clock. */
async function textOf(tx: Transaction, caller: Person, written: Written, now: number): Promise<TaskText> {
  const { work, schedule, targets, name, note = '', timeout_seconds = 300, concurrency = 20, enabled = true } = written
  const { once_at = null, cron = null, timezone } = schedule
  const { script_id = null, action = null, values = {} } = work
  if ((script_id === null) === (action === null)) throw invalidFields({ work: reason('form.problems.required') })
  if (script_id !== null) {
    const script = await tx.scripts.lock(script_id)
    if (script === undefined) throw invalidFields({ 'work.script_id': reason('jobs.reason.noSuchScript') })
    filledIn(script, values, 'work.values')
  }
  const { given } = await meantBy(tx, caller, work)
  const when = { once_at, cron: cron?.trim().replaceAll(/\s+/g, ' ') ?? null, timezone }
  const next = nextOf(when, now)
  if (next === null && enabled) throw invalidFields({ 'schedule.once_at': reason('jobs.reason.timeIsPast') })
  return {
    name: name.trim(),
    note: note.trim(),
    script_id,
    action,
    arguments: given,
    parameter_values: values,
    targets,
    ...when,
    timeout_seconds,
    concurrency,
    enabled,
    next_run_at: enabled ? next : null,
  }
}

/** What the log tells of a task; values may be nobody else's business. */
const loggedOf = (task: TaskText): Record<string, unknown> => ({
  name: task.name,
  note: task.note,
  script_id: task.script_id,
  action: task.action,
  arguments: task.arguments,
  targets: shortTargets(task.targets),
  once_at: task.once_at,
  cron: task.cron,
  timezone: task.timezone,
  timeout_seconds: task.timeout_seconds,
  concurrency: task.concurrency,
  enabled: task.enabled,
})

async function lockTask(tx: Transaction, id: number): Promise<TaskRow> {
  const task = await tx.tasks.lock(id)
  if (task === undefined) throw new Refusal(codes.notFound, reason('jobs.reason.noSuchTask'))
  return task
}

export const taskOperations = defineOperations(({ jobs }: { jobs: Jobs }) => ({
  taskList: async ({ query, store }) => {
    const { items, total } = await store.tasks.list({
      id: query.id,
      keyword: query.keyword?.trim() || undefined,
      enabled: query.enabled,
      sort: sortOrder(query.sort),
      limit: query.limit,
      skip: query.skip,
    })
    return { items: items.map(asWritten), total }
  },

  taskAdd: ({ caller, body, store, note }) =>
    store.transaction(async (tx) => {
      const now = Date.now()
      if ((await tx.tasks.count()) >= maxTasks)
        throw new Refusal(codes.stateForbids, reason('outcomes.reason.tooManyTasks'))
      const text = await textOf(tx, caller, body, now)
      const id = await tx.tasks.add(text, caller.id)
      await note(tx, 'task.add', { target: `task:${id}`, detail: { after: loggedOf(text) } }, now)
      return { id }
    }),

  taskEdit: ({ caller, body: { id, ...written }, store, note }) =>
    store.transaction(async (tx) => {
      const now = Date.now()
      const before = await lockTask(tx, id)
      const text = await textOf(tx, caller, { ...asWritten(before), ...written }, now)
      await tx.tasks.edit(id, text, now)
      await note(tx, 'task.edit', { target: `task:${id}`, detail: differing(loggedOf(before), loggedOf(text)) }, now)
      return null
    }),

  taskDel: ({ body, store, language, note }) =>
    store.transaction(async (tx) => {
      const gone: { id: number; name: string }[] = []
      for (const id of new Set(body.ids)) {
        const task = await tx.tasks.lock(id)
        if (task === undefined) continue
        await tx.tasks.del(id)
        gone.push({ id, name: task.name })
      }
      if (gone.length > 0) {
        const detail = { before: { count: gone.length } }
        await note(tx, 'task.del', { ...targetsOf('task', gone), detail })
      }
      return {
        results: resultsOf({ language }, body.ids, new Map(absentOf(body.ids, gone, reason('jobs.reason.noSuchTask')))),
      }
    }),

  taskSwitch: (call) =>
    call.store.transaction(async (tx) => {
      const { ids, enabled } = call.body
      const now = Date.now()
      const refused = new Map<number, Objection>()
      const done: TaskRow[] = []
      for (const id of new Set(ids)) {
        const task = await tx.tasks.lock(id)
        const next = task && enabled ? nextRunOf(task, now) : null
        if (task === undefined) refused.set(id, isGone(reason('jobs.reason.noSuchTask')))
        else if (enabled && next === null) refused.set(id, forbids(reason('jobs.reason.timeIsPast')))
        else {
          await tx.tasks.setNextRun(id, next, enabled)
          done.push(task)
        }
      }
      const results = resultsOf(call, ids, refused)
      const [first] = done
      if (first === undefined) return { results }
      const detail =
        done.length === 1
          ? { before: { enabled: first.enabled }, after: { enabled } }
          : { after: { enabled, count: done.length } }
      const rows = differenceOf(
        ['enabled'],
        done.map((before) => ({ before, after: { ...before, enabled } })),
      )
      const entry = { ...targetsOf('task', done), detail }
      return { results, undo: await noteUndoable(tx, call, 'task.switch', entry, { kind: 'tasks', at: now, rows }) }
    }),

  taskRun: ({ caller, body, store, note }) =>
    store.transaction(async (tx) => {
      const task = await lockTask(tx, body.id)
      if (await tx.jobs.isGoing(task.id)) throw new Refusal(codes.stateForbids, reason('jobs.reason.goesOn'))
      const job_id = await jobs.begin(tx, { ...(await orderOf(tx, task)), person: caller })
      const detail = { after: { job_id } }
      await note(tx, 'task.run', { target: `task:${task.id}`, detail })
      return { job_id }
    }),

  taskJobs: async ({ caller, query, store }) => {
    const { total } = await store.tasks.list({
      id: query.id,
      sort: { field: 'name', descending: false },
      limit: 1,
      skip: 0,
    })
    if (total === 0) throw new Refusal(codes.notFound, reason('jobs.reason.noSuchTask'))
    const page = await store.jobs.byCursor(caller, { task_id: query.id }, { limit: query.limit, cursor: query.cursor })
    if (page === undefined) throw badCursor()
    return page
  },

  taskCalendar: async ({ query: { from, days, timezone, limit }, store }) => {
    if (!isTimezone(timezone)) throw invalidFields({ timezone: reason('form.problems.timezone') })
    const first = from === undefined ? undefined : midnightOf(from)
    const isBeyond = first !== undefined && first + (days - 1) * dayMs > lastDay
    if ((from !== undefined && first === undefined) || isBeyond)
      throw invalidFields({ from: reason('reports.reason.noSuchDay') })
    return calendarOf(await store.tasks.comingUp(), { first, days, timezone, limit }, Date.now())
  },

  taskPreview: async ({ query: { cron, timezone } }) => {
    if (!isTimezone(timezone)) throw invalidFields({ timezone: reason('form.problems.timezone') })
    const times = nextTimes({ once_at: null, cron, timezone }, Date.now(), previewed)
    if (times === undefined) throw invalidFields({ cron: reason('jobs.reason.badCron') })
    return { times }
  },
}))
