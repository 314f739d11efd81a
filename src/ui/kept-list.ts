/** What is kept in the memory of the page, for a component to draw with `useSyncExternalStore`. */
export class KeptList<Item> {
  #all: readonly Item[] = []
  readonly #listeners = new Set<() => void>()

  /** All of it, the oldest first; another list where something changed. */
  readonly all = (): readonly Item[] => this.#all

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Puts one in the place of another; either may be none. */
  replace(before: Item | undefined, now: Item | undefined): void {
    this.#all = [...this.#all.filter((one) => one !== before), ...(now === undefined ? [] : [now])]
    for (const listener of this.#listeners) listener()
  }
}
