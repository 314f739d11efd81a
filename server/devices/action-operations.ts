import { codes } from '../../domain/codes.ts'
import type { PhoneCare } from './care.ts'
import type { Actor, Caller } from '../http/sessions.ts'
import { defineOperations, type Call, type Schemas } from '../http/contract.ts'
import { isOwn, otherHolder } from './rules.ts'
import { eachAlone } from '../http/batch-results.ts'
import { reason } from '../../texts/reason.ts'
import { invalidFields, Refusal } from '../http/refusal.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { Transaction } from '../store/store.ts'

type ActionCall = Call<'deviceDel' | 'deviceRecover' | 'deviceChangeIp' | 'deviceMaintain'>
type Act = (tx: Transaction, device: DeviceRow) => Promise<unknown>
/** Whether the caller may do this with a phone that it sees. */
type Right = (caller: Caller, device: DeviceRow, tx: Transaction) => Promise<void>

const owns: Right = async (caller, device) => {
  if (!isOwn(caller, device)) throw new Refusal(codes.notAllowed, reason('devices.reason.notYours'))
}

/** Nobody else has it, or whoever has it is below the caller. */
const maySteer: Right = async (caller, device, tx) => {
  const holder = await otherHolder(tx, caller, device)
  if (holder) throw new Refusal(codes.stateForbids, reason('devices.reason.heldBy', { name: holder.user_name }))
}

const actorOf = ({ caller, client }: Pick<ActionCall, 'caller' | 'client'>): Actor => ({ caller, ip: client.ip })

async function lockVisible(tx: Transaction, caller: Caller, id: number): Promise<DeviceRow> {
  const device = await tx.devices.lock(id)
  if (device === undefined || (await tx.devices.visible(caller, id)) === undefined)
    throw new Refusal(codes.notFound, reason('devices.reason.noSuchDevice'))
  return device
}

/** Does something with one phone, whose failure is the call's, or with several, of which each has its result. */
async function each(call: ActionCall, right: Right, act: Act): Promise<Schemas['BatchResults']> {
  const { caller, body, store } = call
  const actOn = async (tx: Transaction, deviceId: number) => {
    const device = await lockVisible(tx, caller, deviceId)
    await right(caller, device, tx)
    await act(tx, device)
  }
  const { id, ids } = body
  if (ids !== undefined && id === undefined) return { results: await eachAlone(call, ids, actOn) }
  if (id === undefined || ids !== undefined) throw invalidFields({ ids: reason('devices.reason.whichPhones') })
  await store.transaction((tx) => actOn(tx, id))
  return { results: [{ id, ok: true }] }
}

export const deviceActionOperations = defineOperations(({ phoneCare }: { phoneCare: PhoneCare }) => ({
  deviceDel: (call) => each(call, owns, (tx, device) => phoneCare.delete(tx, actorOf(call), device)),

  deviceRecover: (call) => each(call, owns, (tx, device) => phoneCare.recover(tx, actorOf(call), device)),

  deviceChangeIp: (call) => each(call, maySteer, (tx, device) => phoneCare.changeIp(tx, actorOf(call), device)),

  deviceMaintain: (call) => {
    const { on, reason = '' } = call.body
    const how = { on, reason: reason.trim() }
    return each(call, owns, (tx, device) => phoneCare.maintain(tx, actorOf(call), device, how))
  },

  /** Frees a phone: what is open on it is closed; where nothing is, whoever controls it stops. */
  deviceFreed: ({ caller, query, client, store }) =>
    store.transaction(async (tx) => {
      const device = await lockVisible(tx, caller, query.id)
      await maySteer(caller, device, tx)
      const workflow = await phoneCare.free(tx, actorOf({ caller, client }), device)
      return { saves: workflow !== null }
    }),

  deviceStartSettings: async ({ caller, query, store }) => {
    const device = await store.devices.visible(caller, query.id)
    if (device === undefined) throw new Refusal(codes.notFound, reason('devices.reason.noSuchDevice'))
    return device.start_settings
  },
}))
