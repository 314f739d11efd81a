import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

const keyOf = (secret: Uint8Array, use: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, Buffer.alloc(0), use, 32))

/** How a sealed text is put together, and which key of a secret seals it. */
interface Format {
  use: string
  parts: (sealed: Buffer) => { tag: Buffer; hidden: Buffer }
}

const format: Format = {
  use: 'phonedeck sealed text',
  parts: (sealed) => ({ tag: sealed.subarray(-tagLength), hidden: sealed.subarray(nonceLength, -tagLength) }),
}

/** In which the tokens of tunnels were sealed that are still as they were given then. */
const formerFormat: Format = {
  use: 'phonedeck sealed values',
  parts: (sealed) => ({
    tag: sealed.subarray(nonceLength, nonceLength + tagLength),
    hidden: sealed.subarray(nonceLength + tagLength),
  }),
}

/** Hides a text that the server has to know again, such as a proxy's password, so that the database alone does not tell it. */
export function seal(secret: Uint8Array, text: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, keyOf(secret, format.use), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** What was sealed. Throws where it was sealed with another secret, or changed. */
export function unseal(secret: Uint8Array, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed)
  try {
    return unsealAs(format, secret, bytes)
  } catch {
    return unsealAs(formerFormat, secret, bytes)
  }
}

function unsealAs({ use, parts }: Format, secret: Uint8Array, sealed: Buffer): string {
  const decipher = createDecipheriv(algorithm, keyOf(secret, use), sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  const { tag, hidden } = parts(sealed)
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
}
