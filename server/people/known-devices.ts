import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '../http/secrets.ts'
import type { UserRow } from '../store/users.ts'

/** Seconds. */
const lifetime = 365 * 24 * 60 * 60

type Known = Pick<UserRow, 'id' | 'password_hash'>

const nameOf = (userId: number): string => `device_${userId}`

/** A device is known no longer than the password lasts. */
const seal = (secret: Uint8Array, { id, password_hash }: Known, device: string): Buffer =>
  createHmac('sha256', secret).update(`device:${id}:${password_hash}:${device}`).digest()

/** The cookie that lets a browser on which a user has signed in be known when this user signs in again. */
export function newDeviceCookie(secret: Uint8Array, user: Known, isSecure: boolean): string {
  const device = randomBytes(12).toString('base64url')
  const value = `${device}.${seal(secret, user, device).toString('base64url')}`
  const rules = `Path=/api/restful/v2/user/login; Max-Age=${lifetime}; HttpOnly; SameSite=Strict`
  return `${nameOf(user.id)}=${value}; ${rules}${isSecure ? '; Secure' : ''}`
}

/** Which of the user's devices the cookies of a request are from; undefined where it is none. */
export function deviceOf(secret: Uint8Array, user: Known, cookies: string | undefined): string | undefined {
  const prefix = `${nameOf(user.id)}=`
  const value = cookies
    ?.split(/; */)
    .find((cookie) => cookie.startsWith(prefix))
    ?.slice(prefix.length)
  const [device = '', mark = ''] = value?.split('.') ?? []
  return isSameSecret(Buffer.from(mark, 'base64url'), seal(secret, user, device)) ? device : undefined
}
