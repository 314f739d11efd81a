import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { AdbConnection, type AdbConnectionOptions } from './adb-connection.ts'

/** Peers that one phone serves at once: a few adb servers and agents, never hundreds. */
const MAX_CONNECTIONS = 32
const HANDSHAKE_TIMEOUT = 60_000

/** adb's daemon side on a TCP port: it accepts peers and can drop them all, as a reboot does. */
export class AdbDaemon {
  readonly #connectionOptions: Omit<AdbConnectionOptions, 'socket' | 'handshakeTimeout'>
  readonly #connections = new Set<AdbConnection>()
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  constructor(connectionOptions: Omit<AdbConnectionOptions, 'socket' | 'handshakeTimeout'>) {
    this.#connectionOptions = connectionOptions
  }

  /** Listens; port 0 picks a free one. Resolves with the port, rejects when it can not be had. */
  listen(host: string, port: number): Promise<number> {
    const server = createServer({ noDelay: true, keepAlive: true }, (socket) => this.#accept(socket))
    server.maxConnections = MAX_CONNECTIONS
    this.#server = server
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        // `address()` is an AddressInfo for every server that listens on a port.
        resolve((server.address() as AddressInfo).port)
      })
    })
  }

  /** Stops listening and drops every peer. */
  async close(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    const stopped = new Promise((resolve) => server.close(resolve))
    const dropped = [...this.#connections].map((connection) => connection.closed)
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all([stopped, ...dropped])
  }

  #accept(socket: Socket): void {
    const connection = new AdbConnection({ ...this.#connectionOptions, socket, handshakeTimeout: HANDSHAKE_TIMEOUT })
    this.#sockets.add(socket)
    this.#connections.add(connection)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#connections.delete(connection)
    })
  }
}
