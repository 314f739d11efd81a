import { isIP } from 'node:net'
import { Adb, ADB_SERVER_DEFAULT_FEATURES, AdbBanner, AdbServerClient, type AdbTransport } from '@yume-chan/adb'
import type { AdbBackend, PhoneConnection } from './adb-backend.ts'
import { LoopbackConnector } from './adb-server-connector.ts'
import { log, reasonOf } from './log.ts'
import { aborted } from './on-abort.ts'
import { pause, Retry } from './retry.ts'
import type { Endpoint } from './settings.ts'
import { within } from './within.ts'
import { reasons } from './reasons.ts'

/** The largest payload that an adb server passes on in one piece, in bytes. */
const maxPayloadSize = 1024 * 1024
const openTimeout = 10_000
/** A phone on the network that stays away for so long is left to `adb connect`. */
const forgetAfter = 10 * 60_000

type Listed = AdbServerClient.Device

/** Phones that an adb server knows, by USB or network. */
export class ServerBackend implements AdbBackend {
  readonly #server: Endpoint
  readonly #closing = new AbortController()
  readonly #client: AdbServerClient
  /** The phones that may be spoken to now, by the adb server's serial number. */
  #listed = new Map<string, Listed>()
  /** Ends the open connections, by transport. */
  readonly #open = new Map<bigint, (reason: string) => void>()
  readonly #kept = new Map<string, Promise<void>>()
  #tracking: Promise<void> | undefined

  constructor(server: Endpoint) {
    this.#server = server
    this.#client = this.#newClient()
  }

  start(found: (connection: PhoneConnection) => void): void {
    this.#tracking = this.#track(found)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#loseAll(reasons.stopping)
    await this.#tracking
    await Promise.all(this.#kept.values())
  }

  /** Follows the adb server's list, also over its restarts. */
  async #track(found: (connection: PhoneConnection) => void): Promise<void> {
    const { signal } = this.#closing
    const retry = new Retry(signal)
    let complaint = ''
    while (!signal.aborted) {
      try {
        // A client of its own for each round: an observer outlives the stream that it observed.
        const observer = await this.#newClient().trackDevices({ includeStates: ['device', 'unauthorized'] })
        const { promise: ended, resolve: end } = Promise.withResolvers<unknown>()
        observer.onError(end)
        signal.addEventListener('abort', end)
        observer.onListChange((devices) => this.#update(devices, found))
        retry.succeeded()
        complaint = ''
        await ended
        signal.removeEventListener('abort', end)
        if (signal.aborted) await observer.stop()
      } catch (error) {
        if (reasonOf(error) !== complaint) log.warn('the adb server is not reached', { ...this.#server, error })
        complaint = reasonOf(error)
      }
      this.#listed = new Map()
      this.#loseAll(reasons.adbServerGone)
      await retry.wait()
    }
  }

  #update(devices: readonly Listed[], found: (connection: PhoneConnection) => void): void {
    if (this.#closing.signal.aborted) return
    for (const { serial, state } of devices) {
      if (state === 'unauthorized') log.warn('a phone has to allow this box: look at its screen', { address: serial })
    }
    this.#listed = new Map(devices.filter(({ state }) => state === 'device').map((device) => [device.serial, device]))
    const present = new Set([...this.#listed.values()].map(({ transportId }) => transportId))
    for (const [transportId, lose] of this.#open) if (!present.has(transportId)) lose(reasons.phoneUnlisted)
    for (const serial of this.#listed.keys()) {
      if (this.#kept.has(serial)) continue
      this.#kept.set(
        serial,
        this.#keep(serial, found).finally(() => this.#kept.delete(serial)),
      )
    }
  }

  /** Keeps a phone connected for as long as it is listed, and one on the network for some time beyond. */
  async #keep(serial: string, found: (connection: PhoneConnection) => void): Promise<void> {
    const { signal } = this.#closing
    const retry = new Retry(signal)
    let seenAt = Date.now()
    let complaint = ''
    while (!signal.aborted) {
      const device = this.#listed.get(serial)
      if (device) {
        seenAt = Date.now()
        try {
          const connection = await this.#connect(device)
          retry.succeeded()
          complaint = ''
          found(connection)
          await aborted(connection.lost)
          log.info('a phone was lost', { address: serial, reason: connection.lost.reason as unknown })
        } catch (error) {
          if (reasonOf(error) !== complaint) log.warn('a phone is not reached', { address: serial, error })
          complaint = reasonOf(error)
        }
      }
      const onNetwork = isNetworkAddress(serial)
      if (onNetwork ? Date.now() - seenAt > forgetAfter : !this.#listed.has(serial)) return
      await retry.wait()
      const isStale = this.#listed.get(serial)?.transportId === device?.transportId
      if (onNetwork && isStale && !signal.aborted) await this.#redial(serial)
    }
  }

  /**
   * Has the adb server dial a phone anew: for about ten seconds after a phone rebooted it lists the dead connection as
   * good, and a restarted adb server has forgotten the phone.
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
    const patience = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(1_000)])
    while (!this.#listed.has(address) && !patience.aborted) await pause(20, patience)
  }

  async #connect({ serial, transportId, product, model, device, state }: Listed): Promise<PhoneConnection> {
    const client = this.#client
    const { features } = await within(openTimeout, client.getDeviceFeatures({ transportId }), 'it does not answer')
    const loss = new AbortController()
    const transport: AdbTransport = {
      serial,
      maxPayloadSize,
      banner: new AdbBanner(state, product, model, device, features),
      disconnected: aborted(loss.signal),
      clientFeatures: ADB_SERVER_DEFAULT_FEATURES,
      // Not AdbServerTransport: it remembers every stream that was ever opened.
      connect: (service) => client.createDeviceConnection({ transportId }, service),
      addReverseTunnel: (handler) => client.connector.addReverseTunnel(handler),
      removeReverseTunnel: (address) => client.connector.removeReverseTunnel(address),
      clearReverseTunnels: () => client.connector.clearReverseTunnels(),
      close() {
        lose('closed')
      },
    }
    const adb = new Adb(transport)
    // An idle stream ends at once when the phone goes; the adb server's list may take ten seconds.
    const lifeline = await within(openTimeout, adb.createSocket('sync:'), 'it does not answer')
    const lose = (reason: string): void => {
      this.#open.delete(transportId)
      loss.abort(reason)
      Promise.resolve(lifeline.close()).catch((error: unknown) => log.info('a lost phone', { serial, error }))
    }
    this.#open.set(transportId, lose)
    void lifeline.closed.then(() => lose(reasons.phoneClosed))
    return { address: serial, adb, lost: loss.signal, canReverse: isLoopback(this.#server.host), drop: lose }
  }

  #loseAll(reason: string): void {
    for (const lose of this.#open.values()) lose(reason)
  }

  #newClient(): AdbServerClient {
    return new AdbServerClient(new LoopbackConnector(this.#server))
  }
}

/** A phone's reverse tunnel ends beside the adb server, so it comes here only when that runs here. */
const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

function isNetworkAddress(serial: string): boolean {
  const match = /^(.+):(\d{1,5})$/.exec(serial)
  const host = match?.[1]?.replace(/^\[|\]$/g, '')
  return host !== undefined && (isIP(host) !== 0 || /^[\w.-]+$/.test(host))
}
