import type { components, operations } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'
import { idsOf, pagesByOffset, type BatchCall } from './list-calls.ts'
import { fetchScripts, type Script } from './scripts.ts'

export type Task = components['schemas']['Task']
export type TaskText = operations['taskAdd']['requestBody']['content']['application/json']
type Parameters = NonNullable<operations['taskList']['parameters']['query']>
export type TaskQuery = Pick<Parameters, 'sort' | 'keyword' | 'enabled'>

export const fetchTasks = pagesByOffset<Task, TaskQuery>(({ query, skip, limit }, signal) =>
  dataOf(api.GET('/api/restful/v2/task/list', { signal, params: { query: { ...query, skip, limit } } })),
)

export const addTask = async (body: TaskText, signal: AbortSignal): Promise<void> => {
  await dataOf(api.POST('/api/restful/v2/task/add', { signal, body }))
}

export const editTask = async (id: number, changes: Partial<TaskText>, signal: AbortSignal): Promise<void> => {
  await api.POST('/api/restful/v2/task/edit', { signal, body: { id, ...changes } })
}

export const deleteTasks: BatchCall<TaskQuery> = async (target, signal) => {
  const body = { ids: idsOf(target) }
  return dataOf(api.POST('/api/restful/v2/task/del', { signal, body }))
}

export const switchTasks =
  (enabled: boolean): BatchCall<TaskQuery> =>
  async (target, signal) => {
    const body = { ids: idsOf(target), enabled }
    return dataOf(api.POST('/api/restful/v2/task/switch', { signal, body }))
  }

/** Runs a timed task now; answers the job. */
export const runTask = async (id: number, signal: AbortSignal): Promise<number> =>
  (await dataOf(api.POST('/api/restful/v2/task/run', { signal, body: { id } }))).job_id

export interface TaskOptions {
  scripts: readonly Script[]
  phones: readonly { value: number; text: string }[]
  boxes: readonly { value: number; text: string }[]
  owners: readonly { value: number; text: string }[]
}

/** What forms offer; more phones than these are chosen by box, owner or filter. */
export const maxOffered = 500

/** All of them: there are two pages at most. */
async function everyScript(signal: AbortSignal): Promise<TaskOptions['scripts']> {
  const scripts: Script[] = []
  let cursor: string | null = null
  do {
    const page = await fetchScripts({ query: { sort: 'name' }, cursor, limit: maxOffered }, signal)
    scripts.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== null)
  return scripts
}

/** What can be chosen for a task or a job. */
export async function loadTaskOptions(signal: AbortSignal): Promise<TaskOptions> {
  const query = { limit: maxOffered }
  const [scripts, phones, boxes, owners] = await Promise.all([
    everyScript(signal),
    dataOf(api.GET('/api/restful/v3/device/list', { signal, params: { query } })),
    dataOf(api.GET('/api/restful/v2/box/list', { signal, params: { query } })),
    dataOf(api.GET('/api/restful/v2/user/list', { signal, params: { query: { ...query, sort: 'user_name' } } })),
  ])
  return {
    scripts,
    phones: phones.items.map(({ id, name }) => ({ value: id, text: name })),
    boxes: boxes.items.map(({ id, name }) => ({ value: id, text: name })),
    owners: owners.items.map(({ id, user_name }) => ({ value: id, text: user_name })),
  }
}

export interface CronSchedule {
  cron: string
  /** IANA. */
  timezone: string
}

/** When a schedule would next come due. */
export const previewSchedule = async (
  { cron, timezone }: CronSchedule,
  signal: AbortSignal,
): Promise<readonly number[]> => {
  const query = { cron, timezone }
  return (await dataOf(api.GET('/api/restful/v2/task/preview', { signal, params: { query } }))).times
}

type CalendarQuery = operations['taskCalendar']['parameters']['query']
export type TaskCalendar = NonNullable<
  operations['taskCalendar']['responses'][200]['content']['application/json']['data']
>
export type TaskDay = components['schemas']['TaskDay']
export type TaskRuns = components['schemas']['TaskRuns']
export type CalendarTask = components['schemas']['CalendarTask']

/** What tasks will run in some days. */
export const fetchCalendar = (query: CalendarQuery, signal: AbortSignal): Promise<TaskCalendar> =>
  dataOf(api.GET('/api/restful/v2/task/calendar', { signal, params: { query } }))

/** One task; undefined where there is none any more. */
export const fetchTask = async (id: number, signal: AbortSignal): Promise<Task | undefined> =>
  (await dataOf(api.GET('/api/restful/v2/task/list', { signal, params: { query: { id, limit: 1 } } }))).items[0]
