import { isPlain } from './secrets.ts'

/** Of a long list so many are weighed, and the others taken to be like them. */
const sampled = 8
/** What holds others, beside what it holds. */
const own = 32
/** What is no plain data belongs to somebody else. */
const reference = 8
/** Deeper than any answer. */
const deepest = 12

/** About how many bytes an event holds that were not weighed yet: what one actor hands to another is the same. */
export function eventWeight(event: object, weighed: WeakSet<object>): number {
  let weight = 0
  // Quicker than a list of its entries, for each of a great many events, most of which hold a word or two.
  for (const name in event) {
    const field = (event as Record<string, unknown>)[name]
    if (typeof field === 'string') weight += field.length * 2
    else if (typeof field === 'object' && field !== null) weight += weightOf(field, weighed, 1)
  }
  return weight
}

function weightOf(value: unknown, weighed: WeakSet<object>, depth: number): number {
  if (typeof value === 'string') return own + value.length * 2
  if (typeof value !== 'object' || value === null || depth > deepest || weighed.has(value)) return reference
  weighed.add(value)
  if (Array.isArray(value)) {
    const some = Math.min(value.length, sampled)
    let weight = 0
    for (let at = 0; at < some; at += 1) weight += weightOf(value[at], weighed, depth + 1)
    return own + (some === 0 ? 0 : (weight * value.length) / some)
  }
  if (!isPlain(value)) return own
  let weight = own
  for (const name in value) weight += reference + weightOf((value as Record<string, unknown>)[name], weighed, depth + 1)
  return weight
}
