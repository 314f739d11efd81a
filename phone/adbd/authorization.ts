import { constants, createPublicKey, publicDecrypt, randomBytes, type KeyObject } from 'node:crypto'
import { withoutTrailing } from '../without-trailing.ts'

/**
 * Who may connect. `any` trusts whichever key is offered, `first` only the first one ever offered to this phone,
 * `keys` only the listed ones (lines of an `adbkey.pub`), `none` asks for no key at all.
 */
export type Authorization = { policy: 'none' | 'any' | 'first' } | { policy: 'keys'; keys: string[] }

const TOKEN_BYTES = 20
const MODULUS_BYTES = 256
const MODULUS_WORDS = MODULUS_BYTES / 4
/** Word count, n0inv, modulus, Montgomery's R², exponent: Android's own layout of an RSA-2048 public key. */
const ANDROID_KEY_BYTES = 4 + 4 + MODULUS_BYTES + MODULUS_BYTES + 4
/** DER of `DigestInfo { sha1, OCTET STRING (20) }`: adb signs the token as if it were a SHA-1 digest. */
const SHA1_DIGEST_INFO = Buffer.from('3021300906052b0e03021a05000414', 'hex')

/** Reads one line of an `adbkey.pub`: base64 of Android's key layout, then an optional name. */
export function parseAndroidPublicKey(line: string): KeyObject | undefined {
  const encoded = withoutTrailing(line, '\0').trim().split(/\s/, 1)[0] ?? ''
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length !== ANDROID_KEY_BYTES || bytes.readUInt32LE(0) !== MODULUS_WORDS) return undefined
  const modulus = Buffer.from(bytes.subarray(8, 8 + MODULUS_BYTES).toReversed())
  const exponent = Buffer.alloc(4)
  exponent.writeUInt32BE(bytes.readUInt32LE(ANDROID_KEY_BYTES - 4))
  try {
    return createPublicKey({
      format: 'jwk',
      key: { kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') },
    })
  } catch {
    // OpenSSL refuses numbers that are no RSA key: the same as any other unreadable line.
    return undefined
  }
}

/** The keys that a phone knows. They outlive connections and reboots. */
export class KeyRing {
  readonly #policy: Authorization['policy']
  readonly #known = new Map<string, KeyObject>()

  /** Throws when a listed key can not be read. */
  constructor(authorization: Authorization) {
    this.#policy = authorization.policy
    if (authorization.policy !== 'keys') return
    for (const line of authorization.keys) {
      const key = parseAndroidPublicKey(line)
      if (!key) throw new Error('An authorised adb key can not be read: expected a line of an adbkey.pub')
      this.#known.set(fingerprint(key), key)
    }
  }

  get required(): boolean {
    return this.#policy !== 'none'
  }

  newToken(): Buffer {
    return randomBytes(TOKEN_BYTES)
  }

  /** Whether a trusted key made this signature of the token. */
  verify(token: Buffer, signature: Buffer): boolean {
    if (signature.length !== MODULUS_BYTES) return false
    // Whoever shows a key is let in, so nothing would be gained by asking for it first.
    if (this.#policy === 'any') return true
    const expected = Buffer.concat([SHA1_DIGEST_INFO, token])
    return [...this.#known.values()].some((key) => {
      try {
        return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature).equals(expected)
      } catch {
        // Another key's signature does not unpad.
        return false
      }
    })
  }

  /** A peer shows its public key, as a phone would ask its user about it; the answer is whether it is trusted. */
  offer(line: string): boolean {
    const key = parseAndroidPublicKey(line)
    if (!key) return false
    if (this.#policy === 'any') return true
    const name = fingerprint(key)
    if (this.#policy === 'first' && this.#known.size === 0) this.#known.set(name, key)
    return this.#known.has(name)
  }
}

function fingerprint(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64')
}
