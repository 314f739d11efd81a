import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import {
  type BoxEvent,
  boxOfEventsTopic,
  everyBoxEvents,
  eventsTopic,
  parseBoxEvent,
  type RefusedPhone,
  type TunnelReport,
  type UnreachableState,
  unreachableStates,
} from '../../domain/box-protocol.ts'
import { isPresent } from '../../domain/device-lifecycle.ts'
import { isCommandEvent, type CommandEvent } from '../../domain/command-protocol.ts'
import type { AddressPlaces } from '../devices/addresses/address-places.ts'
import { isOutdated } from './agent-age.ts'
import type { BoxRow } from '../store/box-queries.ts'
import { DatabaseAway } from '../store/database-away.ts'
import type { DeviceRow } from '../store/devices.ts'
import { Reach } from '../store/reach.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { BoxConnection, Broker } from '../broker/broker.ts'
import { announceBox } from './announce.ts'
import { announceDevice, type DeviceChange } from '../devices/announce.ts'
import type { PhoneAnnouncement } from './phone-announcer.ts'
import { register } from '../devices/registration.ts'
import { isChanged, withLoss, withReport } from '../devices/phone-reports.ts'

/** A box that has not been heard of for so long is gone; agents report every 60 s. Milliseconds. */
const silenceLimit = 90_000
/** A database that was away for longer may have missed a report. Milliseconds. */
const longestGap = 30_000
/** Events of one box that may wait for each other; an agent that sends more is not keeping its own promises. */
const queueLimit = 500
/** A box keeps so many of the phones that it was refused; that many say what is wrong. */
const maxRefused = 100
/** How long to wait before a database that is away is tried again. Milliseconds. */
const retryPause = 500

/** Why a phone is offline, as its row says. */
const whyLost = (state: UnreachableState | undefined): Reason =>
  reason(state ? `boxes.refused.reasons.${state}` : 'devices.reason.lost')

export interface Listeners {
  /** Phones are gone, or ready and were not. */
  onPhones(phones: readonly PhoneAnnouncement[]): void
  /** A command has ended. */
  onResult(result: { commandId: string; ok: boolean; why: Reason | null }): void
  /** How the box's tunnel fares. */
  onTunnel(boxId: number, report: TunnelReport): Promise<void>
  /** The agent is gone, in the transaction that notes it. */
  onAgentLost(tx: Transaction, box: BoxRow): Promise<void>
  /** A command on a phone goes on, or has ended. */
  onCommand(boxId: number, event: CommandEvent): void
  /** Phones of this box were seen for the first time. */
  onRegistered(box: BoxRow): Promise<void>
}

/** What an agent says of commands, which the server waits for that gave them. */
type Answer = CommandEvent | Extract<BoxEvent, { type: 'result' }>
/** What it says of its box: the database is to say the same. */
type StateEvent = Exclude<BoxEvent, Answer>

const isAnswer = (event: BoxEvent): event is Answer => event.type === 'result' || isCommandEvent(event)

type ReportEvent = Extract<BoxEvent, { type: 'inventory' | 'phones' }>

const isSame = (one: RefusedPhone, other: RefusedPhone | undefined): boolean =>
  one.serial === other?.serial && one.reason === other.reason

const isUnreachable = ({ reason }: RefusedPhone): boolean => unreachableStates.some((state) => state === reason)

const isMalformed = (one: RefusedPhone): boolean =>
  one.reason !== 'full' && one.reason !== 'elsewhere' && !isUnreachable(one)

/** Who says something of a box: one of its connections, or nobody, and it is this server that misses it. */
type Origin = BoxConnection | { boxId: number; number: undefined }

function announcementsOf(before: DeviceRow | undefined, after: DeviceRow): PhoneAnnouncement[] {
  const wasReady = before !== undefined && isPresent(before.status)
  if (wasReady === isPresent(after.status)) return []
  return [{ id: after.id, lost: wasReady ? (after.status_reason ?? whyLost(undefined)) : null }]
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
  readonly #reach = new Reach(longestGap)
  readonly #stopping = new AbortController()

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

  /** What agents of this server say of their boxes is applied here alone; what they say of commands, every server hears. */
  async listen(): Promise<void> {
    this.#broker.hearBoxes((from, payload) => this.#heard(from, payload))
    await this.#broker.subscribe(everyBoxEvents, (topic, payload) => {
      const boxId = boxOfEventsTopic(topic)
      const event = parseBoxEvent(payload)
      if (boxId !== undefined && event !== undefined && isAnswer(event)) this.#answered(boxId, event)
    })
  }

  /**
   * Takes boxes that have fallen silent for lost. Where the database was away their reports may wait at other servers, which are first
   * given time to apply them.
   */
  async sweep(): Promise<void> {
    const silent = await this.#store.boxes.silentFor(silenceLimit)
    this.#reach.note()
    if (!this.#reach.isUnbrokenFor(silenceLimit)) return
    for (const boxId of silent) void this.#enqueue({ boxId, number: undefined }, { type: 'agent_lost' })
  }

  /** Waits until everything that has come is applied, as far as the database is there. */
  async settled(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([...this.#queues.values()].map(({ tail }) => tail))
  }

  #heard(from: BoxConnection, payload: string): Promise<void> {
    const event = parseBoxEvent(payload)
    if (event !== undefined) return isAnswer(event) ? this.#passOn(from, payload) : this.#enqueue(from, event)
    this.#log.warn({ topic: eventsTopic(from.boxId), bytes: payload.length }, 'an agent sent something malformed')
    return Promise.resolve()
  }

  /** An answer that is lost is asked for again by whoever waits for it. */
  async #passOn({ boxId }: BoxConnection, payload: string): Promise<void> {
    try {
      await this.#broker.passOn(boxId, payload)
    } catch (error) {
      this.#log.warn({ err: error, box_id: boxId }, 'an answer of an agent could not be passed on')
    }
  }

  #answered(boxId: number, event: Answer): void {
    if (event.type !== 'result') return this.#listeners.onCommand(boxId, event)
    return this.#listeners.onResult({ commandId: event.command_id, ok: event.ok, why: event.reason })
  }

  /** Settles when the event is applied, or cannot be. */
  async #enqueue(from: Origin, event: StateEvent): Promise<void> {
    const { boxId } = from
    const queue = this.#queues.get(boxId) ?? { tail: Promise.resolve(), length: 0 }
    if (queue.length >= queueLimit) return this.#log.warn({ box_id: boxId }, 'an agent sends more than can be applied')
    queue.length += 1
    queue.tail = queue.tail
      .then(() => this.#applyInTime(from, event))
      .catch((error: unknown) =>
        this.#log.error({ err: error, box_id: boxId, event: event.type }, 'an event was not applied'),
      )
      .finally(() => {
        queue.length -= 1
        if (queue.length === 0) this.#queues.delete(boxId)
      })
    this.#queues.set(boxId, queue)
    await queue.tail
  }

  /** Applies what an agent will not say again: while the database is away it waits. */
  async #applyInTime(from: Origin, event: StateEvent): Promise<void> {
    const { signal } = this.#stopping
    for (;;)
      try {
        return await this.#apply(from, event)
      } catch (error) {
        if (!(error instanceof DatabaseAway) || signal.aborted) throw error
        await pause(retryPause, undefined, { signal }).catch(() => undefined) // Stopping, it tries a last time.
      }
  }

  async #apply(from: Origin, event: StateEvent): Promise<void> {
    const applied = await this.#store.transaction(async (tx) => {
      const box = await tx.boxes.lock(from.boxId)
      const now = Date.now()
      if (box === undefined || (await this.#isOver(tx, box, from))) return undefined
      if (event.type === 'tunnel') return { registered: undefined, tunnel: event.tunnel }
      const changes = await this.#changesOf(tx, box, event, now)
      await this.#save(tx, changes, now)
      const isNew = changes.some(({ before }) => before === undefined)
      return { registered: isNew ? box : undefined, tunnel: event.type === 'inventory' ? event.tunnel : undefined }
    })
    if (applied?.registered) await this.#listeners.onRegistered(applied.registered)
    if (applied?.tunnel) await this.#listeners.onTunnel(from.boxId, applied.tunnel)
  }

  /** Whether the box is connected anew since, maybe to another server; or, where nobody said it, was not silent after all. */
  async #isOver(tx: Transaction, box: BoxRow, { number }: Origin): Promise<boolean> {
    if (number === undefined) return !(await tx.boxes.isSilentFor(box.id, silenceLimit))
    if (number === box.connections) return false
    this.#log.debug({ box_id: box.id }, 'an earlier connection of a box is not heeded')
    return true
  }

  async #changesOf(
    tx: Transaction,
    box: BoxRow,
    event: Exclude<StateEvent, { type: 'tunnel' }>,
    now: number,
  ): Promise<DeviceChange[]> {
    switch (event.type) {
      case 'inventory':
        await this.#noteBoxSeen(tx, box, event, now)
        return this.#reported(tx, box, event, now)
      case 'phones':
        return this.#reported(tx, box, event, now)
      case 'phone_lost': {
        const { serial, reason: state } = event
        const lost = await tx.devices.lockBySerials(box.id, [serial])
        const others = box.refused.filter((one) => one.serial !== serial)
        const isStranger = state !== undefined && lost.length === 0
        await this.#noteRefused(tx, box, isStranger ? [...others, { serial, reason: state }] : others, now)
        return lost.map((device) => ({ before: device, after: withLoss(device, whyLost(state), now) }))
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
    return devices.map((device) => ({
      before: device,
      after: withLoss(device, reason('devices.reason.agentLost'), now),
    }))
  }

  async #noteBoxSeen(
    tx: Transaction,
    box: BoxRow,
    { agent_version, agent_boot, health }: Extract<BoxEvent, { type: 'inventory' }>,
    now: number,
  ): Promise<void> {
    const last_seen_at = await tx.boxes.noteSeen(box.id, { agent_version, agent_boot, health })
    const agent = { agent_version, agent_outdated: isOutdated(agent_version) }
    tx.afterCommit(() => announceBox(this.#broker, box, { online: true, ...agent, ...health, last_seen_at }, now))
  }

  /**
   * Phones that are in the box and not in its inventory are lost; those that it has not had are let in, or refused. A phone
   * of the box whose report is refused stays as it was: it is there, and what it says now cannot be read. One that adb
   * cannot speak to takes no slot: it is refused until it can.
   */
  async #reported(tx: Transaction, box: BoxRow, event: ReportEvent, now: number): Promise<DeviceChange[]> {
    const { phones, refused = [] } = event
    const isInventory = event.type === 'inventory'
    const present = new Map(phones.map((report) => [report.serial, report]))
    const malformed = new Set(refused.map(({ serial }) => serial))
    const unreachable = new Map(isInventory ? event.unreachable?.map((one) => [one.serial, one]) : [])
    const known = isInventory
      ? await tx.devices.lockOfBox(box.id)
      : await tx.devices.lockBySerials(box.id, [...present.keys()])
    const seen = known.map((device): DeviceChange => {
      const report = present.get(device.serial)
      const state = unreachable.get(device.serial)?.reason
      present.delete(device.serial)
      unreachable.delete(device.serial)
      if (report) return { before: device, after: withReport(device, report, now) }
      return {
        before: device,
        after: malformed.has(device.serial) ? device : withLoss(device, whyLost(state), now),
      }
    })
    // What changed of a phone does not say what was wrong with the rest of it: it waits for the next inventory.
    const kept = isInventory ? [] : box.refused.filter(({ serial }) => !malformed.has(serial))
    const waits = new Set(kept.filter(isMalformed).map(({ serial }) => serial))
    const isCutOff = kept.filter((one) => !isUnreachable(one)).length >= maxRefused
    const newcomers = isCutOff ? [] : [...present.values()].filter(({ serial }) => !waits.has(serial))
    const registration = await register(tx, box, newcomers, now)
    const judged = new Set([...newcomers, ...known].map(({ serial }) => serial))
    const still = kept.filter((one) => isMalformed(one) || !judged.has(one.serial))
    for (const serial of judged) unreachable.delete(serial)
    await this.#noteRefused(tx, box, [...refused, ...registration.refused, ...still, ...unreachable.values()], now)
    return [...registration.changes, ...seen]
  }

  async #noteRefused(tx: Transaction, box: BoxRow, all: readonly RefusedPhone[], now: number): Promise<void> {
    const refused = [...new Map(all.map((one) => [`${one.reason} ${one.serial}`, one])).values()].slice(0, maxRefused)
    const same = box.refused.length === refused.length
    if (same && box.refused.every((one, index) => isSame(one, refused[index]))) return
    await tx.boxes.noteRefused(box.id, refused)
    tx.afterCommit(() => announceBox(this.#broker, box, { refused }, now))
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
      }
      const phones = real.flatMap(({ before, after }) => announcementsOf(before, after))
      if (phones.length > 0) this.#listeners.onPhones(phones)
    })
  }
}
