import { isCount, isRecord, isText } from '../../domain/message-fields.ts'
import type { Reason } from '../../domain/reason.ts'
import { videoQualities, type VideoQuality } from '../../domain/stream-protocol.ts'
import type { GuestKind } from './ticket-gate.ts'
import type { TerminalTicket, ViewerTicket } from './tickets.ts'

/**
 * What travels between an edge and the server that it has dialled: JSON, in text messages of one websocket. The edge asks and is
 * answered by the number of its question; the server tells it of what ends.
 */

export const edgePath = '/relay/edge'
/** The longest message either way, in bytes: the leases of a few thousand controllers. */
export const maxEdgeMessageBytes = 512 * 1024
/** A server says something so often; an edge that hears nothing for `silenceOfServer` dials anew. Milliseconds. */
export const wordOfServer = 1_000
export const silenceOfServer = 3_000

/** What an edge wants to know or to have done. */
export type EdgeQuestion =
  /** Somebody shows a ticket. From a good one on, the server minds whether its session may still be here, until `left`. */
  | { type: 'enter'; kind: GuestKind; ticket: string }
  /** Why no agent has a phone. */
  | { type: 'absence'; device_id: number }
  /** An agent is to dial the edge with this ticket, and bring a phone's video. */
  | { type: 'stream'; device_id: number; quality: VideoQuality; ticket: string }
  /** And this one, to open a shell. */
  | { type: 'terminal'; device_id: number; terminal_id: string; ticket: string }
  | { type: 'renew'; lease_ids: string[] }
  | { type: 'release'; lease_id: string }

export type EdgeMessage =
  /** The first. Where agents reach the edge. */
  | { type: 'hello'; advertise_url: string }
  | ({ ask: number } & EdgeQuestion)
  /** Who was let in by that question before, at this server or another, is here still. */
  | { type: 'stays'; ask: number; kind: GuestKind; ticket: string }
  /** Who was let in by that question has left. */
  | { type: 'left'; ask: number }

/** What a server answers to each question; a question that it could not look into has failed. */
export interface EdgeAnswers {
  enter: ViewerTicket | TerminalTicket | null
  absence: Reason | null
  stream: null
  terminal: null
  renew: string[]
  release: null
}

export type ServerMessage =
  /** The answer to `hello`. */
  | { type: 'welcome' }
  | { type: 'answer'; ask: number; answer: EdgeAnswers[keyof EdgeAnswers] }
  | { type: 'failed'; ask: number }
  | { type: 'alive' }
  /** Nobody knows who was let in by that question. */
  | { type: 'stranger'; ask: number }
  /** A session may no longer do so with a phone. */
  | { type: 'end'; session_id: string; device_id: number; use: string; reason: Reason }
  | { type: 'signed_out'; session_id: string }
  | { type: 'phone_lost'; device_id: number; reason: Reason }
  | { type: 'phone_back'; device_id: number }
  /** An agent could not bring a video, or open a shell. */
  | { type: 'stream_failed'; device_id: number; reason: Reason | null }
  | { type: 'terminal_failed'; terminal_id: string; reason: Reason | null }

const maxTicket = 1_000
const maxLeases = 10_000
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
const isNumber = (value: unknown): value is number => isCount(value, Number.MAX_SAFE_INTEGER)
const isGuestKind = (value: unknown): value is GuestKind => value === 'viewer' || value === 'terminal'

function recordIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Only scheme, host and port: agents are told to dial it. */
const isOrigin = (value: unknown): value is string => {
  if (!isText(value, 200) || !/^https?:\/\//.test(value)) return false
  return URL.parse(value)?.origin === value
}

/** Reads what an edge says; undefined when it is malformed. */
export function parseEdgeMessage(text: string): EdgeMessage | undefined {
  const m = recordIn(text)
  if (m?.type === 'hello')
    return isOrigin(m.advertise_url) ? { type: 'hello', advertise_url: m.advertise_url } : undefined
  if (m === undefined || !isNumber(m.ask)) return undefined
  const { ask, device_id, ticket } = m
  switch (m.type) {
    case 'enter':
    case 'stays':
      return isGuestKind(m.kind) && isText(ticket, maxTicket) ? { type: m.type, ask, kind: m.kind, ticket } : undefined
    case 'left':
      return { type: 'left', ask }
    case 'absence':
      return isNumber(device_id) ? { type: 'absence', ask, device_id } : undefined
    case 'stream': {
      const quality = videoQualities.find((one) => one === m.quality)
      const isWhole = isNumber(device_id) && quality !== undefined && isText(ticket, maxTicket)
      return isWhole ? { type: 'stream', ask, device_id, quality, ticket } : undefined
    }
    case 'terminal': {
      const { terminal_id } = m
      const isWhole = isNumber(device_id) && isId(terminal_id) && isText(ticket, maxTicket)
      return isWhole ? { type: 'terminal', ask, device_id, terminal_id, ticket } : undefined
    }
    case 'renew': {
      const { lease_ids } = m
      const isWhole = Array.isArray(lease_ids) && lease_ids.length <= maxLeases && lease_ids.every(isId)
      return isWhole ? { type: 'renew', ask, lease_ids } : undefined
    }
    case 'release':
      return isId(m.lease_id) ? { type: 'release', ask, lease_id: m.lease_id } : undefined
    default:
      return undefined
  }
}

/**
 * Reads what a server says. It is one of our own, which has shown by taking our secret that it has it; only messages of a newer
 * one, which are undefined, are to be passed over.
 */
export function readServerMessage(text: string): ServerMessage | undefined {
  const m = recordIn(text)
  return m !== undefined && serverWords.has(m.type) ? (m as ServerMessage) : undefined
}

const serverWords: ReadonlySet<unknown> = new Set([
  'welcome',
  'answer',
  'failed',
  'alive',
  'stranger',
  'end',
  'signed_out',
  'phone_lost',
  'phone_back',
  'stream_failed',
  'terminal_failed',
] satisfies ServerMessage['type'][])
