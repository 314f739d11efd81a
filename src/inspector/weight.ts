import { isPlain } from './secrets.ts'

/** Of a long list so many are weighed, and the others taken to be like them. */
const sampled = 8
/** What holds others, beside what it holds. */
const own = 32
/** What is no plain data belongs to somebody else. */
const reference = 8

/** About how many bytes a value takes that were not weighed yet: snapshots share all that has not changed. */
export function weightOf(value: unknown, weighed: WeakSet<object>, depth = 0): number {
  if (typeof value === 'string') return own + value.length * 2
  if (typeof value !== 'object' || value === null || depth > 12 || weighed.has(value)) return reference
  weighed.add(value)
  if (Array.isArray(value)) {
    const some = Math.min(value.length, sampled)
    let weight = 0
    for (let at = 0; at < some; at += 1) weight += weightOf(value[at], weighed, depth + 1)
    return own + (some === 0 ? 0 : (weight * value.length) / some)
  }
  if (!isPlain(value)) return own
  let weight = own
  // Quicker than a list of its entries, for every snapshot of every actor.
  for (const name in value) weight += reference + weightOf((value as Record<string, unknown>)[name], weighed, depth + 1)
  return weight
}
