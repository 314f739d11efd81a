import { execFileSync } from 'node:child_process'
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** A browser that has subscribed: what it tells a server, and what it alone knows. */
export interface Subscriber {
  subscription: { endpoint: string; p256dh: string; auth: string; language: string }
  /** What has come for it, in the order in which it came. */
  pushed: Pushed[]
}

interface Pushed {
  headers: IncomingHttpHeaders
  /** What the service worker would be given. */
  notification: Record<string, unknown>
  /** Of the token with which its sender showed who it is. */
  claims: { aud: string; exp: number; sub: string }
  at: number
}

/** How a push service answers: with a status and headers, or not at all. */
type Answering = (response: ServerResponse) => void

export const answering =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(status, headers).end()

const hmac = (key: Buffer, ...parts: (Buffer | string)[]): Buffer => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}

/** What was meant for a browser, as RFC 8291 §3.4 and RFC 8188 §2 say it is read. */
function decrypted(body: Buffer, own: { privateKey: Buffer; publicKey: Buffer; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const idLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  if (record.length > recordSize) throw new Error('a pushed message has one record') // RFC 8291 §4
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(own.privateKey)
  const shared = pair.computeSecret(senderKey)
  const end = Buffer.from([1])
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), own.publicKey, senderKey])
  const material = hmac(hmac(own.auth, shared), keyInfo, end)
  const pseudorandom = hmac(salt, material)
  const key = hmac(pseudorandom, 'Content-Encoding: aes128gcm\0', end).subarray(0, 16)
  const nonce = hmac(pseudorandom, 'Content-Encoding: nonce\0', end).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const delimiter = padded.findLastIndex((byte) => byte !== 0)
  if (padded[delimiter] !== 2) throw new Error('the last record ends with 2') // RFC 8188 §2
  return padded.subarray(0, delimiter).toString()
}

/** Who has signed a request (RFC 8292 §3), and what it claims; throws where nobody has. */
function signed(authorization: string | undefined): { publicKey: string; claims: Pushed['claims'] } {
  const [, token = '', publicKey = ''] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
  if (!isRight || alg !== 'ES256') throw new Error('a token that its key has not signed')
  return { publicKey, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}

/**
 * A push service on this machine, which this process trusts as long as it is there. It reads what comes for its browsers itself, so that
 * it is known to be what a browser could read.
 */
export async function startPushService() {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-push-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const whose = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...made, ...whose, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, readFileSync(cert, 'utf8')])

  const browsers = new Map<string, { own: Parameters<typeof decrypted>[1]; browser: Subscriber }>()
  const answers = new Map<string, Answering>()
  const senders = new Set<string>()
  const problems: unknown[] = []
  let requests = 0
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    requests += 1
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const known = browsers.get(path)
      if (known === undefined) return response.writeHead(404).end()
      const answer = answers.get(path)
      if (answer) return answer(response)
      try {
        const { publicKey, claims } = signed(request.headers.authorization)
        senders.add(publicKey)
        const notification = JSON.parse(decrypted(Buffer.concat(parts), known.own))
        known.browser.pushed.push({ headers: request.headers, notification, claims, at: Date.now() })
        response.writeHead(201, { location: `https://${request.headers.host}/m/1` }).end()
      } catch (problem) {
        problems.push(problem)
        response.writeHead(400).end()
      }
      return undefined
    })
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  // It listens on TCP, so it has a port.
  const host = `localhost:${(server.address() as AddressInfo).port}`

  return {
    /** As PUSH_SERVICES names it. */
    host,
    origin: `https://${host}`,
    /** With which keys what came was signed. */
    senders,
    /** What came and could not be read. */
    problems,
    requests: () => requests,
    /** A browser that it knows. */
    browser(language = 'zh-CN'): Subscriber {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(24).toString('base64url')}`
      const subscription = {
        endpoint: `https://${host}${path}`,
        p256dh: pair.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
        language,
      }
      const browser: Subscriber = { subscription, pushed: [] }
      browsers.set(path, { own: { privateKey: pair.getPrivateKey(), publicKey: pair.getPublicKey(), auth }, browser })
      return browser
    },
    /** Answers what comes for a browser like this from now on, and reads none of it; as usual where nothing is given. */
    answer({ subscription }: Subscriber, how: Answering | undefined): void {
      const { pathname } = new URL(subscription.endpoint)
      if (how) answers.set(pathname, how)
      else answers.delete(pathname)
    },
    async close(): Promise<void> {
      setDefaultCACertificates(before)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true })
    },
  }
}

export type PushService = Awaited<ReturnType<typeof startPushService>>
