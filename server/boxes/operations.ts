import { codes } from '../../domain/codes.ts'
import { mayOpenTunnels } from '../../domain/roles.ts'
import type { Config } from '../config/config.ts'
import type { Broker } from '../broker/broker.ts'
import { isOutdated } from './agent-age.ts'
import { newEnrolment } from './credentials.ts'
import type { Caller } from '../http/sessions.ts'
import { defineOperations, type Call, type Schemas } from '../http/contract.ts'
import { reason } from '../../texts/reason.ts'
import { announceBox } from './announce.ts'
import { announceGone } from '../broker/announce-change.ts'
import { boxEndsTopic } from '../broker/broker.ts'
import { toTunnel } from './tunnels.ts'
import { invalidFields, Refusal } from '../http/refusal.ts'
import { sortOrder } from '../http/sort-order.ts'
import type { BoxChange, BoxEntry, BoxRow } from '../store/box-queries.ts'
import { differing } from '../store/operation-log.ts'
import type { Queries, Transaction } from '../store/store.ts'
import type { Person } from '../store/users.ts'

/** A box as the contract shows it to the caller: tunnels are for those who may open them. */
function toBox({ tunnel, phone_owner_id, ...box }: BoxEntry, caller: Person): Schemas['Box'] {
  const { enrolment_hash: _, owner_path: __, deleted_at: ___, embedded: ____, ...shown } = box
  const agent_outdated = isOutdated(box.agent_version)
  return {
    ...shown,
    agent_outdated,
    phone_owner_id,
    frp: tunnel && mayOpenTunnels(caller.role) ? toTunnel(tunnel) : null,
  }
}

/** A box of those that the caller may see, locked. */
async function lockVisible(tx: Transaction, caller: Caller, id: number): Promise<BoxRow> {
  const box = await tx.boxes.lock(id)
  if (box === undefined || (await tx.boxes.visible(caller, id)) === undefined)
    throw new Refusal(codes.notFound, reason('boxes.reason.noSuchBox'))
  return box
}

async function shownBox(tx: Queries, caller: Caller, id: number): Promise<Schemas['Box']> {
  const box = await tx.boxes.visible(caller, id)
  if (box === undefined) throw new Refusal(codes.notFound, reason('boxes.reason.noSuchBox'))
  return toBox(box, caller)
}

async function checkRegion(tx: Queries, region: string): Promise<void> {
  const regions = await tx.regions.list()
  if (!regions.some(({ code }) => code === region)) throw invalidFields({ region: reason('form.problems.region') })
}

/** Whose the box is to be: an agent's own, or an agent's or admin's that an admin names. */
async function ownerOf(tx: Queries, caller: Caller, id: number): Promise<Person> {
  const owner = (await tx.users.lockMany([id])).get(id) // Nobody deletes it meanwhile.
  const mayOwn = owner?.role === 'agent' || owner?.role === 'admin'
  const mayGive = caller.role === 'admin' || id === caller.id
  if (owner === undefined || !mayOwn || !mayGive) throw invalidFields({ owner_id: reason('boxes.reason.noBoxOwner') })
  return owner
}

async function checkPhoneOwner(tx: Queries, owner: Person, id: number | null): Promise<void> {
  if (id === null || id === owner.id) return
  const user = (await tx.users.lockMany([id])).get(id)
  if (!user?.path.startsWith(`${owner.path}/`))
    throw invalidFields({ phone_owner_id: reason('boxes.reason.noPhoneOwner') })
  if (user.role === 'security') throw invalidFields({ phone_owner_id: reason('devices.reason.noOwner') })
}

/** What becomes of the box's row. A new owner gets new phones itself, unless the caller says otherwise. */
async function changeOf(
  tx: Queries,
  caller: Caller,
  before: BoxRow,
  body: Call<'boxEdit'>['body'],
): Promise<BoxChange> {
  const { id: _, owner_id, phone_owner_id, ...plain } = body
  const change: BoxChange = { ...plain, ...(plain.name !== undefined && { name: plain.name.trim() }) }
  const isGiven = owner_id !== undefined && owner_id !== before.owner_id
  const owner = isGiven ? await ownerOf(tx, caller, owner_id) : await tx.users.byId(before.owner_id)
  if (owner === undefined) throw new Error(`box ${before.id} belongs to nobody`)
  if (isGiven) Object.assign(change, { owner_id: owner.id, owner_path: owner.path, phone_owner_id: null })
  if (phone_owner_id !== undefined) {
    await checkPhoneOwner(tx, owner, phone_owner_id)
    change.phone_owner_id = phone_owner_id
  }
  return change
}

/** Adds a box, whose enrolment token is told this once. */
async function addBox(broker: Broker, call: Call<'boxAdd'> | Call<'boxAddUnversioned'>): Promise<Schemas['BoxToken']> {
  const { caller, body, store, client } = call
  const { token, hash } = newEnrolment()
  return store.transaction(async (tx) => {
    await checkRegion(tx, body.region)
    const owner = await ownerOf(tx, caller, body.owner_id ?? caller.id)
    const phoneOwnerId = body.phone_owner_id ?? null
    await checkPhoneOwner(tx, owner, phoneOwnerId)
    const { code, name, region, address = '', slots, note = '' } = body
    const settings = { code, name: name.trim(), region, address, slots, note, phone_owner_id: phoneOwnerId }
    const added = await tx.boxes.addUnlessTaken({
      ...settings,
      owner_id: owner.id,
      owner_path: owner.path,
      enrolment_hash: hash,
    })
    if (added === undefined) throw invalidFields({ code: reason('boxes.reason.codeTaken') })
    const box = await shownBox(tx, caller, added.id)
    const detail = { after: { ...settings, owner_id: owner.id } }
    await call.note(tx, 'box.add', { target: `box:${added.id}`, detail })
    tx.afterCommit(() => announceBox(broker, added, { name: added.name, code }, added.created_at))
    return { box, enrolment_token: token, server_url: client.serverUrl.origin }
  })
}

interface Ports {
  broker: Broker
  config: Pick<Config, 'phones'>
}

/** Whether the server itself runs a box's agent, and has its token. */
const isServersOwn = ({ embedded }: BoxRow, { phones }: Ports['config']): boolean => embedded && phones > 0

export const boxOperations = defineOperations(({ broker, config }: Ports) => ({
  boxList: async ({ caller, query, store }) => {
    const { items, total } = await store.boxes.list(caller, {
      id: query.id,
      keyword: query.keyword?.trim() || undefined,
      online: query.online,
      region: query.region,
      owner_id: query.owner_id,
      sort: sortOrder(query.sort),
      limit: query.limit,
      skip: query.skip,
    })
    return { items: items.map((box) => toBox(box, caller)), total }
  },

  /** Adds a box, whose enrolment token is told this once. */
  boxAdd: (call) => addBox(broker, call),
  boxAddUnversioned: (call) => addBox(broker, call),

  /**
   * Changes what people say about a box. Its phones stay with those who have them. A new owner's box obeys no agent of the former one:
   * the token is replaced by one that nobody has, until the new owner has it replaced and is told it.
   */
  boxEdit: (call) => {
    const { caller, body, store } = call
    return store.transaction(async (tx) => {
      const before = await lockVisible(tx, caller, body.id)
      if (body.region !== undefined) await checkRegion(tx, body.region)
      const change = await changeOf(tx, caller, before, body)
      if (Object.keys(change).length > 0) await tx.boxes.change(before.id, change)
      const endsAgent = change.owner_id !== undefined && !isServersOwn(before, config)
      if (endsAgent) await tx.boxes.replaceEnrolment(before.id, newEnrolment().hash)
      const box = await shownBox(tx, caller, before.id)
      if (change.slots !== undefined && change.slots < box.phone_count)
        throw invalidFields({ slots: reason('boxes.reason.tooFewSlots', { count: box.phone_count }) })
      const { owner_path: _, ...changed } = change
      await call.note(tx, 'box.edit', { target: `box:${before.id}`, detail: differing(before, changed) })
      const names = { owner_name: box.owner_name, phone_owner_name: box.phone_owner_name }
      const places = new Set([before.owner_path, change.owner_path ?? before.owner_path])
      tx.afterCommit(() => {
        if (endsAgent) broker.publish(boxEndsTopic, String(before.id), 1)
        for (const owner_path of places)
          announceBox(broker, { id: before.id, owner_path }, { ...changed, ...names }, Date.now())
      })
      return box
    })
  },

  /** Takes a box out of every list, with its phones. */
  boxDel: (call) => {
    const { caller, body, store } = call
    return store.transaction(async (tx) => {
      const box = await lockVisible(tx, caller, body.id)
      const phones = await tx.devices.lockOfBox(box.id)
      const busy = phones.filter(({ status, in_use_by }) => status !== 'offline' || in_use_by !== null)
      if (busy.length > 0)
        throw new Refusal(codes.stateForbids, reason('boxes.reason.phonesInUse', { count: busy.length }))
      const now = Date.now()
      await tx.boxTunnels.remove(box.id)
      await tx.boxes.remove(box.id, now)
      const { code, name } = box
      const detail = { before: { code, name, phones: phones.map(({ serial }) => serial) } }
      await call.note(tx, 'box.del', { target: `box:${box.id}`, detail })
      tx.afterCommit(() => {
        broker.publish(boxEndsTopic, String(box.id), 1)
        void announceGone(broker, 'box', [box], now)
        void announceGone(broker, 'device', phones, now)
      })
      return null
    })
  },

  /** Replaces a box's enrolment token; the agent that has the old one is let in no more. */
  boxToken: (call) => {
    const { caller, body, store, client } = call
    const { token, hash } = newEnrolment()
    return store.transaction(async (tx) => {
      const box = await lockVisible(tx, caller, body.id)
      if (isServersOwn(box, config)) throw new Refusal(codes.stateForbids, reason('boxes.reason.embeddedBox'))
      await tx.boxes.replaceEnrolment(box.id, hash)
      const shown = await shownBox(tx, caller, box.id)
      await call.note(tx, 'box.token', { target: `box:${box.id}` })
      tx.afterCommit(() => broker.publish(boxEndsTopic, String(box.id), 1))
      return { box: shown, enrolment_token: token, server_url: client.serverUrl.origin }
    })
  },
}))
