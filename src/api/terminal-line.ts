import { fromCallback, type EventObject } from 'xstate'
import type { Reason } from '../../domain/reason.ts'
import { ReceiveWindow, SendWindow } from '../../domain/flow-window.ts'
import {
  inputWindow,
  maxInputBytes,
  outputWindow,
  parseTerminalReport,
  type TerminalHello,
  type TerminalOrder,
} from '../../domain/terminal-protocol.ts'
import type { TerminalScreen } from '../terminal/terminal-screen.ts'
import { hangUp } from './hang-up.ts'
import { relayAddress } from './relay-connection.ts'

export type TerminalLineReport =
  /** The phone's shell runs. */
  | { type: 'opened' }
  | { type: 'exited'; code: number }
  /** The line has ended; the reason is what the relay or the box said of it, if anything. */
  | { type: 'closed'; code: number; reason: Reason | null }
  /** What was pasted is more than can wait for the phone. */
  | { type: 'overfilled' }

/** Bytes that are typed and wait for the phone to take what went before; a longer paste is refused whole. */
export const maxPaste = 1024 * 1024
/** A websocket that ended without a word (RFC 6455 §7.4.1). */
const noStatus = 1006
/** The relay says at least every 5 seconds that it is there; after such a silence the line is dead. Milliseconds. */
const maxSilence = 15_000
const silenceCheck = 1_000

/** Bytes on their way to the phone: as many as it has room for are sent, the rest waits. */
class TypedBytes {
  readonly #window = new SendWindow(inputWindow)
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void
  #waiting = new Uint8Array()

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#send = send
  }

  /** False when there is no room for them. */
  add(bytes: Uint8Array): boolean {
    if (this.#waiting.length + bytes.length > maxPaste) return false
    const all = new Uint8Array(this.#waiting.length + bytes.length)
    all.set(this.#waiting)
    all.set(bytes, this.#waiting.length)
    this.#waiting = all
    this.#flush()
    return true
  }

  acknowledge(bytes: number): void {
    this.#window.acknowledge(bytes)
    this.#flush()
  }

  #flush(): void {
    while (this.#waiting.length > 0 && this.#window.room > 0) {
      const piece = this.#waiting.subarray(0, Math.min(this.#window.room, maxInputBytes))
      this.#waiting = this.#waiting.subarray(piece.length)
      this.#window.send(piece.length)
      this.#send(piece)
    }
  }
}

/**
 * A websocket to the relay for one shell: presents the ticket, prints what comes on the screen and acknowledges what is seen,
 * and sends what is typed as the phone takes it. Stopping it hangs up at once, which ends the shell.
 */
export const terminalLine = fromCallback<
  EventObject,
  { relayUrl: string; ticket: string; screen: TerminalScreen },
  TerminalLineReport
>(({ input: { relayUrl, ticket, screen }, sendBack }) => {
  const report = (message: TerminalLineReport): void => sendBack(message)
  const socket = new WebSocket(relayAddress(relayUrl, location.href))
  socket.binaryType = 'arraybuffer'
  const say = (message: TerminalHello | TerminalOrder): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const typed = new TypedBytes((bytes) => socket.send(bytes))
  const shown = new ReceiveWindow(outputWindow)
  let heardAt = performance.now()
  let reason: Reason | null = null
  const hungUp = new AbortController()
  const { signal } = hungUp

  const hear = (text: string): void => {
    const said = parseTerminalReport(text)
    switch (said?.type) {
      case 'opened':
        screen.start({
          typed: (bytes) => {
            if (!typed.add(bytes)) report({ type: 'overfilled' })
          },
          resized: (size) => say({ type: 'resize', ...size }),
        })
        say({ type: 'resize', ...screen.size }) // It may have changed while nobody listened.
        return report({ type: 'opened' })
      case 'ack':
        return typed.acknowledge(said.bytes)
      case 'exit':
        return report({ type: 'exited', code: said.code })
      case 'ended':
        reason = said.reason
        return
      default:
    }
  }
  socket.addEventListener('open', () => say({ type: 'hello', ticket, ...screen.size }), { signal })
  socket.addEventListener(
    'message',
    ({ data }: MessageEvent<ArrayBuffer | string>) => {
      heardAt = performance.now()
      if (typeof data === 'string') return hear(data)
      const { byteLength } = data
      screen.write(new Uint8Array(data), () => {
        const bytes = shown.take(byteLength)
        if (bytes > 0) say({ type: 'ack', bytes })
      })
    },
    { signal },
  )
  socket.addEventListener('close', ({ code }) => report({ type: 'closed', code, reason }), { signal })
  const listening = setInterval(() => {
    if (performance.now() - heardAt > maxSilence) report({ type: 'closed', code: noStatus, reason: null })
  }, silenceCheck)

  return () => {
    clearInterval(listening)
    hungUp.abort()
    screen.stop()
    hangUp(socket)
  }
})
