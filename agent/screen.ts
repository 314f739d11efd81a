import type { ScrcpyMediaStreamPacket } from '@yume-chan/scrcpy'
import { WritableStream, type ReadableStream, type ReadableStreamDefaultReader } from '@yume-chan/stream-extra'
import { WebSocket } from 'ws'
import type { StreamSettings } from '../domain/box-protocol.ts'
import {
  encodePacket,
  maxTextLength,
  maxTextMessageBytes,
  parseAgentOrder,
  type AgentNews,
} from '../domain/stream-protocol.ts'
import type { Reason } from '../domain/reason.ts'
import { reason } from '../texts/reason.ts'
import { lossOf, type PhoneConnection } from './adb-backend.ts'
import { reasonFor } from './failure.ts'
import { log } from './log.ts'
import { onAbort } from './on-abort.ts'
import { PhoneAnswers } from './phone-answers.ts'
import { PhoneControl } from './phone-control.ts'
import type { ScrcpyServer, ScrcpySession } from './scrcpy-server.ts'
import { pause } from './retry.ts'

const dialTimeout = 5_000
/** A stream that ends because its phone is lost ends at most so long before that is known, in milliseconds. */
const lossNotice = 200
/** Bytes on their way to the relay beyond which frames are left out up to a key frame: the line is too slow. */
const maxBacklog = 4 * 1024 * 1024
/** The websocket's own normal closure (RFC 6455 §7.4.1). */
const normalClosure = 1000

const binary = { binary: true, compress: false }

/** Dials a relay and presents the ticket. */
export async function dialRelay(url: URL, ticket: string): Promise<WebSocket> {
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    maxPayload: maxTextMessageBytes,
    handshakeTimeout: dialTimeout,
    followRedirects: false,
    // Masks protect proxies from what pages make browsers send (RFC 6455 §10.3). No page chooses these bytes, and a
    // mask of zeros spares both ends a pass over every one of them.
    generateMask: (mask) => mask.fill(0),
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  // What follows an error is the close, which ends the stream.
  socket.on('error', (error) => log.warn('the line to the relay broke', { error }))
  tell(socket, { type: 'hello', ticket })
  return socket
}

/**
 * Sends a phone's video to a relay and does what the relay orders, until the relay hangs up or the phone goes.
 *
 * @param dialled settles with the socket to the relay: scrcpy starts meanwhile
 */
export async function sendScreen(
  connection: PhoneConnection,
  server: ScrcpyServer,
  settings: StreamSettings,
  dialled: Promise<WebSocket>,
): Promise<void> {
  const starting = server.start(connection, settings)
  // Its failure is looked at once the relay is there to be told.
  starting.catch(() => {})
  let session: ScrcpySession | undefined
  let socket: WebSocket | undefined
  try {
    socket = await dialled
    session = await untilHungUp(socket, starting)
    if (session) await passOn(connection, session, socket)
    if (socket.readyState === socket.OPEN) tell(socket, { type: 'ended', reason: await whyEnded(connection) })
  } catch (error) {
    if (!socket) throw error
    if (socket.readyState === socket.OPEN) {
      log.warn('a video could not be sent', { serial: connection.address, error })
      tell(socket, { type: 'ended', reason: reasonFor(error) })
    }
  } finally {
    socket?.close(normalClosure)
    session?.close()
    if (!session) void starting.then((late) => late.close()).catch(() => {})
  }
}

/** The session, unless the relay hangs up before it is there. */
function untilHungUp(socket: WebSocket, starting: Promise<ScrcpySession>): Promise<ScrcpySession | undefined> {
  const hungUp = new Promise<undefined>((resolve) => {
    if (socket.readyState === socket.OPEN) socket.once('close', () => resolve(undefined))
    else resolve(undefined)
  })
  return Promise.race([starting, hungUp])
}

/** The connection's own reason when it is lost; the stream ends a moment before that is known. */
async function whyEnded(connection: PhoneConnection): Promise<Reason> {
  await pause(lossNotice, connection.lost)
  return connection.lost.aborted ? lossOf(connection) : reason('agent.scrcpyEnded')
}

async function passOn(connection: PhoneConnection, session: ScrcpySession, socket: WebSocket): Promise<void> {
  const { video, clipboard } = session
  const reader = video.stream.getReader()
  const stop = (): void => {
    reader.cancel().catch((error: unknown) => log.info('the video had ended', { error }))
  }
  socket.once('close', stop)
  const forget = onAbort(connection.lost, stop)

  const answers = new PhoneAnswers({
    ask: (signal) => askPhone(connection, signal),
    silent: (ms) => tell(socket, { type: 'silent', ms }),
    answered: () => tell(socket, { type: 'answers' }),
    lost: () => connection.drop(reason('agent.phoneSilent')),
  })
  const control = new PhoneControl(session.control, stop)
  video.sizeChanged(({ width, height }) => control.resize(width, height))
  socket.on('message', (data, isBinary) => {
    // ws hands out one Buffer a message: its binaryType is left at nodebuffer.
    const order = isBinary ? undefined : parseAgentOrder((data as Buffer).toString())
    if (order) {
      control.order(order)
      if (order.type !== 'reset_video') answers.gestured()
    } else log.warn('the relay sent something malformed')
  })
  if (clipboard) passClipboard(clipboard, socket)
  try {
    await sendPackets(reader, socket, {
      arrived: () => answers.heard(),
      requestKeyFrame: () => control.order({ type: 'reset_video' }),
    })
  } finally {
    answers.stop()
    forget()
  }
}

/** Sends packets as they come. While the line is too slow, frames are left out up to a key frame. */
async function sendPackets(
  reader: ReadableStreamDefaultReader<ScrcpyMediaStreamPacket>,
  socket: WebSocket,
  { arrived, requestKeyFrame }: { arrived: () => void; requestKeyFrame: () => void },
): Promise<void> {
  let awaited: 'nothing' | 'the line' | 'a key frame' = 'nothing'
  for (;;) {
    const { done, value: packet } = await reader.read()
    if (done) return
    arrived()
    const config = packet.type === 'configuration'
    const key = packet.type === 'data' && packet.keyframe === true
    if (socket.bufferedAmount > maxBacklog) awaited = 'the line'
    else if (key) awaited = 'nothing'
    else if (awaited === 'the line') {
      awaited = 'a key frame'
      requestKeyFrame()
    }
    if (awaited !== 'nothing' && !config) continue
    const pts = packet.type === 'data' ? Number(packet.pts ?? 0n) : 0
    socket.send(encodePacket({ config, key, stream: 0, pts, data: packet.data }), binary)
  }
}

/** A word with the phone's window manager, which is what gestures go through. */
async function askPhone({ adb }: PhoneConnection, signal: AbortSignal): Promise<void> {
  const process = await adb.subprocess.noneProtocol.spawn('wm size', signal)
  await process.output.pipeTo(new WritableStream())
}

/** A text that is too long for the relay is left out. */
function passClipboard(clipboard: ReadableStream<string>, socket: WebSocket): void {
  const passed = clipboard.pipeTo(
    new WritableStream({
      write(text) {
        if (text.length <= maxTextLength) tell(socket, { type: 'clipboard', text })
      },
    }),
  )
  passed.catch((error: unknown) => log.info('the phone tells nothing more', { error }))
}

function tell(socket: WebSocket, news: AgentNews): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(news))
}
