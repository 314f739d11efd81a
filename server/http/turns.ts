import { setImmediate } from 'node:timers/promises'

/** Everybody else's turn, between two things that each take long. */
export const othersTurn = (): Promise<void> => setImmediate()

/** Milliseconds that one call works at a stretch. */
const stretch = 10

/** Takes step after step of something long, and lets everybody else have a turn in between. */
export async function takeTurns<Item>(items: Iterable<Item>, step: (item: Item) => void): Promise<void> {
  let began = performance.now()
  for (const item of items) {
    step(item)
    if (performance.now() - began < stretch) continue
    await othersTurn()
    began = performance.now()
  }
}
