/** A count that took longer is a slow one, in milliseconds. */
const slow = 20
/** A slow one holds for so many times as long as it took: counting never takes more than a fiftieth of the time. */
const keptFor = 50
/** And no longer than this, in milliseconds. */
const longest = 60_000
/** Counts that are remembered. */
const most = 1_000

interface Kept {
  total: number
  until: number
}

const kept = new Map<string, Kept>()
const underWay = new Map<string, Promise<number>>()

async function measured(key: string, count: () => Promise<number>): Promise<number> {
  const begun = performance.now()
  const total = await count()
  const took = performance.now() - begun
  if (took > slow) {
    if (kept.size >= most) kept.clear()
    kept.set(key, { total, until: Date.now() + Math.min(longest, took * keptFor) })
  }
  return total
}

/**
 * How many rows a list has. A count that is quick is exact; one of hundreds of thousands of rows takes longer than the page
 * that it stands beside, so it is shared by whoever asks meanwhile, and for a while after.
 */
export function countOnce(key: string, count: () => Promise<number>): Promise<number> {
  const known = kept.get(key)
  if (known !== undefined && known.until > Date.now()) return Promise.resolve(known.total)
  kept.delete(key)
  const pending = underWay.get(key)
  if (pending !== undefined) return pending
  const counting = measured(key, count).finally(() => underWay.delete(key))
  underWay.set(key, counting)
  return counting
}
