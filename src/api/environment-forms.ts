import type { Market } from '../../domain/markets.ts'
import { bodyRules } from '../../generated/body-rules.ts'
import type { components, operations } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'
import type { Environment, MoveMode } from './environments.ts'
import { ApiError } from './errors.ts'
import type { FieldProblems, FieldRules } from './field-rules.ts'
import type { RecordFormInput } from './form-description.ts'

type ProxyInput = components['schemas']['ProxyInput']

// Types, not interfaces: they are to be indexed.
type SharedValues = {
  account: string
  owner_id: number | null
  tags: readonly number[]
  region: string
  timezone: string
  language: string
  note: string
  /** Empty where there is none. */
  'proxy.type': ProxyInput['type'] | ''
  'proxy.host': string
  'proxy.port': number | null
  'proxy.user_name': string
  'proxy.password': string
}
export type EnvironmentValues = SharedValues & { name: string }
export type NumberedValues = SharedValues & {
  pattern: string
  start: number | null
  count: number | null
  digits: number | null
}

const blank = (ownerId: number): SharedValues => ({
  account: '',
  owner_id: ownerId,
  tags: [],
  region: '',
  timezone: '',
  language: '',
  note: '',
  'proxy.type': '',
  'proxy.host': '',
  'proxy.port': null,
  'proxy.user_name': '',
  'proxy.password': '',
})

/** A proxy may be left out as a whole, so that nothing of it is required until its kind is chosen. */
const looseProxy = (rules: FieldRules): FieldRules => {
  const optional = ['proxy.type', 'proxy.host', 'proxy.port'].map((field) => {
    const { required: _required, ...rule } = rules[field] ?? {}
    return [field, rule] as const
  })
  return { ...rules, ...Object.fromEntries(optional) }
}

const needed = { rule: 'required' } as const

const checkProxy = (values: SharedValues): FieldProblems =>
  values['proxy.type'] === ''
    ? {}
    : {
        ...(values['proxy.host'].trim() === '' && { 'proxy.host': needed }),
        ...(values['proxy.port'] === null && { 'proxy.port': needed }),
      }

/** An empty password leaves the one that an existing proxy has. */
function proxyOf(values: SharedValues): ProxyInput | null {
  const { 'proxy.type': type, 'proxy.host': host, 'proxy.port': port, 'proxy.user_name': user_name } = values
  if (type === '' || port === null) return null
  const password = values['proxy.password']
  return { type, host: host.trim(), port, user_name, ...(password !== '' && { password }) }
}

function sharedOf(values: SharedValues) {
  const { account, owner_id, tags, region, timezone, language, note } = values
  return {
    account,
    owner_id: owner_id ?? undefined,
    tags: [...tags],
    region,
    timezone,
    language,
    note,
    proxy: proxyOf(values),
  }
}

export const newEnvironment = (market: Market, ownerId: number): RecordFormInput<EnvironmentValues, Environment> => ({
  values: { name: '', ...blank(ownerId) },
  of: 'new record',
  rules: looseProxy(bodyRules.environmentAdd),
  check: checkProxy,
  save: ({ values }, signal) =>
    dataOf(
      api.POST('/api/restful/v2/environment/add', {
        signal,
        body: { market, name: values.name, ...sharedOf(values) },
      }),
    ),
})

interface AddedEnvironments {
  count: number
  /** How it can be undone. */
  undo?: { log_id: number }
}

export const numberedEnvironments = (
  market: Market,
  ownerId: number,
): RecordFormInput<NumberedValues, AddedEnvironments> => ({
  values: { pattern: `${market}-{n}`, start: 1, count: 10, digits: 3, ...blank(ownerId) },
  of: 'new record',
  rules: looseProxy(bodyRules.environmentBatchAdd),
  check: checkProxy,
  save: ({ values }, signal) => {
    const { pattern, start, count, digits } = values
    const numbers = { start: start ?? undefined, count: count ?? 0, digits: digits ?? undefined }
    const body = { market, pattern, ...numbers, ...sharedOf(values) }
    return dataOf(api.POST('/api/restful/v2/environment/batchadd', { signal, body }))
  },
})

export function existingEnvironment(environment: Environment): RecordFormInput<EnvironmentValues, null> {
  const { id, market, proxy } = environment
  const { name, account, owner_id, tags, region, timezone, language, note } = environment
  return {
    values: {
      name,
      account,
      owner_id,
      tags,
      region,
      timezone,
      language,
      note,
      'proxy.type': proxy?.type ?? '',
      'proxy.host': proxy?.host ?? '',
      'proxy.port': proxy?.port ?? null,
      'proxy.user_name': proxy?.user_name ?? '',
      'proxy.password': '',
    },
    of: 'existing record',
    rules: looseProxy(bodyRules.environmentEdit),
    check: checkProxy,
    save: ({ values, changes }, signal) => {
      const isProxyChanged = Object.keys(changes).some((field) => field.startsWith('proxy.'))
      const plain = Object.entries(changes).filter(([field]) => !field.startsWith('proxy.'))
      const changed = {
        ...(Object.fromEntries(plain) as Partial<Pick<Environment, 'name' | 'account'>>), // Some of the values' own.
        ...(isProxyChanged && { proxy: proxyOf(values) }),
      }
      return changeOne({ market, id }, changed, signal)
    },
  }
}

type Changed = Omit<NonNullable<operations['environmentEdit']['requestBody']>['content']['application/json'], 'market'>

async function changeOne(
  { market, id }: Pick<Environment, 'market' | 'id'>,
  changed: Changed,
  signal: AbortSignal,
): Promise<null> {
  const body = { market, ids: [id], ...changed }
  const { results } = await dataOf(api.POST('/api/restful/v2/environment/edit', { signal, body }))
  const [result] = results
  if (result?.ok === false) throw new ApiError(result.code ?? 0, result.message ?? '')
  return null
}

type NoteValues = { note: string }

/** What the next shift is to know of a shop. */
export const shopNote = (shop: Pick<Environment, 'market' | 'id' | 'note'>): RecordFormInput<NoteValues, null> => ({
  values: { note: shop.note },
  of: 'existing record',
  rules: { note: bodyRules.environmentEdit.note },
  save: ({ values }, signal) => changeOne(shop, { note: values.note }, signal),
})

export type MoveValues = { tags: readonly number[]; mode: MoveMode }
type AssignValues = { owner_id: number | null }

/** Which groups to move to; nothing is asked of the server yet. */
export const chosenGroups: RecordFormInput<MoveValues, MoveValues> = {
  values: { tags: [], mode: 'add' },
  of: 'new record',
  rules: bodyRules.environmentMove,
  save: async ({ values }) => values,
}

/** Whom to give to; nothing is asked of the server yet. */
export const chosenOwner: RecordFormInput<AssignValues, AssignValues> = {
  values: { owner_id: null },
  of: 'new record',
  rules: { owner_id: { required: true } },
  save: async ({ values }) => values,
}
