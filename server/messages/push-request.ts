import { request } from 'node:https'
import webPush from 'web-push'
import type { PushKeys } from '../store/push-keys.ts'
import type { PushAddress } from '../store/push-subscriptions.ts'
import { type PushEndpoint, publicLookup } from './push-services.ts'

/** How long a push service may take to answer, in milliseconds. */
const patience = 10_000
/** How long it keeps what it can't deliver yet, in seconds: a message of yesterday is in the bell. */
const timeToLive = 86_400
/** More than this of an answer is not read, in bytes. */
const maxAnswerLength = 16 * 1024

/** What became of a try. `later` may be tried again, after so many seconds where the service says. */
export type PushAnswer =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'refused'; status: number }
  | { kind: 'later'; why: string; retryAfter: number | undefined }

export interface PushContent {
  /** JSON, for the service worker. */
  payload: string
  /** Of what the service still keeps, it replaces what has the same (RFC 8030 §5.4). */
  topic: string
}

interface Sender {
  keys: PushKeys
  /** Whom a push service may turn to: an https or mailto URL (RFC 8292 §2.1). */
  contact: string
  /** Milliseconds. */
  patience?: number
  /** Aborted when the server stops. */
  stopping?: AbortSignal
}

/** Seconds; undefined where nothing is said, or a date. */
const retryAfterOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined

/** What an answer means: 201 and its like it was taken, 404 and 410 nobody is there any more (RFC 8030 §7.3). Redirects are not followed. */
function answerOf(status: number, retryAfter: string | undefined): PushAnswer {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 408 || status === 429 || status >= 500)
    return { kind: 'later', why: `status ${status}`, retryAfter: retryAfterOf(retryAfter) }
  return { kind: 'refused', status }
}

/**
 * Writes to a browser through its push service, encrypted so that only the browser reads it (RFC 8291) and signed so that the service knows
 * who writes (RFC 8292). It never throws for what the network does.
 */
export function pushOnce(
  { url, isNamed }: PushEndpoint,
  { endpoint, p256dh, auth }: PushAddress,
  { payload, topic }: PushContent,
  { keys, contact, patience: limit = patience, stopping }: Sender,
): Promise<PushAnswer> {
  const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: contact, ...keys },
    TTL: timeToLive,
    contentEncoding: webPush.supportedContentEncodings.AES_128_GCM,
    urgency: 'high',
    topic,
  })
  return new Promise((resolve) => {
    const later = (why: string) => resolve({ kind: 'later', why, retryAfter: undefined })
    const call = request(url, {
      method,
      headers,
      agent: false,
      // From the first packet to the last byte.
      signal: AbortSignal.any([AbortSignal.timeout(limit), ...(stopping ? [stopping] : [])]),
      ...(!isNamed && { lookup: publicLookup }),
    })
    call.once('response', (response) => {
      let length = 0
      response.on('data', (bytes: Buffer) => {
        length += bytes.length
        if (length > maxAnswerLength) response.destroy()
      })
      // What it says counts from its first line; nobody reads the rest.
      response.once('close', () => resolve(answerOf(response.statusCode ?? 0, response.headers['retry-after'])))
      response.on('error', () => {}) // It has closed then.
    })
    call.once('error', (error) => later('code' in error ? String(error.code) : error.name))
    call.end(body)
  })
}
