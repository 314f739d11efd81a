import { isIP } from 'node:net'
import { Adb, ADB_SERVER_DEFAULT_FEATURES, AdbBanner, AdbServerClient, type AdbTransport } from '@yume-chan/adb'
import type { UnreachableState } from '../domain/box-protocol.ts'
import type { Reason } from '../domain/reason.ts'
import { reason } from '../texts/reason.ts'
import { lossOf, type AdbBackend, type PhoneConnection } from './adb-backend.ts'
import { readDeviceList, unreachableStateOf, type ListedPhone } from './adb-device-list.ts'
import { LoopbackConnector } from './adb-server-connector.ts'
import { log, messageOf } from './log.ts'
import { aborted, onAbort, unlessAborted } from './on-abort.ts'
import { forgetAfter, type RememberedPhone } from './phone-memory.ts'
import { pause, Retry } from './retry.ts'
import type { Endpoint } from './settings.ts'
import { within } from './within.ts'

/** The largest payload that an adb server passes on in one piece, in bytes. */
const maxPayloadSize = 1024 * 1024
const openTimeout = 10_000
/** What adb lists where it has no connection to a phone that works, if it lists the phone at all. */
const brokenStates = new Set<string | undefined>(['device', 'offline', undefined])
/** How long adb's list has to stay as it is before a phone is dialled, in milliseconds. */
const settling = 1_000
/** On the way from one state to another; what was said before holds. */
const passingStates = new Set(['connecting', 'authorizing'])

type Listeners = Parameters<AdbBackend['start']>

/** Phones that an adb server knows, by USB or network. */
export class ServerBackend implements AdbBackend {
  readonly #server: Endpoint
  readonly #remembered: readonly RememberedPhone[]
  readonly #closing = new AbortController()
  readonly #connector: LoopbackConnector
  readonly #client: AdbServerClient
  /** All that the adb server lists, by its serial number. One stays the same object while nothing changes about it. */
  #listed = new Map<string, ListedPhone>()
  /** Ends the open connections, by transport. */
  readonly #connected = new Map<bigint, (why: Reason) => void>()
  readonly #kept = new Map<string, Promise<void>>()
  /** Ends the wait for phones that can't be spoken to, by the adb server's serial number. */
  readonly #awaited = new Map<string, AbortController>()
  readonly #unreachable = new Map<string, UnreachableState>()
  #tellUnreachable: Listeners[1] = () => {}
  #tracking: Promise<void> | undefined

  /** @param remembered what was there before the agent was started */
  constructor(server: Endpoint, remembered: readonly RememberedPhone[] = []) {
    this.#server = server
    this.#remembered = remembered
    this.#connector = new LoopbackConnector(server)
    this.#client = new AdbServerClient(this.#connector)
  }

  start(...[found, unreachable]: Listeners): void {
    this.#tellUnreachable = unreachable
    for (const { address, lost_at } of this.#remembered)
      if (isNetworkAddress(address)) this.#keepUp(address, found, lost_at ?? Date.now())
    this.#tracking = this.#track(found)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#loseAll(reason('agent.stopping'))
    await this.#tracking
    await Promise.all(this.#kept.values())
  }

  /** Follows the adb server's list, also over its restarts. */
  async #track(found: Listeners[0]): Promise<void> {
    const { signal } = this.#closing
    const retry = new Retry(signal)
    let complaint = ''
    while (!signal.aborted) {
      try {
        // Not the library's observer: it knows nothing of phones that are offline.
        const list = await this.#client.createConnection('host:track-devices-l')
        const dispose = (): void => void list.dispose().catch((error: unknown) => log.info('the adb server', { error }))
        const stopDisposing = onAbort(signal, dispose)
        try {
          for (;;) {
            this.#update(readDeviceList(await list.readString()), found)
            retry.succeeded()
            complaint = ''
          }
        } finally {
          stopDisposing()
          dispose()
        }
      } catch (error) {
        if (messageOf(error) !== complaint && !signal.aborted)
          log.warn('the adb server is not reached', { ...this.#server, error })
        complaint = messageOf(error)
      }
      this.#listed = new Map()
      for (const serial of this.#unreachable.keys()) this.#noteState(serial, undefined)
      this.#loseAll(reason('agent.adbServerGone'))
      await retry.wait()
    }
  }

  #update(phones: readonly ListedPhone[], found: Listeners[0]): void {
    if (this.#closing.signal.aborted) return
    const before = this.#listed
    const { listed, twins } = bySerial(phones, before)
    this.#listed = listed
    const working = [...listed.values()].filter(({ state }) => state === 'device')
    const present = new Set(working.map(({ transportId }) => transportId))
    for (const serial of this.#unreachable.keys())
      // Dialling one on the network anew takes it off the list for a while.
      if (!listed.has(serial) && !twins.has(serial) && !isNetworkAddress(serial)) this.#noteState(serial, undefined)
    for (const twin of twins) {
      if (!this.#unreachable.has(twin)) log.warn('a phone has the serial number of another one', { address: twin })
      this.#noteState(twin, 'same_serial')
    }
    for (const { serial, state } of listed.values())
      if (!passingStates.has(state)) this.#noteState(serial, unreachableStateOf[state])
    for (const [transportId, lose] of this.#connected)
      if (!present.has(transportId)) lose(reason('agent.phoneUnlisted'))
    for (const [serial, phone] of this.#listed) {
      if (phone === before.get(serial)) continue
      if (phone.state === 'device') this.#awaited.get(serial)?.abort()
      else log.warn('adb can not speak to a phone', { address: serial, state: phone.state })
      if (!this.#kept.has(serial)) this.#keepUp(serial, found, Date.now())
    }
  }

  #keepUp(serial: string, found: Listeners[0], seenAt: number): void {
    const kept = this.#keep(serial, found, seenAt).finally(() => {
      this.#kept.delete(serial)
      if (!this.#listed.has(serial)) this.#noteState(serial, undefined)
    })
    this.#kept.set(serial, kept)
  }

  #noteState(serial: string, state: UnreachableState | undefined): void {
    if (this.#unreachable.get(serial) === state) return
    if (state) this.#unreachable.set(serial, state)
    else this.#unreachable.delete(serial)
    this.#tellUnreachable(serial, state)
  }

  /** Keeps a phone connected for as long as it is listed, and one on the network for some time beyond. */
  async #keep(serial: string, found: Listeners[0], lastSeenAt: number): Promise<void> {
    const { signal } = this.#closing
    const retry = new Retry(signal)
    let seenAt = lastSeenAt
    let complaint = ''
    while (!signal.aborted) {
      const listed = this.#listed.get(serial)
      if (listed && listed.state !== 'offline') seenAt = Date.now()
      if (listed?.state === 'device') {
        try {
          const connection = await this.#connect(listed)
          retry.succeeded()
          complaint = ''
          found(connection)
          await aborted(connection.lost)
          seenAt = Date.now()
          if (!signal.aborted) log.info('a phone was lost', { address: serial, reason: lossOf(connection) })
        } catch (error) {
          if (messageOf(error) !== complaint) log.warn('a phone is not reached', { address: serial, error })
          complaint = messageOf(error)
        }
      }
      const onNetwork = isNetworkAddress(serial)
      if (onNetwork ? Date.now() - seenAt > forgetAfter : !this.#listed.has(serial)) return
      await this.#awaitListing(serial, retry)
      if (isAway(this.#listed.get(serial))) await this.#lookAgain(found)
      if (onNetwork && (await this.#staysBroken(serial, listed)) && !signal.aborted) await this.#redial(serial)
    }
  }

  /** Whether adb has no connection to a phone that works. While it is dialling by itself, its list changes every moment. */
  async #staysBroken(serial: string, before: ListedPhone | undefined): Promise<boolean> {
    const listed = this.#listed.get(serial)
    if (listed !== before && listed?.state === 'device') return false
    if (listed !== before) await pause(settling, this.#closing.signal)
    return this.#listed.get(serial) === listed && brokenStates.has(listed?.state)
  }

  /** Older adb servers don't tell those who follow the list that a phone has become unauthorized. */
  async #lookAgain(found: Listeners[0]): Promise<void> {
    try {
      const list = await this.#client.createConnection('host:devices-l')
      try {
        this.#update(readDeviceList(await list.readString()), found)
      } finally {
        await list.dispose()
      }
    } catch (error) {
      log.info('the adb server does not list its phones', { error })
    }
  }

  /** Waits before the next try, or until adb has a connection to the phone. */
  async #awaitListing(serial: string, retry: Retry): Promise<void> {
    const listed = new AbortController()
    this.#awaited.set(serial, listed)
    await retry.wait(AbortSignal.any([this.#closing.signal, listed.signal]))
    this.#awaited.delete(serial)
  }

  /**
   * Has the adb server dial a phone anew. For about ten seconds after a phone rebooted it lists the dead connection as
   * good; one that is offline it takes for connected, however often it is told to connect; and a restarted adb server has
   * forgotten the phone.
   */
  async #redial(address: string): Promise<void> {
    const { wireless } = this.#client
    if (this.#listed.has(address))
      await wireless.disconnect(address).catch((error: unknown) => log.warn('adb disconnect', { address, error }))
    try {
      await wireless.connect(address)
    } catch (error) {
      // It is still starting, or somebody was quicker: the list tells.
      log.info('the phone is not back yet', { address, error })
      return
    }
    // The list is told over another connection.
    const timeout = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(1_000)])
    while (this.#listed.get(address)?.state !== 'device' && !timeout.aborted) await pause(20, timeout)
  }

  async #connect({ serial, transportId, product, model, device }: ListedPhone): Promise<PhoneConnection> {
    const { features, lifeline } = await this.#reach(transportId)
    const connector = this.#connector
    const loss = new AbortController()
    const transport: AdbTransport = {
      serial,
      maxPayloadSize,
      banner: new AdbBanner('device', product, model, device, features),
      disconnected: aborted(loss.signal),
      clientFeatures: ADB_SERVER_DEFAULT_FEATURES,
      // Not AdbServerTransport: it remembers every stream that was ever opened.
      connect: (service) => this.#open(transportId, service, loss.signal),
      addReverseTunnel: (handler) => connector.addReverseTunnel(handler),
      removeReverseTunnel: (address) => connector.removeReverseTunnel(address),
      clearReverseTunnels: () => connector.clearReverseTunnels(),
      close() {
        lose(reason('agent.phoneClosed'))
      },
    }
    const adb = new Adb(transport)
    const lose = (why: Reason): void => {
      this.#connected.delete(transportId)
      loss.abort(why)
      Promise.resolve(lifeline.close()).catch((error: unknown) => log.info('a lost phone', { serial, error }))
    }
    this.#connected.set(transportId, lose)
    void lifeline.closed.then(() => lose(reason('agent.phoneClosed')))
    return { address: serial, adb, lost: loss.signal, canReverse: isLoopback(this.#server.host), drop: lose }
  }

  /**
   * What a phone can do, and a stream of it: an idle one ends at once when the phone goes, where the adb server's list may take ten
   * seconds. A phone that hangs is listed and answers neither; the adb server keeps what waits for it until that is closed.
   */
  async #reach(transportId: bigint) {
    const dial = new AbortController()
    const client = this.#connector.clientUntil(dial.signal)
    try {
      const { features } = await answered(client.getDeviceFeatures({ transportId }))
      return { features, lifeline: await answered(client.createDeviceConnection({ transportId }, 'sync:')) }
    } catch (error) {
      dial.abort()
      throw error
    }
  }

  /** Opens a stream of a phone, unless that is lost before it has answered. */
  async #open(transportId: bigint, service: string, lost: AbortSignal) {
    const dial = new AbortController()
    const stopGivingUp = onAbort(lost, () => dial.abort())
    const stream = this.#connector.clientUntil(dial.signal).createDeviceConnection({ transportId }, service)
    try {
      return await unlessAborted(dial.signal, stream, 'the phone was lost')
    } finally {
      stopGivingUp()
    }
  }

  #loseAll(why: Reason): void {
    for (const lose of this.#connected.values()) lose(why)
  }
}

const answered = <T>(asked: Promise<T>): Promise<T> => within(openTimeout, asked, 'it does not answer')

const isAway = (listed: ListedPhone | undefined): boolean => listed !== undefined && listed.state !== 'device'

/** The phone as it was listed before, if it still is. */
const unchanged = (before: ListedPhone | undefined, now: ListedPhone): ListedPhone =>
  before?.transportId === now.transportId && before.state === now.state ? before : now

/**
 * The phones by their serial numbers. Of those that share one, the one stays that was there before, and the others are told by
 * where they are plugged in.
 */
function bySerial(
  phones: readonly ListedPhone[],
  before: ReadonlyMap<string, ListedPhone>,
): { listed: Map<string, ListedPhone>; twins: Set<string> } {
  const listed = new Map<string, ListedPhone>()
  for (const phone of phones) {
    const known = before.get(phone.serial)
    if (!listed.has(phone.serial) || known?.transportId === phone.transportId)
      listed.set(phone.serial, unchanged(known, phone))
  }
  const others = phones.filter(({ serial, transportId }) => listed.get(serial)?.transportId !== transportId)
  return { listed, twins: new Set(others.map(({ serial, path, transportId }) => `${serial} ${path ?? transportId}`)) }
}

/** A phone's reverse tunnel ends beside the adb server, so it comes here only when that runs here. */
const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

function isNetworkAddress(serial: string): boolean {
  const match = /^(.+):(\d{1,5})$/.exec(serial)
  const host = match?.[1]?.replace(/^\[|\]$/g, '')
  return host !== undefined && (isIP(host) !== 0 || /^[\w.-]+$/.test(host))
}
