import { proxyTypes, type ProxyType } from './environments.ts'

/** A proxy as people write it in one cell; without a type where the text names none. */
export interface WrittenProxy {
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

/**
 * Reads a proxy from one cell: `host:port`, `host:port:user:password`, `user:password:host:port`, `user:password@host:port`,
 * `host:port@user:password`, each also behind `http://`, `https://` or `socks5://`. Undefined where it is none of these.
 */
export function proxyIn(text: string): WrittenProxy | undefined {
  const [, scheme, rest = ''] = /^(?:([a-z][a-z0-9]*):\/\/)?(.*)$/isu.exec(text.trim().replaceAll('：', ':')) ?? []
  const type = scheme === undefined ? undefined : proxyTypeOf(scheme)
  if (scheme !== undefined && type === undefined) return undefined
  const bare = rest.replace(/\/+$/u, '')
  const proxy = ({ host, port }: Place, written: string): WrittenProxy => {
    const { user, password } = credentialsOf(written)
    const isAddress = scheme !== undefined
    return {
      type,
      host,
      port,
      user: isAddress ? decoded(user) : user,
      password: isAddress ? decoded(password) : password,
    }
  }

  const at = bare.lastIndexOf('@')
  if (at >= 0) {
    const [before, behind] = [bare.slice(0, at), bare.slice(at + 1)]
    const place = placeOf(behind)
    if (place !== undefined && place.rest === undefined) return proxy(place, before)
  }
  const first = bare.indexOf('@')
  const ahead = first < 0 ? undefined : placeOf(bare.slice(0, first))
  if (ahead !== undefined && ahead.rest === undefined) return proxy(ahead, bare.slice(first + 1))

  const [, written, end = ''] = /^([^:]*:.*):([^:]*:[^:]*)$/su.exec(bare) ?? []
  const last = placeOf(end)
  const place = placeOf(bare)
  // `user:1234:gw.example.com:8080`: of two that could be the host, the one with a dot is.
  const isLast = written !== undefined && last?.host.includes('.') === true && place?.host.includes('.') !== true
  if (place !== undefined && !isLast) return proxy(place, place.rest ?? '')
  return written === undefined || last === undefined ? undefined : proxy(last, written)
}

/** What was probably meant by a text that is no proxy: with colons where something else stands between its parts. */
export function proxyMeant(text: string): string | undefined {
  const meant = text.trim().replaceAll(/[\s;；,，|]+/gu, ':')
  return meant !== text.trim() && proxyIn(meant) !== undefined ? meant : undefined
}
