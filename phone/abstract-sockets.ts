import { duplexPair, type Duplex } from 'node:stream'

/**
 * The phone's abstract socket namespace: names that programs inside the phone, and reverse forwards, listen on. It is
 * a table in memory; no socket of the host is ever opened.
 */
export class AbstractSockets {
  readonly #listeners = new Map<string, (socket: Duplex) => void>()

  /** Names a listener; a reverse forward or a program may listen. Throws if the name is taken. Returns the un-listen. */
  listen(name: string, onConnect: (socket: Duplex) => void): () => void {
    if (this.#listeners.has(name)) throw new Error(`Address already in use: ${name}`)
    this.#listeners.set(name, onConnect)
    return () => {
      // A later listener of the same name must survive a late un-listen of an earlier one.
      if (this.#listeners.get(name) === onConnect) this.#listeners.delete(name)
    }
  }

  /** Connects to a listener inside the phone; undefined when nobody listens. */
  connect(name: string): Duplex | undefined {
    const listener = this.#listeners.get(name)
    if (!listener) return undefined
    const [near, far] = duplexPair()
    // `pipeline` and `destroy` on one end must reach the other, as the kernel does for a socket pair.
    tieEnds(near, far)
    tieEnds(far, near)
    listener(far)
    return near
  }
}

/** When one end is gone for good, so is the other: it is ended if it has data to deliver, destroyed otherwise. */
function tieEnds(end: Duplex, other: Duplex): void {
  end.on('close', () => {
    if (!end.writableFinished) other.push(null)
    if (!other.writableEnded) other.end()
  })
  // Without a listener an error of a program's own making would end the whole process.
  end.on('error', () => other.destroy())
}
