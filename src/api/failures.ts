type Listener = (failure: Error) => void

const listeners = new Set<Listener>()

/** Hears of every failure that is to pop up (SPEC §8; `announcements.ts` says which); answers how to stop. */
export function hearFailures(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells of a call that failed. One that its caller gave up has not failed. */
export function announceFailure(failure: unknown): void {
  if (!(failure instanceof Error) || failure.name === 'AbortError') return
  for (const listener of listeners) listener(failure)
}
