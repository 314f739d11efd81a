import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

const keyOf = (secret: Uint8Array): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'phonedeck sealed text', 32))

/** Encrypts a text that has to be read again, such as the password of a proxy, for the database. */
export function sealText(secret: Uint8Array, text: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Reads a sealed text; throws where it was not sealed with this secret. */
export function openText(secret: Uint8Array, sealed: Uint8Array): string {
  const decipher = createDecipheriv(algorithm, keyOf(secret), sealed.subarray(0, nonceLength))
  decipher.setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()]).toString('utf8')
}
