import { createServer, connect, type Socket } from 'node:net'

/**
 * A cable in a test's hands: dialling `port` reaches what is at its other end, while it is plugged in. It may be of those connections
 * alone that begin as is said; all others reach the other end whatever becomes of it.
 */
export class Cable {
  #target: number | string
  readonly #only: RegExp | undefined
  readonly #server = createServer((socket) => this.#join(socket))
  readonly #ends = new Set<Socket>()
  /** Of connections that it is not of. */
  readonly #others = new Set<Socket>()
  #isPlugged = true
  #isBlocked = false
  #refused = 0

  private constructor(target: number | string, only?: RegExp) {
    this.#target = target
    this.#only = only
  }

  /** @param target a port of this machine, or the path of a socket */
  static async to(target: number | string, only?: RegExp): Promise<Cable> {
    const cable = new Cable(target, only)
    await new Promise<void>((resolve) => cable.#server.listen(0, '127.0.0.1', resolve))
    return cable
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the cable is not laid')
    return address.port
  }

  /** Whether somebody is connected by it. */
  get isInUse(): boolean {
    return this.#ends.size > 0
  }

  /** How many have dialled since it was unplugged last. */
  get refused(): number {
    return this.#refused
  }

  unplug(): void {
    this.#isPlugged = false
    this.#refused = 0
    this.#isBlocked = false
    for (const end of this.#ends) end.destroy()
  }

  /** Unplugs it as a machine does that goes down: both ends are told that the connection is void. */
  reset(): void {
    for (const end of this.#ends) end.resetAndDestroy()
    this.unplug()
  }

  plugIn(): void {
    this.#isPlugged = true
  }

  /** Has it lead elsewhere, for whoever dials from now on. */
  leadTo(target: number): void {
    this.#target = target
  }

  /** Nothing gets through, and nobody notices yet. */
  block(): void {
    this.#isBlocked = true
    for (const end of this.#ends) end.pause()
  }

  /** What is connected now hears nothing any more and does not notice; whoever dials from now on gets through. */
  silence(): void {
    for (const end of this.#ends) end.pause()
  }

  unblock(): void {
    this.#isBlocked = false
    for (const end of this.#ends) end.resume()
  }

  async close(): Promise<void> {
    this.unplug()
    for (const other of this.#others) other.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #join(near: Socket): void {
    if (this.#only === undefined) return this.#connect(near)
    near.on('error', () => near.destroy()) // It was let go of before it said anything.
    near.once('data', (first) => {
      near.pause()
      this.#connect(near, first)
    })
  }

  #connect(near: Socket, first?: Buffer): void {
    const isOwn = first === undefined || this.#only?.test(first.toString('latin1')) === true
    if (isOwn && !this.#isPlugged) {
      this.#refused += 1
      return void near.destroy()
    }
    const far =
      typeof this.#target === 'string'
        ? connect(this.#target)
        : connect({ port: this.#target, host: '127.0.0.1', noDelay: true })
    near.setNoDelay(true)
    if (first !== undefined) far.write(first)
    const ends = isOwn ? this.#ends : this.#others
    this.#lead(near, far, ends)
    this.#lead(far, near, ends)
    if (first !== undefined && !(isOwn && this.#isBlocked)) near.resume()
  }

  #lead(from: Socket, to: Socket, ends: Set<Socket>): void {
    ends.add(from)
    from.on('data', (chunk) => to.write(chunk))
    from.on('error', () => from.destroy()) // Whoever cut it knows.
    from.on('close', () => {
      ends.delete(from)
      to.destroy()
    })
    if (this.#isBlocked && ends === this.#ends) from.pause()
  }
}
