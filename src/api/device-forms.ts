import { codes } from '../../domain/codes.ts'
import { actionRules, type ActionArguments, type PhoneAction } from '../../domain/phone-actions.ts'
import { bodyRules } from '../../generated/body-rules.ts'
import type { components } from '../../generated/contract-types.ts'
import { i18n } from '../i18n/i18n.ts'
import { api, dataOf } from './client.ts'
import { actOnPhones, type Device, type DeviceChange, type DeviceQuery } from './devices.ts'
import { ApiError } from './errors.ts'
import type { FieldProblems } from './field-rules.ts'
import type { RecordFormInput } from './form-description.ts'
import type { BegunJob } from './jobs.ts'
import { selectionOf, type BatchTarget } from './list-calls.ts'

export type StartSettings = components['schemas']['StartSettings']
/** What a change of phones changes. */
/** The form's fields; settings as the contract's rules name them. */
export type DeviceValues = {
  name: string
  note: string
  owner_id: number | null
  'start_settings.resolution': string
  'start_settings.dpi': number | null
  'start_settings.language': string
  'start_settings.timezone': string
  'start_settings.fps': number | null
  'start_settings.bitrate': number | null
}

const inner = 'start_settings.'

const valuesOf = ({ name, note, owner_id, start_settings: settings }: Device): DeviceValues => ({
  name,
  note,
  owner_id,
  'start_settings.resolution': settings.resolution ?? '',
  'start_settings.dpi': settings.dpi ?? null,
  'start_settings.language': settings.language ?? '',
  'start_settings.timezone': settings.timezone ?? '',
  'start_settings.fps': settings.fps ?? null,
  'start_settings.bitrate': settings.bitrate ?? null,
})

/**
 * The contract's body: settings as an object of their own, in which nothing typed means that the phone decides. Whose it is
 * stays where nobody is chosen.
 */
export function changeOf({ owner_id, ...values }: Partial<DeviceValues>): DeviceChange {
  const entries = Object.entries(values)
  const settings = entries.filter(([field]) => field.startsWith(inner))
  return {
    ...(owner_id != null && { owner_id }),
    ...Object.fromEntries(entries.filter(([field]) => !field.startsWith(inner))),
    ...(settings.length > 0 && {
      start_settings: Object.fromEntries(
        settings.map(([field, value]) => [field.slice(inner.length), value === '' ? null : value]),
      ),
    }),
  }
}

/** A form for one phone. */
export const editDevice = (device: Device): RecordFormInput<DeviceValues, unknown> => ({
  values: valuesOf(device),
  of: 'existing record',
  rules: bodyRules.deviceEdit,
  check: ({ name }) => (name.trim() === '' ? { name: { rule: 'required' } } : {}),
  save: ({ changes }, signal) =>
    dataOf(api.POST('/api/restful/v2/device/edit', { body: { id: device.id, ...changeOf(changes) }, signal })),
})

/** A form for several phones, which only gathers what is to change: a batch then does it. What is left blank stays as it is. */
export const editDevices: RecordFormInput<Omit<DeviceValues, 'name'>, DeviceChange> = {
  values: {
    note: '',
    owner_id: null,
    'start_settings.resolution': '',
    'start_settings.dpi': null,
    'start_settings.language': '',
    'start_settings.timezone': '',
    'start_settings.fps': null,
    'start_settings.bitrate': null,
  },
  of: 'existing record',
  rules: bodyRules.deviceEdit,
  save: ({ changes }) => Promise.resolve(changeOf(changes)),
}

/** Asks who phones are to belong to: a batch then does it. */
export const chooseOwner: RecordFormInput<Pick<DeviceValues, 'owner_id'>, DeviceChange> = {
  values: { owner_id: null },
  of: 'new record',
  rules: { owner_id: { required: true } },
  save: ({ values }) => Promise.resolve(changeOf(values)),
}

/** The most phones that are handed out at once: as many as one page names. */
const maxHandedOut = 500

/** Of one's own phones, those that nobody misses. */
const toHandOut = (owner_id: number) => ({ owner_id, status: ['idle'], in_use: false }) satisfies DeviceQuery

/** How many phones somebody could hand out. */
export async function countToHandOut(ownerId: number, signal: AbortSignal): Promise<number> {
  const query = { ...toHandOut(ownerId), limit: 1 }
  return (await dataOf(api.GET('/api/restful/v3/device/list', { signal, params: { query } }))).total
}

/** What handing out phones came to; its entry in the operation log undoes it. */
interface HandedOut {
  given: number
  entries: readonly number[]
}

/** The first by name of somebody's phones that are free. */
async function firstToHandOut(from: number, limit: number, signal: AbortSignal): Promise<number[]> {
  const query = { ...toHandOut(from), sort: 'name' as const, limit }
  const { items } = await dataOf(api.GET('/api/restful/v3/device/list', { signal, params: { query } }))
  if (items.length === limit) return items.map(({ id }) => id)
  const count = i18n.t('people.reason.fewerPhones', { count: items.length })
  throw new ApiError(codes.invalidInput, count, { count })
}

/** Gives somebody phones of one's own, whichever are free: the first by name. */
export function handOut(
  from: number,
  to: number,
  proposed: number,
): RecordFormInput<{ count: number | null }, HandedOut> {
  /** Those of a try whose answer was lost: it may have been done, and others would be given beside them. */
  let tried: number[] = []
  return {
    values: { count: Math.min(proposed, maxHandedOut) },
    of: 'new record',
    rules: { count: { required: true, type: 'integer', minimum: 1, maximum: maxHandedOut } },
    async save({ values }, signal) {
      const limit = values.count ?? 0 // The rules have asked for some.
      const ids = tried.length === limit ? tried : await firstToHandOut(from, limit, signal)
      const body = { ids, owner_id: to }
      const call = dataOf(api.POST('/api/restful/v2/device/edit', { body, signal }))
      const { results, undo } = await call.catch((failure: unknown) => {
        tried = failure instanceof ApiError ? [] : ids
        throw failure
      })
      tried = []
      const refused = results.find(({ ok }) => !ok)
      const given = results.filter(({ ok }) => ok).length
      if (refused !== undefined && given === 0) throw new ApiError(refused.code ?? 0, refused.message ?? '')
      return { given, entries: undo === undefined ? [] : [undo.log_id] }
    },
  }
}

/** What a form has for an action, of which some may be left from another. */
type GivenArguments = {
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

type ActionValues = GivenArguments & {
  /** How many phones lose something by it, typed to confirm it. */
  count: string
}

/** The form of an action on phones that has an argument; `check` says what else is missing. */
export const actionForm = (
  target: BatchTarget<DeviceQuery>,
  action: PhoneAction,
  check: (values: ActionValues) => FieldProblems,
): RecordFormInput<ActionValues, BegunJob> => ({
  of: 'new record',
  values: { file_id: null, package: '', count: '' },
  rules: bodyRules.deviceRun,
  check: (values) => ({
    ...(lacksArgument(action, 'file_id', values.file_id) && { file_id: { rule: 'required' } }),
    ...(lacksArgument(action, 'package', values.package) && { package: { rule: 'required' } }),
    ...check(values),
  }),
  save: ({ values }, signal) =>
    actOnPhones({ ...selectionOf(target), action, ...argumentsFor(action, values) }, signal),
})

/** The form that runs a command on phones. */
export const commandForm = (target: BatchTarget<DeviceQuery>): RecordFormInput<{ command: string }, BegunJob> => ({
  of: 'new record',
  values: { command: '' },
  rules: { command: { ...bodyRules.deviceRun.command, required: true } },
  save: ({ values: { command } }, signal) => actOnPhones({ ...selectionOf(target), action: 'shell', command }, signal),
})
