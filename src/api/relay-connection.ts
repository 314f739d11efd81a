import { fromCallback } from 'xstate'
import type { Reason } from '../../domain/reason.ts'
import type {
  ControlMessage,
  VideoQuality,
  RelayMessage,
  ViewerHello,
  ViewerMessage,
} from '../../domain/stream-protocol.ts'
import { decodePacket } from '../../domain/stream-protocol.ts'
import { hangUp } from './hang-up.ts'
import type { Figures } from '../video/video-figures.ts'
import type { FrameSize } from '../video/video-painter.ts'
import type { VideoPlayer } from '../video/video-player.ts'

/** How the relay says that things are with the phone. */
export type Announcement = Extract<RelayMessage, { type: 'state' }>

export type RelayReport =
  | { type: 'announced'; announcement: Announcement }
  /** The first frame of a stream can be seen. */
  | { type: 'video began' }
  | { type: 'video stumbled'; message: string }
  | { type: 'video resized'; size: FrameSize }
  | { type: 'measured'; figures: Figures }
  /** The phone's clipboard has a new text. */
  | { type: 'copied'; text: string }
  /** The relay could not take a message. */
  | { type: 'objected'; reason: Reason }
  | { type: 'closed'; code: number; reason: Reason | null }

export type RelayOrder =
  | { type: 'send'; message: ControlMessage }
  /** Somebody is there, and goes on controlling the phone. */
  | { type: 'present' }
  /** From now on the video is wanted so. */
  | { type: 'quality'; quality: VideoQuality }

/** A websocket that ended without a word (RFC 6455 §7.4.1). */
const noStatus = 1006
/** The relay says at least every 5 seconds how things are; after such a silence the line is dead. Milliseconds. */
const maxSilence = 15_000
/** How often that is looked at, in milliseconds. */
const silenceInterval = 1_000

/** The relay's address for a page at `page`: a path is meant on the page's own origin. */
export function relayAddress(relayUrl: string, page: string): URL {
  const address = new URL(relayUrl, page)
  address.protocol = address.protocol.replace('http', 'ws')
  return address
}

/** Reads a relay's text message; undefined when it is none that a viewer knows. */
function readRelayMessage(text: string): RelayMessage | undefined {
  const message: unknown = JSON.parse(text)
  const type = (message as { type?: unknown } | null)?.type
  // The relay is our own server, which checks what it relays; only messages of a newer one are to be passed over.
  return type === 'state' || type === 'clipboard' || type === 'refused' ? (message as RelayMessage) : undefined
}

function reportOf(message: RelayMessage): RelayReport {
  switch (message.type) {
    case 'state':
      return { type: 'announced', announcement: message }
    case 'clipboard':
      return { type: 'copied', text: message.text }
    default:
      return { type: 'objected', reason: message.reason }
  }
}

/** Whether a gesture asks the phone for something to see; a finger's lifting and moving on mostly does not. */
const asksForFrame = (message: ControlMessage): boolean =>
  (message.type !== 'touch' && message.type !== 'key') || message.action === 'down'

/**
 * A websocket to the relay for one phone: presents the ticket, hands packets to the player and acknowledges what was
 * shown. Stopping it hangs up at once.
 */
export const relayConnection = fromCallback<
  RelayOrder,
  { relayUrl: string; ticket: string; quality: VideoQuality; player: VideoPlayer },
  RelayReport
>(({ input: { relayUrl, ticket, quality, player }, sendBack, receive }) => {
  const report = (message: RelayReport): void => sendBack(message)
  const socket = new WebSocket(relayAddress(relayUrl, location.href))
  socket.binaryType = 'arraybuffer'
  const say = (message: ViewerMessage): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  player.start({
    began: () => report({ type: 'video began' }),
    shown: (pts) => say({ type: 'ack', pts }),
    resized: (size) => report({ type: 'video resized', size }),
    stumbled: (message) => report({ type: 'video stumbled', message }),
    measured: (figures) => report({ type: 'measured', figures }),
  })
  let heardAt = performance.now()
  const hungUp = new AbortController()
  const { signal } = hungUp
  socket.addEventListener('open', () => say({ type: 'hello', ticket, quality } satisfies ViewerHello), { signal })
  socket.addEventListener(
    'message',
    ({ data }: MessageEvent<ArrayBuffer | string>) => {
      heardAt = performance.now()
      if (typeof data === 'string') {
        const message = readRelayMessage(data)
        if (message) report(reportOf(message))
        return
      }
      const packet = decodePacket(new Uint8Array(data))
      if (packet) player.play(packet)
    },
    { signal },
  )
  socket.addEventListener(
    'close',
    ({ code, reason }) => report({ type: 'closed', code, reason: reason === '' ? null : { code: reason, params: {} } }),
    { signal },
  )

  receive((order) => {
    if (order.type !== 'send') return say(order)
    const { message } = order
    if (asksForFrame(message)) player.gestured()
    say(message)
  })
  const listening = setInterval(() => {
    if (performance.now() - heardAt > maxSilence) report({ type: 'closed', code: noStatus, reason: null })
  }, silenceInterval)

  return () => {
    clearInterval(listening)
    hungUp.abort()
    player.stop()
    hangUp(socket)
  }
})
