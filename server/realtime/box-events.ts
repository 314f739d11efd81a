import type { FastifyBaseLogger } from 'fastify'
import {
  type BoxEvent,
  boxOfEventsTopic,
  everyBoxEvents,
  maxPhonesPerBox,
  parseBoxEvent,
  type PhoneReport,
  type TunnelReport,
} from '../../domain/box-protocol.ts'
import { isPresent } from '../../domain/device-lifecycle.ts'
import type { PhoneWorkEvent } from '../../domain/phone-work.ts'
import { inChinese, lossReasons } from '../../domain/reasons.ts'
import type { AddressPlaces } from '../addresses/address-places.ts'
import { isOutdated } from '../agent-age.ts'
import type { BoxRow } from '../store/boxes.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { Broker } from './broker.ts'
import { announceBox, announceDevice, type DeviceChange } from './fleet-changes.ts'
import { freeSlots, isChanged, withLoss, withReport } from './phone-reports.ts'

/** A box that has not been heard of for so long is gone; agents report every 60 s. Milliseconds. */
const silenceLimit = 90_000
/** Events of one box that may wait for each other; an agent that sends more is not keeping its own promises. */
const queueLimit = 500

/** Why a phone is offline, as its row says. */
const reasons = inChinese(lossReasons)

interface Listeners {
  /** The phone is gone. */
  onLost(deviceId: number, reason: string): void
  /** The phone is ready, and was not. */
  onReady(deviceId: number): void
  /** A command has ended. */
  onResult(result: { commandId: string; ok: boolean; message: string }): void
  /** How the box's tunnel fares. */
  onTunnel(boxId: number, report: TunnelReport): Promise<void>
  /** The agent is gone, in the transaction that notes it. */
  onAgentLost(tx: Transaction, box: BoxRow): Promise<void>
  /** Work on a phone goes on, or has ended. */
  onWork(boxId: number, event: PhoneWorkEvent): void
  /** Phones of this box were seen for the first time. */
  onRegistered(box: BoxRow): Promise<void>
}

/** Applies what agents report to the database, and announces what changed. Applying a report twice changes nothing. */
export class BoxEvents {
  readonly #store: Store
  readonly #broker: Broker
  readonly #addressPlaces: AddressPlaces
  readonly #listeners: Listeners
  readonly #log: FastifyBaseLogger
  /** Events of one box are applied one after the other, in the order they came. */
  readonly #queues = new Map<number, { tail: Promise<void>; length: number }>()

  constructor(
    store: Store,
    broker: Broker,
    addressPlaces: AddressPlaces,
    listeners: Listeners,
    log: FastifyBaseLogger,
  ) {
    this.#store = store
    this.#broker = broker
    this.#addressPlaces = addressPlaces
    this.#listeners = listeners
    this.#log = log
  }

  listen(): Promise<void> {
    return this.#broker.subscribe(everyBoxEvents, (topic, payload) => {
      const boxId = boxOfEventsTopic(topic)
      const event = parseBoxEvent(payload)
      if (boxId === undefined || event === undefined)
        return this.#log.warn({ topic, bytes: payload.length }, 'an agent sent something malformed')
      return this.#enqueue(boxId, event)
    })
  }

  /** Takes boxes that have fallen silent for lost. */
  async sweep(): Promise<void> {
    for (const boxId of await this.#store.boxes.silentSince(Date.now() - silenceLimit))
      this.#enqueue(boxId, { type: 'agent_lost' })
  }

  /** Waits until everything that has come is applied. */
  async settled(): Promise<void> {
    await Promise.all([...this.#queues.values()].map(({ tail }) => tail))
  }

  #enqueue(boxId: number, event: BoxEvent): void {
    const queue = this.#queues.get(boxId) ?? { tail: Promise.resolve(), length: 0 }
    if (queue.length >= queueLimit) return this.#log.warn({ box_id: boxId }, 'an agent sends more than can be applied')
    queue.length += 1
    queue.tail = queue.tail
      .then(() => this.#apply(boxId, event))
      .catch((error: unknown) =>
        this.#log.error({ err: error, box_id: boxId, event: event.type }, 'an event was not applied'),
      )
      .finally(() => {
        queue.length -= 1
        if (queue.length === 0) this.#queues.delete(boxId)
      })
    this.#queues.set(boxId, queue)
  }

  async #apply(boxId: number, event: BoxEvent): Promise<void> {
    if (event.type === 'result')
      return this.#listeners.onResult({ commandId: event.command_id, ok: event.ok, message: event.message })
    if (event.type === 'tunnel') return this.#listeners.onTunnel(boxId, event.tunnel)
    if (event.type === 'work_output' || event.type === 'work_ended') return this.#listeners.onWork(boxId, event)

    const registered = await this.#store.transaction(async (tx) => {
      const box = await tx.boxes.lock(boxId)
      if (box === undefined) return undefined
      const now = Date.now()
      const changes = await this.#changesOf(tx, box, event, now)
      await this.#save(tx, changes, now)
      return changes.some(({ before }) => before === undefined) ? box : undefined
    })
    if (registered) await this.#listeners.onRegistered(registered)
    if (event.type === 'inventory' && event.tunnel) await this.#listeners.onTunnel(boxId, event.tunnel)
  }

  async #changesOf(
    tx: Transaction,
    box: BoxRow,
    event: Exclude<BoxEvent, PhoneWorkEvent | { type: 'result' | 'tunnel' }>,
    now: number,
  ): Promise<DeviceChange[]> {
    switch (event.type) {
      case 'inventory':
        await this.#noteBoxSeen(tx, box, event, now)
        return this.#reported(tx, box, { expected: await tx.devices.lockOfBox(box.id), reports: event.phones }, now)
      case 'phones': {
        const expected = await tx.devices.lockBySerials(
          box.id,
          event.phones.map(({ serial }) => serial),
        )
        return this.#reported(tx, box, { expected, reports: event.phones }, now)
      }
      case 'phone_lost': {
        const lost = await tx.devices.lockBySerials(box.id, [event.serial])
        return lost.map((device) => ({ before: device, after: withLoss(device, reasons.phone, now) }))
      }
      default:
        return this.#agentLost(tx, box, now)
    }
  }

  async #agentLost(tx: Transaction, box: BoxRow, now: number): Promise<DeviceChange[]> {
    if (!box.online) return []
    await tx.boxes.noteLost(box.id)
    await this.#listeners.onAgentLost(tx, box)
    tx.afterCommit(() => announceBox(this.#broker, box, { online: false }, now))
    const devices = await tx.devices.lockOfBox(box.id)
    return devices.map((device) => ({ before: device, after: withLoss(device, reasons.agent, now) }))
  }

  async #noteBoxSeen(
    tx: Transaction,
    box: BoxRow,
    { agent_version, health }: Extract<BoxEvent, { type: 'inventory' }>,
    now: number,
  ): Promise<void> {
    await tx.boxes.noteSeen(box.id, now, { agent_version, health })
    const agent = { agent_version, agent_outdated: isOutdated(agent_version) }
    tx.afterCommit(() => announceBox(this.#broker, box, { online: true, ...agent, ...health, last_seen_at: now }, now))
  }

  /** Phones that were to be among the reports, and are not, are lost; those that nobody knows yet are added. */
  async #reported(
    tx: Transaction,
    box: BoxRow,
    { expected, reports }: { expected: DeviceRow[]; reports: PhoneReport[] },
    now: number,
  ): Promise<DeviceChange[]> {
    const present = new Map(reports.map((report) => [report.serial, report]))
    const seen = expected.map((device) => {
      const report = present.get(device.serial)
      present.delete(device.serial)
      return {
        before: device,
        after: report ? withReport(device, report, now) : withLoss(device, reasons.phone, now),
      }
    })
    return [...(await this.#register(tx, box, [...present.values()], now)), ...seen]
  }

  /** Adds phones in the lowest free slots. The box is locked, so that nobody takes them meanwhile. */
  async #register(tx: Transaction, box: BoxRow, reports: PhoneReport[], now: number): Promise<DeviceChange[]> {
    if (reports.length === 0) return []
    const chosen = box.phone_owner_id === null ? undefined : await tx.users.byId(box.phone_owner_id)
    const owner = chosen?.deleted_at === null ? chosen : await tx.users.byId(box.owner_id)
    if (owner === undefined) throw new Error(`box ${box.id} belongs to nobody`)
    const taken = await tx.devices.slotsOf(box.id)
    const slots = freeSlots(taken)
    const devices = await tx.devices.add(
      reports.slice(0, maxPhonesPerBox - taken.size).map(({ serial }) => {
        const slot = slots.next().value
        const name = `${box.code}-${String(slot).padStart(2, '0')}`
        return { box_id: box.id, slot, serial, name, owner_id: owner.id, owner_path: owner.path, region: box.region }
      }),
    )
    const reportOf = new Map(reports.map((report) => [report.serial, report]))
    const names = { boxName: box.name, ownerName: owner.user_name }
    return devices.map((device) => {
      const report = reportOf.get(device.serial)
      return { before: undefined, after: report ? withReport(device, report, now) : device, ...names }
    })
  }

  async #save(tx: Transaction, changes: DeviceChange[], now: number): Promise<void> {
    const real = changes.filter(({ before, after }) => before === undefined || isChanged(before, after))
    await tx.devices.save(real.map(({ after }) => after))
    const holders = real.map(({ after }) => after.in_use_by).filter((id) => id !== null)
    const places = await tx.users.pathsOf(holders)
    tx.afterCommit(() => {
      for (const change of real) {
        const place = change.after.in_use_by === null ? undefined : places.get(change.after.in_use_by)
        const egress = this.#addressPlaces.of(change.after.egress_ip)
        announceDevice(this.#broker, { ...change, holderPlaces: place === undefined ? [] : [place], egress }, now)
        this.#tell(change.before, change.after)
      }
    })
  }

  #tell(before: DeviceRow | undefined, after: DeviceRow): void {
    const wasReady = before !== undefined && isPresent(before.status)
    if (!wasReady && isPresent(after.status)) this.#listeners.onReady(after.id)
    if (wasReady && !isPresent(after.status)) this.#listeners.onLost(after.id, after.status_reason)
  }
}
