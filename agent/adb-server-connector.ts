import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { type AdbIncomingSocketHandler, AdbServerClient, type AdbSocket } from '@yume-chan/adb'
import { AdbServerNodeTcpConnector } from '@yume-chan/adb-server-node-tcp'
import { MaybeConsumable } from '@yume-chan/stream-extra'
import { bytesFrom, writeTo } from './adb-socket.ts'

/**
 * Dials an adb server. Its reverse tunnels end at loopback ports: the library's own listen on every interface, and end
 * the process when a phone resets one.
 */
export class LoopbackConnector extends AdbServerNodeTcpConnector {
  readonly #tunnels = new Map<string, Server>()

  /** A client whose connections are closed when the signal is aborted, also those that nobody answers. */
  clientUntil(signal: AbortSignal): AdbServerClient {
    return new AdbServerClient({
      connect: async (options) => {
        signal.throwIfAborted() // A socket would dial all the same.
        return this.connect({ ...options, signal })
      },
      addReverseTunnel: (handler) => this.addReverseTunnel(handler),
      removeReverseTunnel: (address) => this.removeReverseTunnel(address),
      clearReverseTunnels: () => this.clearReverseTunnels(),
    })
  }

  override async addReverseTunnel(handler: AdbIncomingSocketHandler): Promise<string> {
    const server = createServer({ noDelay: true }, (socket) => {
      // The stream's end tells its reader all that matters.
      socket.on('error', () => {})
      Promise.resolve(handler(tunnelled(socket))).catch(() => socket.destroy())
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    // Sound: a server that listens on a port has an AddressInfo.
    const address = `tcp:${(server.address() as AddressInfo).port}`
    this.#tunnels.set(address, server)
    return address
  }

  override removeReverseTunnel(address: string): void {
    this.#tunnels.get(address)?.close()
    this.#tunnels.delete(address)
  }

  override clearReverseTunnels(): void {
    for (const address of this.#tunnels.keys()) this.removeReverseTunnel(address)
  }
}

function tunnelled(socket: Socket): AdbSocket {
  return {
    service: '',
    readable: bytesFrom(socket),
    writable: new MaybeConsumable.WritableStream<Uint8Array>({ write: (bytes) => writeTo(socket, bytes) }),
    closed: new Promise((resolve) => socket.once('close', () => resolve(undefined))),
    close() {
      socket.destroy()
    },
  }
}
