import { reasonIn, type Reason } from './reason.ts'

/**
 * What travels between viewer, relay and agent (DESIGN, video). One websocket carries one phone.
 *
 * Binary messages are packets of the phone's encoder, unchanged, each behind a 12-byte header. Text messages are JSON:
 * control and acknowledgements towards the phone, state and clipboard towards the viewer.
 */

export const packetHeaderLength = 12
const videoPacket = 1
const configFlag = 1
const keyFlag = 2

export interface VideoPacket {
  /** Parameter sets, not a frame. */
  config: boolean
  /** A frame that needs none before it. */
  key: boolean
  /** The phone's number on this socket; 0 while a socket carries one. */
  stream: number
  /** Presentation time in microseconds of the phone's clock. */
  pts: number
  data: Uint8Array
}

/** Lays out header and payload: u8 type, u8 flags, u16 stream, u64 pts, all big-endian. */
export function encodePacket({ config, key, stream, pts, data }: VideoPacket): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(packetHeaderLength + data.length)
  const view = new DataView(message.buffer)
  view.setUint8(0, videoPacket)
  view.setUint8(1, (config ? configFlag : 0) | (key ? keyFlag : 0))
  view.setUint16(2, stream)
  view.setBigUint64(4, BigInt(Math.trunc(pts)))
  message.set(data, packetHeaderLength)
  return message
}

/** Reads a packet, its data as a view of the message; undefined when it is none. */
export function decodePacket(message: Uint8Array): VideoPacket | undefined {
  if (message.length < packetHeaderLength) return undefined
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  if (view.getUint8(0) !== videoPacket) return undefined
  const flags = view.getUint8(1)
  return {
    config: (flags & configFlag) !== 0,
    key: (flags & keyFlag) !== 0,
    stream: view.getUint16(2),
    pts: Number(view.getBigUint64(4)),
    data: message.subarray(packetHeaderLength),
  }
}

/**
 * How good a video a viewer wants, from the lightest on; config/stream tells what each means. A phone is encoded for
 * the most demanding of those who watch it.
 */
export const videoQualities = ['thumbnail', 'economical', 'balanced', 'sharp'] as const

export type VideoQuality = (typeof videoQualities)[number]

/** What a viewer gets that asks for nothing in particular. */
export const usualQuality = 'balanced' satisfies VideoQuality

/** The first message on a viewer's and on an agent's websocket; nothing else is heard before it. */
export interface Hello {
  type: 'hello'
  ticket: string
}

/** A viewer's first message may say how good a video it wants. */
export type ViewerHello = Hello & { quality: VideoQuality }

/** A gesture or wish of the controller, on its way to the phone. Coordinates are 0..1 of the frame as it is seen. */
export type ControlMessage =
  | { type: 'touch'; action: 'down' | 'move' | 'up' | 'cancel'; pointer: number; x: number; y: number }
  | { type: 'scroll'; x: number; y: number; dx: number; dy: number }
  /** An Android keycode and meta state. */
  | { type: 'key'; action: 'down' | 'up'; keycode: number; meta: number }
  | { type: 'text'; text: string }
  /** Puts text on the phone's clipboard and, with `paste`, types it where the caret is. */
  | { type: 'clipboard'; text: string; paste: boolean }
  | { type: 'back' }
  | { type: 'rotate' }

export type ViewerMessage =
  | ViewerHello
  /** From now on it wants a better video, or makes do with a lesser one. */
  | { type: 'quality'; quality: VideoQuality }
  /** The frame with this pts has been drawn. */
  | { type: 'ack'; pts: number }
  /** Somebody is there: control is to go on, though nothing is done with the phone. */
  | { type: 'present' }
  | ControlMessage

/** What the relay asks of an agent. */
export type AgentOrder = ControlMessage | { type: 'reset_video' }

/** What an agent tells the relay beside packets. */
export type AgentReport =
  | Hello
  | { type: 'clipboard'; text: string }
  /** Null where nobody knows why. */
  | { type: 'ended'; reason: Reason | null }
  /** The phone leaves what was done with it without an answer: it has said nothing for so many milliseconds. */
  | { type: 'silent'; ms: number }
  /** It has answered again. */
  | { type: 'answers' }

/** What a viewer hears beside packets. */
export type RelayMessage =
  | {
      type: 'state'
      /** `waiting` for the phone's video, `streaming`, or `lost`: the phone went and is awaited. */
      stream: 'waiting' | 'streaming' | 'lost'
      /** Why it is lost; else null. */
      reason: Reason | null
      mode: 'control' | 'observe'
      controller: { id: number; user_name: string } | null
      observers: number
      /** Only for a controller that has long done nothing: milliseconds until its control is released. */
      idle_ends_in?: number
      /** Only while the phone leaves what is done with it without an answer: milliseconds since its last. */
      silent_for?: number
    }
  | { type: 'clipboard'; text: string }
  /** A message that could not be taken; the socket stays open. */
  | { type: 'refused'; reason: Reason }

/**
 * Why the relay closes a socket; 4000 to 4999 are the application's (RFC 6455 §7.4.2). The reason beside it is the code of a
 * Reason that speaks of nothing.
 */
export const closeCodes = {
  malformed: 4400,
  badTicket: 4401,
  /** The controller has done nothing for as long as may be. */
  idle: 4408,
  takenOver: 4409,
  signedOut: 4410,
  gone: 4404,
  tooManyMessages: 4429,
} as const

/** The websocket's own "try again later" (IANA's registry of close codes). */
export const tryAgainLater = 1013

/** The longest text of a viewer's message, in UTF-16 units. */
export const maxTextLength = 20_000
/** The longest text message a viewer or an agent may send, in bytes: a full text, each unit three bytes, and its frame. */
export const maxTextMessageBytes = 64 * 1024
/** The longest silence that an agent tells of: a day, in milliseconds. */
const maxSilence = 86_400_000
/** A viewer whose oldest unseen frame is older than this is skipped to the next key frame. Milliseconds. */
export const maxLag = 400

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isFraction = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1
const isWithin = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit
const isUint = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max
const isText = (value: unknown, max = maxTextLength): value is string =>
  typeof value === 'string' && value.length <= max

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function controlMessage(m: Record<string, unknown>): ControlMessage | undefined {
  switch (m.type) {
    case 'touch': {
      const { action, pointer, x, y } = m
      if (action !== 'down' && action !== 'move' && action !== 'up' && action !== 'cancel') return undefined
      return isUint(pointer, 9) && isFraction(x) && isFraction(y) ? { type: 'touch', action, pointer, x, y } : undefined
    }
    case 'scroll': {
      const { x, y, dx, dy } = m
      return isFraction(x) && isFraction(y) && isWithin(dx, 100) && isWithin(dy, 100)
        ? { type: 'scroll', x, y, dx, dy }
        : undefined
    }
    case 'key': {
      const { action, keycode, meta } = m
      if (action !== 'down' && action !== 'up') return undefined
      return isUint(keycode, 1_000) && isUint(meta, 0x7fff_ffff) ? { type: 'key', action, keycode, meta } : undefined
    }
    case 'text':
      return isText(m.text) ? { type: 'text', text: m.text } : undefined
    case 'clipboard':
      return isText(m.text) && typeof m.paste === 'boolean'
        ? { type: 'clipboard', text: m.text, paste: m.paste }
        : undefined
    case 'back':
    case 'rotate':
      return { type: m.type }
    default:
      return undefined
  }
}

const hello = (m: Record<string, unknown>): Hello | undefined =>
  isText(m.ticket, 1_000) ? { type: 'hello', ticket: m.ticket } : undefined

const quality = (value: unknown): VideoQuality | undefined => videoQualities.find((one) => one === value)

function viewerHello(m: Record<string, unknown>): ViewerHello | undefined {
  const greeting = hello(m)
  const wanted = m.quality === undefined ? usualQuality : quality(m.quality)
  return greeting && wanted && { ...greeting, quality: wanted }
}

/** Reads a viewer's text message; undefined when it is malformed. Fields that it does not know are dropped. */
export function parseViewerMessage(text: string): ViewerMessage | undefined {
  const m = parseJson(text)
  if (m === undefined) return undefined
  if (m.type === 'hello') return viewerHello(m)
  if (m.type === 'quality') {
    const wanted = quality(m.quality)
    return wanted && { type: 'quality', quality: wanted }
  }
  if (m.type === 'ack') return isUint(m.pts, Number.MAX_SAFE_INTEGER) ? { type: 'ack', pts: m.pts } : undefined
  if (m.type === 'present') return { type: 'present' }
  return controlMessage(m)
}

/** Reads what the relay asks of an agent; undefined when it is malformed. */
export function parseAgentOrder(text: string): AgentOrder | undefined {
  const m = parseJson(text)
  if (m === undefined) return undefined
  return m.type === 'reset_video' ? { type: 'reset_video' } : controlMessage(m)
}

/** Reads what an agent tells the relay; undefined when it is malformed. */
export function parseAgentReport(text: string): AgentReport | undefined {
  const m = parseJson(text)
  if (m === undefined) return undefined
  if (m.type === 'hello') return hello(m)
  if (m.type === 'clipboard') return isText(m.text) ? { type: 'clipboard', text: m.text } : undefined
  if (m.type === 'ended') {
    const reason = reasonIn(m.reason)
    return reason === undefined ? undefined : { type: 'ended', reason }
  }
  if (m.type === 'silent') return isUint(m.ms, maxSilence) ? { type: 'silent', ms: m.ms } : undefined
  if (m.type === 'answers') return { type: 'answers' }
  return undefined
}
