import {
  actionRules,
  isCare,
  type ActionArguments,
  type CareAction,
  type PhoneAction,
} from '../../../domain/phone-actions.ts'
import { api, dataOf } from '../../api/client.ts'
import type { components, operations } from '../../../generated/contract-types.ts'
import { fetchJob, type BegunJob } from '../jobs/jobs.ts'
import { selectionOf, type DeviceQuery } from './device-list.ts'
import type { BatchTarget } from '../lists/resource-list.ts'
import type { FindOptions } from '../lists/option-search.ts'

export type PhoneApp = components['schemas']['PhoneApp']
type RunBody = operations['deviceRun']['requestBody']['content']['application/json']

/** What a form has for an action, of which some may be left from another. */
export interface GivenArguments {
  file_id: number | null
  package: string
}

/** Of what a form has, what the action takes. */
export function argumentsFor(action: PhoneAction, given: GivenArguments): ActionArguments {
  const { argument } = actionRules[action]
  if (argument === 'file_id') return given.file_id === null ? {} : { file_id: given.file_id }
  return argument === 'package' ? { package: given.package.trim() } : {}
}

/** Whether an action needs an argument that is not there yet. */
export const lacksArgument = (
  action: PhoneAction | 'script',
  name: keyof ActionArguments,
  value: number | string | null,
): boolean => action !== 'script' && actionRules[action].argument === name && (value === null || value === '')

/** Does something on phones, as a job. */
export const actOnPhones = (body: RunBody, signal: AbortSignal): Promise<BegunJob> =>
  dataOf(api.POST('/api/restful/v2/device/run', { signal, body }))

/** Does something on phones or with them that asks for nothing, as a job. */
export function actAtOnce(
  target: BatchTarget<DeviceQuery>,
  action: RunBody['action'] | CareAction,
  signal: AbortSignal,
): Promise<BegunJob> {
  const selection = selectionOf(target)
  return isCare(action)
    ? dataOf(api.POST('/api/restful/v2/device/care', { signal, body: { ...selection, action } }))
    : dataOf(api.POST('/api/restful/v2/device/run', { signal, body: { ...selection, action } }))
}

/** How often it is asked how far the job of one phone is. Milliseconds. */
const jobPoll = 400

/**
 * Does something on one phone, and waits until it is done.
 *
 * @throws Error with the reason where it could not be done; with the phone's state in the job where nobody gave one
 */
export async function actOnOne(
  id: number,
  what: Omit<RunBody, 'ids' | 'matching'>,
  signal: AbortSignal,
): Promise<void> {
  const { job_id } = await actOnPhones({ ids: [id], ...what }, signal)
  for (;;) {
    const { job, parts } = await fetchJob(job_id, signal)
    const [part] = parts.items
    if (job.ended_at !== null && part?.state === 'succeeded') return
    if (job.ended_at !== null) throw new Error(part?.reason || part?.state)
    await new Promise((resolve) => setTimeout(resolve, jobPoll))
    signal.throwIfAborted()
  }
}

/** The apps on a phone. */
export const fetchApps = async (id: number, signal?: AbortSignal): Promise<readonly PhoneApp[]> =>
  (await dataOf(api.GET('/api/restful/v2/device/apps', { signal, params: { query: { id } } }))).items

const packageName = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)+$/

const textOf = ({ label, package: name }: PhoneApp): string => (label === null ? name : `${label} · ${name}`)

/**
 * Finds apps on a phone by what people call them or by their package; any other package is taken as it is typed. The phone
 * is asked once.
 */
export function appFinder(phone: number | undefined): FindOptions {
  let known: Promise<readonly PhoneApp[]> | undefined
  const apps = (): Promise<readonly PhoneApp[]> => {
    // One that can't tell them leaves it to typing.
    known ??= phone === undefined ? Promise.resolve([]) : fetchApps(phone).catch(() => [])
    return known
  }
  return async (wanted) => {
    const all = await apps()
    if ('value' in wanted) {
      const found = all.find((app) => app.package === wanted.value)
      return [{ value: wanted.value, text: found ? textOf(found) : wanted.value }]
    }
    const text = wanted.text.trim().toLowerCase()
    const found = all.filter((app) => textOf(app).toLowerCase().includes(text))
    const typed = wanted.text.trim()
    const isNew = packageName.test(typed) && !all.some((app) => app.package === typed)
    return [
      ...(isNew ? [{ value: typed, text: typed }] : []),
      ...found.map((app) => ({ value: app.package, text: textOf(app) })),
    ]
  }
}
