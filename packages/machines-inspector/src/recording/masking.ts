import { hides, mask, type SecretNames } from './secret-names.ts'

/** Longer than these nobody reads. */
const maxItems = 20
const maxDepth = 5

/** What it is, for values that have no plain form. */
function labelOf(value: object): string | undefined {
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if ('sessionId' in value && 'id' in value) return `→ ${String(value.id)}`
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return undefined
  return `[${value.constructor.name}]`
}

const withoutSecrets = (words: string, secrets: SecretNames): string =>
  secrets.inWords.reduce((text, place) => text.replaceAll(place, `$1${mask}`), words)

/** Context or event as plain data to be shown: without secrets, and no longer than anybody reads. */
export function masked(value: unknown, secrets: SecretNames, depth = 0, isWithheld = false): unknown {
  if (typeof value === 'string') return isWithheld && value !== '' ? mask : withoutSecrets(value, secrets)
  if (typeof value === 'function') return 'ƒ'
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return '…'
  if (value instanceof Set || value instanceof Map) return masked([...value], secrets, depth, isWithheld)
  if (Array.isArray(value)) {
    const shown = value.slice(0, maxItems).map((item) => masked(item, secrets, depth + 1, isWithheld))
    return value.length > maxItems ? [...shown, `… ${value.length - maxItems} more`] : shown
  }
  const label = labelOf(value)
  if (label !== undefined) return isWithheld ? mask : withoutSecrets(label, secrets)
  const object = value as Record<string, unknown> // What is plain has fields.
  return Object.fromEntries(
    Object.entries(object).map(([name, field]) => [
      name,
      secrets.has(name) && hides(field)
        ? mask
        : masked(field, secrets, depth + 1, isWithheld || secrets.withholds(name, object)),
    ]),
  )
}
