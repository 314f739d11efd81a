import { codes } from '../../domain/codes.ts'
import type { Caller } from '../auth/sessions.ts'
import type { Operation } from '../contract.ts'
import { admit, requireMarket } from '../environment-batch.ts'
import { eachAlone } from '../each-alone.ts'
import { messages } from '../messages.ts'
import { Refusal } from '../refusal.ts'
import type { EnvironmentRow } from '../store/environments.ts'
import type { Transaction } from '../store/store.ts'
import type { Market } from '../../domain/markets.ts'

async function lockVisible(tx: Transaction, caller: Caller, market: Market, id: number): Promise<EnvironmentRow> {
  const [environment] = await tx.environments.lockMatching(caller, { market, id }, 1)
  if (environment === undefined) throw new Refusal(codes.notFound, messages.noSuchEnvironment)
  return environment
}

export const environmentOpen: Operation<'environmentOpen'> = async (call) => {
  const { caller, body, client, openings, limits } = call
  const { market, ids, device_id } = body
  admit(caller, market, limits)
  if (device_id !== undefined && ids.length > 1)
    throw new Refusal(codes.invalidInput, messages.invalidInput, { device_id: messages.onePhoneOnly })
  const results = await eachAlone(call, ids, async (tx, id) => {
    const environment = await lockVisible(tx, caller, market, id)
    const device = await openings.open(tx, { caller, ip: client.ip }, environment, device_id)
    return { device_id: device.id, device_name: device.name }
  })
  return { results }
}

export const environmentClose: Operation<'environmentClose'> = async (call) => {
  const { caller, body, client, openings, limits } = call
  admit(caller, body.market, limits)
  const results = await eachAlone(call, body.ids, async (tx, id) => {
    const seen = await tx.environments.visible(caller, body.market, id)
    if (seen === undefined) throw new Refusal(codes.notFound, messages.noSuchEnvironment)
    const device = seen.device_id === null ? undefined : await tx.devices.lock(seen.device_id)
    if (device?.environment_id !== id) throw new Refusal(codes.stateForbids, messages.environmentIsClosed)
    await openings.close(tx, { caller, ip: client.ip }, device)
    return {}
  })
  return { results }
}

export const environmentRecords: Operation<'environmentRecords'> = async ({ caller, query, store }) => {
  requireMarket(caller, query.market)
  const environment = await store.environments.visible(caller, query.market, query.id)
  if (environment === undefined) throw new Refusal(codes.notFound, messages.noSuchEnvironment)
  const records = await store.environmentRecords.ofEnvironment(environment.id)
  const items = records.map(({ environment_id: _environment, object: _object, ...record }) => record)
  return { items, restored_next: environment.record_id }
}

export const recordRestore: Operation<'recordRestore'> = ({ caller, body, store, client, openings, limits }) => {
  admit(caller, undefined, limits)
  return store.transaction(async (tx) => {
    const known = await tx.environments.byId(body.environment_id)
    if (known === undefined) throw new Refusal(codes.notFound, messages.noSuchEnvironment)
    requireMarket(caller, known.market)
    // A phone is locked before what is open on it.
    if (known.device_id !== null) await tx.devices.lock(known.device_id)
    const environment = await lockVisible(tx, caller, known.market, known.id)
    await openings.restore(tx, { caller, ip: client.ip }, environment, body.record_id)
    return { device_id: environment.device_id }
  })
}
