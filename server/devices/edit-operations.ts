import { codes } from '../../domain/codes.ts'
import { seesEverything } from '../../domain/roles.ts'
import { timeZoneOf } from '../../domain/time-zones.ts'
import type { Broker } from '../broker/broker.ts'
import type { Caller } from '../http/sessions.ts'
import { defineOperations, type Call, type Schemas } from '../http/contract.ts'
import { deviceFilter } from './filter.ts'
import { isOwn } from './rules.ts'
import { reason } from '../../texts/reason.ts'
import { announceDevice } from './announce.ts'
import { absentOf, resultsOf } from '../http/batch-results.ts'
import { invalidFields, Refusal } from '../http/refusal.ts'
import { maxMatching, notTooMany } from '../http/selection.ts'
import type { DeviceEdit, DeviceRow } from '../store/devices.ts'
import { targetsOf } from '../store/operation-log.ts'
import type { Transaction } from '../store/store.ts'
import { deviceColumns } from './undo.ts'
import { differenceOf, noteUndoable } from '../log/kept-changes.ts'
import { pairsOf } from '../log/put-back.ts'

type Body = Call<'deviceEdit'>['body']

function check({ id, ids, matching, name, ...changes }: Body): void {
  if ([id, ids, matching].filter((each) => each !== undefined).length !== 1)
    throw invalidFields({ ids: reason('devices.reason.whichPhones') })
  if (name !== undefined && id === undefined) throw invalidFields({ name: reason('devices.reason.nameIsForOne') })
  if (name !== undefined && name.trim() === '') throw invalidFields({ name: reason('form.problems.required') })
  if (name === undefined && Object.values(changes).every((change) => change === undefined))
    throw invalidFields({ note: reason('call.nothingToChange') })
  const timezone = changes.start_settings?.timezone
  if (timezone && timeZoneOf(timezone) === undefined)
    throw invalidFields({ 'start_settings.timezone': reason('form.problems.timezone') })
}

/** Whom the phones go to; it has to be among the caller and everyone below. */
async function ownerFor(tx: Transaction, caller: Caller, id: number) {
  const isVisible = (await tx.users.visible(caller, id)) !== undefined
  const owner = isVisible ? (await tx.users.lockMany([id])).get(id) : undefined
  if (owner === undefined) throw invalidFields({ owner_id: reason('people.reason.noSuchUser') })
  if (seesEverything(owner.role)) throw invalidFields({ owner_id: reason('devices.reason.noOwner') })
  return owner
}

async function lockWanted(tx: Transaction, caller: Caller, { id, ids, matching }: Body): Promise<DeviceRow[]> {
  if (matching === undefined) return tx.devices.lockVisible(caller, id === undefined ? (ids ?? []) : [id])
  const found = await tx.devices.lockMatching(caller, deviceFilter(matching), maxMatching + 1)
  return notTooMany(found, reason('devices.reason.tooManyPhones'))
}

/** What the log tells of a change: of one phone before and after, of several how many and what. */
function detailOf(before: readonly DeviceRow[], { owner_path: _path, ...change }: DeviceEdit) {
  const fields = Object.keys(change) as (keyof typeof change)[]
  const [first] = before
  if (before.length === 1 && first !== undefined)
    return { before: Object.fromEntries(fields.map((field) => [field, first[field]])), after: change }
  return { after: { ...change, phones: before.length } }
}

export const deviceEditOperations = defineOperations(({ broker }: { broker: Broker }) => ({
  /** Changes phones of the caller and everyone below, all or those that may be changed; each has its result. */
  deviceEdit: (call) => {
    const { caller, body, store } = call
    check(body)
    return store.transaction(async (tx) => {
      const owner = body.owner_id === undefined ? undefined : await ownerFor(tx, caller, body.owner_id)
      const seen = await lockWanted(tx, caller, body)
      const own = seen.filter((device) => isOwn(caller, device))
      if (body.id !== undefined && seen.length === 0)
        throw new Refusal(codes.notFound, reason('devices.reason.noSuchDevice'))
      if (body.id !== undefined && own.length === 0)
        throw new Refusal(codes.notAllowed, reason('devices.reason.notYours'))

      const change: DeviceEdit = {
        ...(body.name !== undefined && { name: body.name.trim() }),
        ...(body.note !== undefined && { note: body.note }),
        ...(owner !== undefined && { owner_id: owner.id, owner_path: owner.path }),
        ...(body.start_settings !== undefined && { start_settings: body.start_settings }),
      }
      let undo: Schemas['Undoable'] | undefined
      if (own.length > 0) {
        const after = new Map(
          (
            await tx.devices.edit(
              own.map(({ id }) => id),
              change,
            )
          ).map((device) => [device.id, device]),
        )
        const now = Date.now()
        const named = own.map(({ id, name }) => ({ id, name: after.get(id)?.name ?? name }))
        const entry = { ...targetsOf('device', named), detail: detailOf(own, change) }
        const rows = differenceOf(deviceColumns, pairsOf(own, [...after.values()]))
        undo = await noteUndoable(tx, call, 'device.edit', entry, { kind: 'devices', at: now, rows })
        tx.afterCommit(() => {
          for (const before of own) {
            const device = after.get(before.id)
            if (device !== undefined)
              announceDevice(broker, { before, after: device, ownerName: owner?.user_name }, now)
          }
        })
      }

      const refused = new Map(absentOf(body.ids, seen, reason('devices.reason.noSuchDevice')))
      for (const device of seen)
        if (!isOwn(caller, device))
          refused.set(device.id, { code: codes.notAllowed, reason: reason('devices.reason.notYours') })
      return { results: resultsOf(call, body.ids ?? seen.map(({ id }) => id), refused), undo }
    })
  },
}))
