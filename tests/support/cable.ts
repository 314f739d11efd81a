import { createServer, connect, type Socket } from 'node:net'

/** A cable in a test's hands: dialling `port` reaches what is at its other end, while it is plugged in. */
export class Cable {
  #target: number
  readonly #server = createServer((socket) => this.#join(socket))
  readonly #ends = new Set<Socket>()
  #isPlugged = true
  #isBlocked = false

  private constructor(target: number) {
    this.#target = target
  }

  static async to(target: number): Promise<Cable> {
    const cable = new Cable(target)
    await new Promise<void>((resolve) => cable.#server.listen(0, '127.0.0.1', resolve))
    return cable
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the cable is not laid')
    return address.port
  }

  unplug(): void {
    this.#isPlugged = false
    this.#isBlocked = false
    for (const end of this.#ends) end.destroy()
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

  unblock(): void {
    this.#isBlocked = false
    for (const end of this.#ends) end.resume()
  }

  async close(): Promise<void> {
    this.unplug()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #join(near: Socket): void {
    if (!this.#isPlugged) return void near.destroy()
    const far = connect({ port: this.#target, host: '127.0.0.1', noDelay: true })
    near.setNoDelay(true)
    this.#lead(near, far)
    this.#lead(far, near)
  }

  #lead(from: Socket, to: Socket): void {
    this.#ends.add(from)
    from.on('data', (chunk) => to.write(chunk))
    from.on('error', () => from.destroy()) // Whoever cut it knows.
    from.on('close', () => {
      this.#ends.delete(from)
      to.destroy()
    })
    if (this.#isBlocked) from.pause()
  }
}
