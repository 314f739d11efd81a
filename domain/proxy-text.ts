import { proxyTypes, type ProxyType } from './environments.ts'

/** A proxy as people write it in one cell; without a type where the text names none. */
interface WrittenProxy {
  type: ProxyType | undefined
  host: string
  port: string
  user: string
  password: string
}

const schemes: Readonly<Record<string, ProxyType>> = { socks: 'socks5', socks5h: 'socks5' }

/** What a kind of proxy is called in files; undefined where it is none that environments go through. */
export function proxyTypeOf(text: string): ProxyType | undefined {
  const wanted = text.trim().toLowerCase()
  return proxyTypes.find((type) => type === wanted) ?? schemes[wanted]
}

const isHost = (text: string | undefined): text is string =>
  text !== undefined && /^(?:[^\s/@:[\]]+|\[[0-9a-f:.]+\])$/iu.test(text)

const isPort = (text: string | undefined): text is string =>
  text !== undefined && /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

interface Place {
  host: string
  port: string
  /** What follows it, behind a colon. */
  rest: string | undefined
}

/** A host and its port at the beginning of a text. */
function placeOf(text: string): Place | undefined {
  const [, host, port, rest] = /^(\[[^\]]*\]|[^:]*):([^:]*)(?::(.*))?$/su.exec(text) ?? []
  return isHost(host) && isPort(port) ? { host, port, rest } : undefined
}

/** A user and a password with a colon between them, of which the password may have more. */
function credentialsOf(text: string): { user: string; password: string } {
  const at = text.indexOf(':')
  return at < 0 ? { user: text, password: '' } : { user: text.slice(0, at), password: text.slice(at + 1) }
}

/** In an address, what would end a part of it is written with percent signs. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // A percent sign that stands for itself.
  }
}

/** A proxy, and where in its text its user and password stand. */
interface ReadProxy {
  type: ProxyType | undefined
  place: Place
  /** `user:password`, or the user alone. */
  credentials: string
  /** Where they begin in the text. */
  at: number
  isAddress: boolean
}

function readProxy(text: string): ReadProxy | undefined {
  const plain = text.replaceAll('：', ':')
  const [, before = '', scheme, rest = ''] = /^(\s*)(?:([a-z][a-z0-9]*):\/\/)?(.*?)\s*$/isu.exec(plain) ?? []
  const type = scheme === undefined ? undefined : proxyTypeOf(scheme)
  if (scheme !== undefined && type === undefined) return undefined
  const bare = rest.replace(/\/+$/u, '')
  const begin = before.length + (scheme === undefined ? 0 : scheme.length + '://'.length)
  const read = (place: Place, credentials: string, at: number): ReadProxy => ({
    type,
    place,
    credentials,
    at: begin + at,
    isAddress: scheme !== undefined,
  })

  const end = bare.lastIndexOf('@')
  if (end >= 0) {
    const place = placeOf(bare.slice(end + 1))
    if (place !== undefined && place.rest === undefined) return read(place, bare.slice(0, end), 0)
  }
  const first = bare.indexOf('@')
  const ahead = first < 0 ? undefined : placeOf(bare.slice(0, first))
  if (ahead !== undefined && ahead.rest === undefined) return read(ahead, bare.slice(first + 1), first + 1)

  const [, written, behind = ''] = /^([^:]*:.*):([^:]*:[^:]*)$/su.exec(bare) ?? []
  const last = placeOf(behind)
  const place = placeOf(bare)
  // `user:1234:gw.example.com:8080`: of two that could be the host, the one with a dot is.
  const isLast = written !== undefined && last?.host.includes('.') === true && place?.host.includes('.') !== true
  if (place !== undefined && !isLast) return read(place, place.rest ?? '', bare.length - (place.rest ?? '').length)
  return written === undefined || last === undefined ? undefined : read(last, written, 0)
}

/**
 * Reads a proxy from one cell: `host:port`, `host:port:user:password`, `user:password:host:port`, `user:password@host:port`,
 * `host:port@user:password`, each also behind `http://`, `https://` or `socks5://`. Undefined where it is none of these.
 */
export function proxyIn(text: string): WrittenProxy | undefined {
  const read = readProxy(text)
  if (read === undefined) return undefined
  const { user, password } = credentialsOf(read.credentials)
  const { type, place, isAddress } = read
  return {
    type,
    host: place.host,
    port: place.port,
    user: isAddress ? decoded(user) : user,
    password: isAddress ? decoded(password) : password,
  }
}

/** What was probably meant by a text that is no proxy: with colons where something else stands between its parts. */
export function proxyMeant(text: string): string | undefined {
  const meant = text.trim().replaceAll(/[\s;；,，|]+/gu, ':')
  return meant !== text.trim() && proxyIn(meant) !== undefined ? meant : undefined
}

/** Stands where a password stands. */
export const passwordMask = '••••••'

/** What stands between the parts of a proxy, also where people write something else than a colon. */
const between = String.raw`\s:：;；,，|@/`

/** Of a text that is no proxy, what can't be a password: what stands first, or a host and its port. */
const beginning = new RegExp(
  String.raw`^\s*(?:(?:[a-z][a-z0-9]*:\/\/)?[^${between}]*\.[^${between}]*(?:[${between}]+\d{1,5}(?![^${between}]))?|[^${between}]*)[${between}]*`,
  'iu',
)

/** From where to where what may be a password stands in a cell; undefined where nothing does. */
function passwordAt(text: string): readonly [from: number, to: number] | undefined {
  const read = readProxy(text) ?? readProxy(text.trimEnd().replaceAll(/(?<=\S)[\s;；,，|]/gu, ':'))
  if (read !== undefined) {
    const { user, password } = credentialsOf(read.credentials)
    const from = read.at + user.length + 1
    return password === '' ? undefined : [from, from + password.length]
  }
  const [head = ''] =
    (text.includes('@') ? new RegExp(`^[^${between}]*[${between}]*`, 'u') : beginning).exec(text) ?? []
  return head.length < text.trimEnd().length ? [head.length, text.trimEnd().length] : undefined
}

/** The text of a cell without its password; of what is no proxy, without all that may be one. */
export function withoutPassword(text: string): string {
  const at = passwordAt(text)
  return at === undefined ? text : text.slice(0, at[0]) + passwordMask + text.slice(at[1])
}

/**
 * What somebody wrote who was shown the cell without its password: where the mask still stands by itself the password stays, and what
 * is written next to it takes its place.
 */
export function withPassword(text: string, before: string): string {
  const at = passwordAt(before)
  if (at === undefined || !text.includes(passwordMask)) return text
  const alone = new RegExp(String.raw`(?<![^${between}])${passwordMask}(?![^${between}])`, 'u')
  return alone.test(text) ? text.replace(alone, () => before.slice(...at)) : text.replaceAll(passwordMask, '')
}
