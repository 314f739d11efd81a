/** How the fields of a message that came over the broker are read: each is checked, none is believed. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max

/** A text that is written down: without NUL, which PostgreSQL does not keep. */
export const isKeptText = (value: unknown, max: number): value is string => isText(value, max) && !value.includes('\0')

/** A text that is written down as JSON, in which PostgreSQL takes no halves of characters either. */
export const isWholeText = (value: unknown, max: number): value is string =>
  isKeptText(value, max) && value.isWellFormed()

export const isSerial = (value: unknown): value is string => typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value)

export const isCount = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max

/** A checksum in lower-case hexadecimal digits. */
export const isSha256 = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
