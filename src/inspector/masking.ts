import { secretFields } from '../../generated/secret-fields.ts'

/** Whatever the contract calls a secret, by name. */
const declared: ReadonlySet<string> = new Set(secretFields)
/** And what has no contract: a form's copy of a password, headers, what a browser keeps. */
const alsoSecret = /token|password|secret|ticket|captcha_val|cookie|authorization$/i
/** The same within an address. */
const secretInAddress = /([?&](?:token|ticket|password)=)[^&#]+/g
export const mask = '••••••'

/** Whether what is called so is a secret. */
export const isSecretName = (name: string): boolean => declared.has(name) || alsoSecret.test(name)

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

/** Context or event as plain data to be shown: without secrets, and no longer than anybody reads. */
export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replaceAll(secretInAddress, `$1${mask}`)
  if (typeof value === 'function') return 'ƒ'
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return '…'
  if (value instanceof Set || value instanceof Map) return masked([...value], depth)
  if (Array.isArray(value)) {
    const shown = value.slice(0, maxItems).map((item) => masked(item, depth + 1))
    return value.length > maxItems ? [...shown, `… ${value.length - maxItems} more`] : shown
  }
  return (
    labelOf(value) ??
    Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, hides(name, field) ? mask : masked(field, depth + 1)]),
    )
  )
}

/** An empty secret is none, and whether there is one is worth knowing. */
const hides = (name: string, field: unknown): boolean =>
  isSecretName(name) &&
  typeof field !== 'boolean' &&
  typeof field !== 'number' &&
  field !== '' &&
  field !== undefined &&
  field !== null
