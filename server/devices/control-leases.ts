import { randomUUID } from 'node:crypto'
import { codes } from '../../domain/codes.ts'
import { seesEverything } from '../../domain/roles.ts'
import type { Caller } from '../http/sessions.ts'
import { isAllowed, moved } from './life.ts'
import { Refusal } from '../http/refusal.ts'
import type { ControlLease } from '../store/lease-queries.ts'
import type { DeviceRow } from '../store/devices.ts'
import { Reach } from '../store/reach.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { Broker } from '../broker/broker.ts'
import { relayTimings } from '../relay/timings.ts'
import { announceDevice } from './announce.ts'
import { mayTakeOver } from './rules.ts'
import { reason } from '../../texts/reason.ts'

/** Between two renewals of a lease by its relay. Milliseconds. */
const { renewal } = relayTimings

/** Who ends a lease: a user from an address, or the server. */
type Ending = { hasExpired?: boolean; ip?: string }

/** One operator controls a phone: whoever holds its lease, which the relay renews while it stays (DESIGN, video). */
export class ControlLeases {
  readonly #store: Store
  readonly #broker: Broker
  /** A gap is one in which a renewal was due. */
  readonly #reach = new Reach(renewal)

  constructor(store: Store, broker: Broker) {
    this.#store = store
    this.#broker = broker
  }

  /**
   * Takes a phone's control lease, and answers its id. A session that has it keeps it, also while the phone is away.
   *
   * @throws Refusal 40400 unless the caller may see the phone; 40900 where its state, the caller's quota, or somebody
   * else's lease forbids it, the last unless `takeOver` and it may be taken from whoever has it (rules.ts)
   */
  async take(
    tx: Transaction,
    caller: Caller,
    deviceId: number,
    { takeOver, ip }: { takeOver: boolean; ip: string },
  ): Promise<string> {
    await tx.users.lock(caller.id) // Two takes at once could pass the quota.
    const device = await tx.devices.lock(deviceId)
    const seen = await tx.devices.visible(caller, deviceId)
    if (device === undefined || seen === undefined)
      throw new Refusal(codes.notFound, reason('devices.reason.noSuchDevice'))
    const current = await tx.controlLeases.ofDevice(deviceId)
    if (current?.session_id === caller.session_id) {
      await tx.controlLeases.renew([current.id])
      return current.id
    }
    if (!isAllowed(device, { type: 'taken' }))
      throw new Refusal(codes.stateForbids, reason(`devices.reason.${device.status}`))

    // Also who has an environment open on it, and is not looking.
    const holderId = current?.user_id ?? device.in_use_by
    const holder = current || holderId !== caller.id ? await userOrNobody(tx, holderId) : undefined
    if (holder && !(takeOver && (await mayTakeOver(tx, caller, holder, seen))))
      throw new Refusal(codes.stateForbids, reason('devices.reason.heldBy', { name: holder.user_name }))
    if (current) await tx.controlLeases.remove(current.id, 'taken over')
    await this.#checkQuota(tx, caller, device)

    const now = Date.now()
    const id = randomUUID()
    const whose = { user_id: caller.id, session_id: caller.session_id }
    await tx.controlLeases.add({ id, device_id: deviceId, ...whose, taken_at: now })
    const taken = {
      ...device,
      in_use_by: caller.id,
      in_use_since: device.in_use_by === caller.id ? device.in_use_since : now,
    }
    const after: DeviceRow = moved(taken, { type: 'taken' }, now) ?? taken
    await tx.devices.save([after])
    await tx.operationLog.append({ user: caller, action: 'control.take', target: `device:${deviceId}`, ip }, now)
    tx.afterCommit(() => {
      const holderPlaces = [caller.path, ...(holder ? [holder.path] : [])]
      announceDevice(this.#broker, { before: device, after, holder: caller, holderPlaces }, now)
    })
    return id
  }

  /** Renews leases; answers those that still hold. */
  renew(ids: readonly string[]): Promise<string[]> {
    return this.#store.controlLeases.renew(ids)
  }

  /** Ends a lease, if it is still there. */
  async release(id: string): Promise<void> {
    const lease = await this.#store.controlLeases.byId(id)
    if (lease) await this.#store.transaction((tx) => this.#end(tx, lease, {}))
  }

  /** Ends the lease of a phone that the transaction has locked, if there is one. */
  async releaseOfDevice(tx: Transaction, device: DeviceRow, ip: string): Promise<void> {
    const lease = await tx.controlLeases.ofDevice(device.id)
    if (lease) await this.#end(tx, lease, { ip })
  }

  /** Ends what sessions hold, in the transaction that ends the sessions. */
  async releaseOfSessions(tx: Transaction, sessionIds: readonly string[], ip: string): Promise<void> {
    const leases = (await tx.controlLeases.ofSessions(sessionIds)).toSorted((a, b) => a.device_id - b.device_id)
    // All phones before the first log entry: whoever holds a phone may be waiting for the log.
    for (const lease of leases) await tx.devices.lock(lease.device_id)
    for (const lease of leases) await this.#end(tx, lease, { ip })
  }

  /**
   * Ends the leases that nobody renewed: their relay died, or the server was down. Where the database was away, or this server, which
   * then can't tell, relays that live are first given time to renew theirs.
   */
  async sweep(): Promise<void> {
    const expired = await this.#store.controlLeases.expired()
    this.#reach.note()
    if (!this.#reach.isUnbrokenFor(2 * renewal)) return
    for (const lease of expired) await this.#store.transaction((tx) => this.#end(tx, lease, { hasExpired: true }))
    this.#reach.note()
  }

  async #checkQuota(tx: Transaction, caller: Caller, device: DeviceRow): Promise<void> {
    if (seesEverything(caller.role) || device.in_use_by === caller.id) return
    const user = await tx.users.byId(caller.id)
    if (user === undefined || (await tx.devices.heldBy(caller.id)) >= user.thread_number)
      throw new Refusal(codes.stateForbids, reason('people.reason.quotaUsed'))
  }

  async #end(tx: Transaction, lease: ControlLease, { hasExpired = false, ip = '' }: Ending): Promise<void> {
    const device = await tx.devices.lock(lease.device_id)
    if (device === undefined || !(await tx.controlLeases.remove(lease.id, hasExpired ? 'expired' : 'released'))) return
    const now = Date.now()
    // Who opened an environment on it keeps it.
    const keeper = device.environment_id === null ? undefined : await tx.environments.opener(device.environment_id)
    const left = {
      ...device,
      in_use_by: keeper?.id ?? null,
      in_use_since: keeper === undefined ? null : keeper.id === device.in_use_by ? device.in_use_since : now,
    }
    const after: DeviceRow = moved(left, { type: 'freed' }, now) ?? left
    await tx.devices.save([after])
    const user = (await tx.users.byId(lease.user_id)) ?? null
    const entry = {
      user: hasExpired ? null : user,
      action: 'control.release',
      target: `device:${device.id}`,
      ip,
    } as const
    await tx.operationLog.append(entry, now)
    tx.afterCommit(() => {
      const holderPlaces = [user, keeper].flatMap((person) => (person ? [person.path] : []))
      announceDevice(this.#broker, { before: device, after, holder: keeper ?? null, holderPlaces }, now)
    })
  }
}

const userOrNobody = (tx: Transaction, id: number | null) =>
  id === null ? Promise.resolve(undefined) : tx.users.byId(id)
