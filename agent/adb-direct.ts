import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { Adb, AdbDaemonTransport, type AdbCredentialStore } from '@yume-chan/adb'
import { textReason, type Reason } from '../domain/reason.ts'
import { reason } from '../texts/reason.ts'
import { lossOf, type AdbBackend, type PhoneConnection } from './adb-backend.ts'
import { packetsOver } from './adb-socket.ts'
import { log, messageOf } from './log.ts'
import { aborted, onAbort, unlessAborted } from './on-abort.ts'
import { Retry } from './retry.ts'
import type { Endpoint } from './settings.ts'
import { within } from './within.ts'

const connectTimeout = 5_000
/** A phone that has never seen the key waits for somebody to look at its screen. */
const authorizationTimeout = 60_000

/** What the network's errors say of a phone, in our words. */
const lossBy: Partial<Record<string, Reason>> = {
  ECONNRESET: reason('agent.phoneClosed'),
  EPIPE: reason('agent.phoneClosed'),
  ETIMEDOUT: reason('agent.phoneSilent'),
}

/** Phones whose adb daemons are dialled over TCP: no adb server, no USB. */
export class DirectBackend implements AdbBackend {
  readonly #endpoints: readonly Endpoint[]
  readonly #keys: AdbCredentialStore
  readonly #closing = new AbortController()
  #loops: Promise<void>[] = []

  constructor(endpoints: readonly Endpoint[], keys: AdbCredentialStore) {
    this.#endpoints = endpoints
    this.#keys = keys
  }

  start(found: (connection: PhoneConnection) => void): void {
    this.#loops = this.#endpoints.map((endpoint) => this.#keepConnected(endpoint, found))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#loops)
  }

  async #keepConnected(endpoint: Endpoint, found: (connection: PhoneConnection) => void): Promise<void> {
    const { signal } = this.#closing
    const address = `${endpoint.host}:${endpoint.port}`
    const retry = new Retry(signal)
    let complaint = ''
    while (!signal.aborted) {
      try {
        const connection = await dial(endpoint, address, this.#keys, signal)
        retry.succeeded()
        complaint = ''
        found(connection)
        await aborted(connection.lost)
        if (!signal.aborted) log.info('a phone was lost', { address, reason: lossOf(connection) })
      } catch (error) {
        // A phone that stays away is mentioned once.
        if (messageOf(error) !== complaint && !signal.aborted) log.warn('a phone is not reached', { address, error })
        complaint = messageOf(error)
      }
      await retry.wait()
    }
  }
}

async function dial(
  endpoint: Endpoint,
  address: string,
  credentialStore: AdbCredentialStore,
  signal: AbortSignal,
): Promise<PhoneConnection> {
  const socket = connect({ ...endpoint, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 })
  const loss = new AbortController()
  const { signal: lost } = loss
  let why = reason('agent.phoneClosed')
  socket.on('error', (error: NodeJS.ErrnoException) => {
    log.info('the line to a phone broke', { address, error })
    why = lossBy[error.code ?? ''] ?? textReason(error.message)
  })
  socket.on('close', () => loss.abort(why))
  const keepOpen = onAbort(signal, () => socket.destroy())
  onAbort(lost, keepOpen)
  try {
    await within(connectTimeout, once(socket, 'connect'), 'it does not answer')
    const authenticated = AdbDaemonTransport.authenticate({
      serial: address,
      connection: packetsOver(socket),
      credentialStore,
    })
    const transport = await within(authorizationTimeout, authenticated, 'nobody on the phone allowed it')
    // The socket's close says the same, with its reason.
    transport.disconnected.catch(() => {})
    // The library leaves whoever is opening a service then waiting for ever.
    const open = transport.connect.bind(transport)
    transport.connect = (service) => unlessAborted(lost, open(service), 'the phone was lost')
    return { address, adb: new Adb(transport), lost, canReverse: true, drop: dropper(socket, loss) }
  } catch (failure) {
    socket.destroy()
    throw failure
  }
}

const dropper =
  (socket: Socket, loss: AbortController) =>
  (reason: Reason): void => {
    loss.abort(reason)
    socket.destroy()
  }
