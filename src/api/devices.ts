import { isCare, type CareAction } from '../../domain/phone-actions.ts'
import type { components, operations } from '../../generated/contract-types.ts'
import { api, dataOf, token } from './client.ts'
import { oneByOne, selectionOf, type BatchCall, type BatchTarget, type FindOptions } from './list-calls.ts'
import type { BegunJob } from './jobs.ts'

export type Device = components['schemas']['Device']
export type DeviceStatus = components['schemas']['DeviceStatus']

/** What the list of phones is sorted by and narrowed to, as the call takes it. */
export type DeviceQuery = NonNullable<operations['deviceExport']['parameters']['query']>

/** Phones in one check. */
export const maxChecked = 500

/** One phone is no group. */
export const fewestTogether = 2

/** A page of a wall shows at most so many phones. */
export const maxWallPhones = 100

/** Phones that are offered at once; who means another types more. */
const maxOffered = 8

/** Phones by part of their name, serial number or address. */
export async function findPhones(text: string, signal: AbortSignal): Promise<readonly Device[]> {
  const query = { keyword: text.slice(0, 64), limit: maxOffered }
  return (await dataOf(api.GET('/api/restful/v3/device/list', { signal, params: { query } }))).items
}

export type Region = components['schemas']['Region']

/** What the server said, and to which session. */
let said: { session: string | undefined; regions: readonly Region[] } | undefined

/** Where phones may be, as far as this session has asked already. */
export const regionsSoFar = (): readonly Region[] =>
  said !== undefined && said.session === token.read() ? said.regions : []

/** Where phones may be. A session asks once: they change with the server's own settings only. */
export async function fetchRegions(signal: AbortSignal): Promise<readonly Region[]> {
  const session = token.read()
  if (said !== undefined && said.session === session) return said.regions
  const { items } = await dataOf(api.GET('/api/restful/v2/config/region', { signal }))
  said = { session, regions: items }
  return items
}

// With one phone; with several it is a job (`actAtOnce`).

export const deleteDevice = oneByOne<DeviceQuery>((id, signal) =>
  dataOf(api.POST('/api/restful/v2/device/del', { signal, body: { id } })),
)

export const recoverDevice = oneByOne<DeviceQuery>((id, signal) =>
  dataOf(api.POST('/api/restful/v2/device/recover', { signal, body: { id } })),
)

export const maintainDevice = (on: boolean) =>
  oneByOne<DeviceQuery>((id, signal) =>
    dataOf(api.POST('/api/restful/v2/device/maintain', { signal, body: { id, on } })),
  )

export const freeDevice = oneByOne<DeviceQuery>((id, signal) =>
  dataOf(api.GET('/api/restful/v2/device/freed', { signal, params: { query: { id } } })),
)

type EditBody = operations['deviceEdit']['requestBody']['content']['application/json']

export type DeviceChange = Pick<EditBody, 'name' | 'note' | 'owner_id' | 'start_settings'>

/** Changes phones as a batch does. */
export const changeDevices =
  (change: DeviceChange): BatchCall<DeviceQuery> =>
  async (target, signal) => {
    const body = { ...selectionOf(target), ...change }
    return dataOf(api.POST('/api/restful/v2/device/edit', { body, signal }))
  }

export type PhoneApp = components['schemas']['PhoneApp']
type RunBody = operations['deviceRun']['requestBody']['content']['application/json']

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
