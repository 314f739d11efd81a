import { createPublicKey, type KeyObject } from 'node:crypto'

const WORDS = 64

/** The public half of an RSA-2048 key as a line of `adbkey.pub`. */
export function androidPublicKey(privateKey: KeyObject, name: string): string {
  const { n = '', e = '' } = createPublicKey(privateKey.export({ type: 'pkcs8', format: 'pem' })).export({
    format: 'jwk',
  })
  const modulus = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`)
  const exponent = Buffer.from(e, 'base64url').readUIntBE(0, 3)
  const key = Buffer.alloc(4 + 4 + WORDS * 8 + 4)
  key.writeUInt32LE(WORDS, 0)
  key.writeUInt32LE(Number((1n << 32n) - inverse(modulus % (1n << 32n))), 4)
  littleEndian(modulus).copy(key, 8)
  littleEndian((1n << 4096n) % modulus).copy(key, 8 + WORDS * 4)
  key.writeUInt32LE(exponent, key.length - 4)
  return `${key.toString('base64')} ${name}`
}

function littleEndian(value: bigint): Buffer {
  return Buffer.from(Buffer.from(value.toString(16).padStart(WORDS * 8, '0'), 'hex').toReversed())
}

/** The inverse of an odd number modulo 2^32, by Newton's iteration. */
function inverse(value: bigint): bigint {
  let result = 1n
  for (let round = 0; round < 5; round += 1) result = BigInt.asUintN(32, result * (2n - value * result))
  return result
}
