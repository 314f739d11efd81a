import { quantile } from '../figure.ts'

/** How long something is done, and before that warmed up, in milliseconds. */
export interface Period {
  warmUp: number
  duration: number
}

export interface Done {
  /** How often it was done within the time that counts. */
  count: number
  perSecond: number
  /** Of 100 times one took longer. Milliseconds. */
  p99: number
}

/** Has so many do it at a time, each again and again; `begun` hears when it begins to count. */
export async function againAndAgain(
  atOnce: number,
  { warmUp, duration }: Period,
  work: (index: number) => Promise<unknown>,
  begun: () => void = () => {},
): Promise<Done> {
  const from = performance.now() + warmUp
  const until = from + duration
  const warm = setTimeout(begun, warmUp)
  const took: number[] = []
  const worker = async (index: number): Promise<void> => {
    while (performance.now() < until) {
      const start = performance.now()
      await work(index)
      const now = performance.now()
      if (now >= from && now < until) took.push(now - start)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, (_, index) => worker(index)))
  } finally {
    clearTimeout(warm)
  }
  return { count: took.length, perSecond: took.length / (duration / 1_000), p99: quantile(took, 0.99) }
}
