import { use } from 'react'

type Progress<Code> =
  | { phase: 'absent' }
  | { phase: 'coming'; code: Promise<Code> }
  | { phase: 'failed'; code: Promise<Code> }
  | { phase: 'there'; code: Code; known: Promise<Code> }

export interface LateCode<Code> {
  /** Fetches it, also where it failed to come before; resolves either way. */
  fetch: () => Promise<void>
  /** How far it is, for `useSyncExternalStore`. */
  progress: () => Progress<Code>
  subscribe: (listener: () => void) => () => void
  /** Subscribes, and fetches it unless that was tried before. */
  want: (listener: () => void) => () => void
  /** For a component that suspends until it is there, and fails where it does not come. */
  useCode: () => Code
}

/** Code that is fetched when it is first wanted, or ahead of that; from then on it is there at once, without a pause. */
export function late<Code>(load: () => Promise<Code>): LateCode<Code> {
  let now: Progress<Code> = { phase: 'absent' }
  const listeners = new Set<() => void>()
  const become = (next: Progress<Code>): void => {
    now = next
    for (const listener of listeners) listener()
  }
  const begin = (): Promise<Code> => {
    const code = load()
    become({ phase: 'coming', code })
    code.then(
      // What React itself notes of a promise that it has waited for: it asks of this one again, and does not wait.
      (loaded) =>
        become({ phase: 'there', code: loaded, known: Object.assign(code, { status: 'fulfilled', value: loaded }) }),
      () => become({ phase: 'failed', code }),
    )
    return code
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    async fetch() {
      if (now.phase === 'there') return
      await (now.phase === 'coming' ? now.code : begin()).catch(() => {}) // Its phase says so.
    },
    progress: () => now,
    subscribe,
    want(listener) {
      const leave = subscribe(listener)
      if (now.phase === 'absent') void begin()
      return leave
    },
    useCode() {
      if (now.phase === 'there') return use(now.known)
      return use(now.phase === 'absent' ? begin() : now.code)
    },
  }
}
