import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Seconds. */
const lifetime = 365 * 24 * 60 * 60

const nameOf = (userId: number): string => `device_${userId}`

const seal = (secret: Uint8Array, userId: number, device: string): Buffer =>
  createHmac('sha256', secret).update(`device:${userId}:${device}`).digest()

/** The cookie that lets a browser on which a user has signed in be known when this user signs in again. */
export function newDeviceCookie(secret: Uint8Array, userId: number, isSecure: boolean): string {
  const device = randomBytes(12).toString('base64url')
  const value = `${device}.${seal(secret, userId, device).toString('base64url')}`
  const rules = `Path=/api/restful/v2/user/login; Max-Age=${lifetime}; HttpOnly; SameSite=Strict`
  return `${nameOf(userId)}=${value}; ${rules}${isSecure ? '; Secure' : ''}`
}

/** Which of the user's devices the cookies of a request are from; undefined where it is none. */
export function deviceOf(secret: Uint8Array, userId: number, cookies: string | undefined): string | undefined {
  const prefix = `${nameOf(userId)}=`
  const value = cookies
    ?.split(/; */)
    .find((cookie) => cookie.startsWith(prefix))
    ?.slice(prefix.length)
  const [device = '', mark = ''] = value?.split('.') ?? []
  const [given, expected] = [Buffer.from(mark, 'base64url'), seal(secret, userId, device)]
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
}
