import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Compares secrets in a time that does not tell how much of them is the same. */
export const isSameSecret = (given: Uint8Array, expected: Uint8Array): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected)

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether whoever sends these headers shows this token. */
export const showsToken = ({ authorization = '' }: IncomingHttpHeaders, token: string): boolean =>
  timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))

const signatureOf = (secret: Uint8Array, purpose: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`phonedeck ${purpose}\n`).update(text).digest()

/** Signs a text, so that only holders of the secret can have written it, for this purpose. It hides nothing. */
export const sealText = (secret: Uint8Array, purpose: string, text: string): string =>
  `${text}.${signatureOf(secret, purpose, text).toString('base64url')}`

/** The text that was sealed for this purpose; undefined where it is forged. */
export function openText(secret: Uint8Array, purpose: string, sealed: string): string | undefined {
  const end = Math.max(sealed.lastIndexOf('.'), 0)
  const text = sealed.slice(0, end)
  const given = Buffer.from(sealed.slice(end + 1), 'base64url')
  return isSameSecret(given, signatureOf(secret, purpose, text)) ? text : undefined
}

/** Signs what can be written as JSON. */
export const seal = (secret: Uint8Array, purpose: string, content: object): string =>
  sealText(secret, purpose, Buffer.from(JSON.stringify(content)).toString('base64url'))

/** What was sealed for this purpose, of the type that `seal` was given; undefined where it is forged. */
export function open(secret: Uint8Array, purpose: string, sealed: string): unknown {
  const text = openText(secret, purpose, sealed)
  return text === undefined ? undefined : JSON.parse(Buffer.from(text, 'base64url').toString())
}
