/** A clock that the test moves. Unlike XState's own, it stands at each timer's time while that one fires. */
export class SimulatedTime {
  #now = 0
  #nextId = 1
  readonly #timers = new Map<number, { due: number; fire: () => void }>()

  now = (): number => this.#now

  setTimeout(fire: () => void, timeout: number): number {
    const id = this.#nextId
    this.#nextId += 1
    this.#timers.set(id, { due: this.#now + timeout, fire })
    return id
  }

  clearTimeout(id: number): void {
    this.#timers.delete(id)
  }

  pass(milliseconds: number): void {
    const end = this.#now + milliseconds
    for (let next = this.#nextBefore(end); next !== undefined; next = this.#nextBefore(end)) {
      const [id, { due, fire }] = next
      this.#timers.delete(id)
      this.#now = due
      fire()
    }
    this.#now = end
  }

  #nextBefore(end: number) {
    let first: [number, { due: number; fire: () => void }] | undefined
    for (const timer of this.#timers)
      if (timer[1].due <= end && timer[1].due < (first?.[1].due ?? Infinity)) first = timer
    return first
  }
}
