import { pipeline, type Duplex } from 'node:stream'
import type { AbstractSockets } from '../abstract-sockets.ts'
import type { AdbConnection } from './adb-connection.ts'
import type { AdbStream } from './adb-stream.ts'

interface ReverseForward {
  local: string
  remote: string
  stop: () => void
}

const FIRST_PORT = 37_000
const LAST_PORT = 65_535
const MAX_FORWARDS = 128

/** Where the phone's own programs find a forwarded address: a name in the abstract namespace, or a port of loopback. */
export interface PhoneSockets {
  abstract: AbstractSockets
  /** The phone's loopback ports by number. They are names in a table: no port of the host is opened. */
  ports: AbstractSockets
}

/** The `reverse:` forwards of one peer; they end with its connection. */
export class ReverseForwards {
  readonly #sockets: PhoneSockets
  readonly #connection: AdbConnection
  readonly #forwards = new Map<string, ReverseForward>()

  constructor(sockets: PhoneSockets, connection: AdbConnection) {
    this.#sockets = sockets
    this.#connection = connection
    void connection.closed.then(() => this.#removeAll())
  }

  /** Answers `list-forward`, `forward:..`, `killforward:..` and `killforward-all`. */
  serve(request: string, stream: AdbStream): void {
    stream.end(this.#answer(request))
  }

  #answer(request: string): string {
    // This list alone has no OKAY in front of it.
    if (request === 'list-forward') return lengthPrefixed(this.#list())
    if (request === 'killforward-all') {
      this.#removeAll()
      return 'OKAY'
    }
    if (request.startsWith('killforward:')) {
      const local = request.slice('killforward:'.length)
      const forward = this.#forwards.get(local)
      if (!forward) return failure(`listener '${local}' not found`)
      this.#remove(forward)
      return 'OKAY'
    }
    const match = /^forward:(norebind:)?([^;]+);(.+)$/.exec(request)
    if (!match) return failure(`unknown reverse request`)
    return this.#add(match[2] ?? '', match[3] ?? '', match[1] !== undefined)
  }

  #list(): string {
    return [...this.#forwards.values()].map(({ local, remote }) => `(reverse) ${local} ${remote}\n`).join('')
  }

  #add(local: string, remote: string, keepOld: boolean): string {
    const old = this.#forwards.get(local)
    if (old && keepOld) return failure('cannot rebind existing socket')
    if (!old && this.#forwards.size >= MAX_FORWARDS) return failure('too many forwards')
    if (local === 'tcp:0') return this.#addAtFreePort(remote)
    const [table, name] = this.#place(local)
    if (!table) return failure(`cannot bind listener: unknown socket specification '${local}'`)
    if (old) this.#remove(old)
    try {
      this.#listen(table, name, { local, remote })
    } catch (error) {
      return cannotBind(error)
    }
    return local.startsWith('tcp:') ? `OKAY${lengthPrefixed(name)}` : 'OKAY'
  }

  /** At the first port that can be had: other peers, and programs of the phone, have theirs in the same table. */
  #addAtFreePort(remote: string): string {
    let reason: unknown
    for (let port = FIRST_PORT; port <= LAST_PORT; port += 1) {
      const name = String(port)
      try {
        this.#listen(this.#sockets.ports, name, { local: `tcp:${name}`, remote })
        return `OKAY${lengthPrefixed(name)}`
      } catch (error) {
        reason = error
      }
    }
    return cannotBind(reason)
  }

  #listen(table: AbstractSockets, name: string, { local, remote }: Omit<ReverseForward, 'stop'>): void {
    const stop = table.listen(name, (socket) => void this.#connect(socket, remote))
    this.#forwards.set(local, { local, remote, stop })
  }

  #place(local: string): [table: AbstractSockets | undefined, name: string] {
    if (/^localabstract:.{1,107}$/.test(local)) return [this.#sockets.abstract, local.slice('localabstract:'.length)]
    const port = /^tcp:(\d{1,5})$/.exec(local)?.[1]
    if (port !== undefined && Number(port) > 0 && Number(port) <= LAST_PORT) return [this.#sockets.ports, port]
    return [undefined, '']
  }

  async #connect(socket: Duplex, remote: string): Promise<void> {
    const stream = await this.#connection.open(remote)
    if (!stream) {
      socket.destroy()
      return
    }
    bridge(socket, stream)
  }

  #remove(forward: ReverseForward): void {
    this.#forwards.delete(forward.local)
    forward.stop()
  }

  #removeAll(): void {
    for (const forward of this.#forwards.values()) this.#remove(forward)
  }
}

/** Ties a socket of the phone to a stream of the peer, until either ends. */
export function bridge(socket: Duplex, stream: AdbStream): void {
  // Both directions report their end through the streams themselves.
  pipeline(socket, stream, () => {})
  pipeline(stream, socket, () => {})
  stream.once('hangup', () => socket.end())
}

function lengthPrefixed(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, '0') + text
}

function failure(message: string): string {
  return `FAIL${lengthPrefixed(message)}`
}

function cannotBind(reason: unknown): string {
  return failure(`cannot bind listener: ${reason instanceof Error ? reason.message : 'failed'}`)
}
