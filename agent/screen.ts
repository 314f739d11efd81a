import { WritableStream, type ReadableStream } from '@yume-chan/stream-extra'
import type { WebSocket } from 'ws'
import type { StreamSettings } from '../domain/box-protocol.ts'
import type { Reason } from '../domain/reason.ts'
import { encodePacket, maxTextLength, type AgentReport, type AgentOrder } from '../domain/stream-protocol.ts'
import { reason } from '../texts/reason.ts'
import { lossOr, type PhoneConnection } from './adb-backend.ts'
import { reasonFor } from './failure.ts'
import { log } from './log.ts'
import { onAbort } from './on-abort.ts'
import { PhoneAnswers } from './phone-answers.ts'
import { PhoneControl } from './phone-control.ts'
import { RelayLine } from './relay-line.ts'
import type { ScrcpyServer, ScrcpySession } from './scrcpy-server.ts'

/** The videos of phones that relays have, each encoded once however many of them have it. */
export class Screens {
  readonly #server: ScrcpyServer
  readonly #screens = new WeakMap<PhoneConnection, Map<string, Screen>>()

  constructor(server: ScrcpyServer) {
    this.#server = server
  }

  /**
   * Sends a phone's video to a relay and does what the relay orders, until the relay hangs up or the phone goes.
   *
   * @param dialled settles with the socket to the relay: scrcpy starts meanwhile
   */
  send(connection: PhoneConnection, settings: StreamSettings, dialled: Promise<WebSocket>): Promise<void> {
    const ofPhone = this.#screens.get(connection) ?? new Map<string, Screen>()
    this.#screens.set(connection, ofPhone)
    const key = JSON.stringify(settings)
    const running = ofPhone.get(key)
    if (running) return running.serve(dialled)
    const screen: Screen = new Screen(connection, this.#server.start(connection, settings), () => {
      if (ofPhone.get(key) === screen) ofPhone.delete(key)
    })
    ofPhone.set(key, screen)
    return screen.serve(dialled)
  }
}

/** One encoder's video of a phone, and the lines to the relays that have it. */
class Screen {
  readonly #connection: PhoneConnection
  readonly #lines = new Set<RelayLine>()
  /** Settles when the video has ended, with why; null where nobody knows. */
  readonly #ended: Promise<Reason | null>
  readonly #over: () => void
  readonly #stopping = new AbortController()
  /** Relays that have it, or are being dialled. */
  #users = 0
  #control: PhoneControl | undefined
  #answers: PhoneAnswers | undefined
  /** The last parameter sets, as they go to relays. */
  #config: Uint8Array | undefined
  #awaitsKeyFrame = false

  /** @param over called once nobody else can have it */
  constructor(connection: PhoneConnection, starting: Promise<ScrcpySession>, over: () => void) {
    this.#connection = connection
    this.#over = over
    this.#ended = this.#run(starting)
  }

  async serve(dialled: Promise<WebSocket>): Promise<void> {
    this.#users += 1
    let line: RelayLine | undefined
    try {
      line = this.#open(await dialled)
      const why = await Promise.race([line.hungUp, this.#ended])
      if (why !== undefined) line.tell({ type: 'ended', reason: why })
    } finally {
      if (line) this.#lines.delete(line)
      line?.close()
      this.#users -= 1
      if (this.#users === 0) this.#stop()
    }
  }

  /** A relay that comes to a running video gets its parameter sets, and a key frame to begin with. */
  #open(socket: WebSocket): RelayLine {
    const line = new RelayLine(socket, {
      ordered: (order) => this.#obey(order),
      keyFrameWanted: () => this.#requestKeyFrame(),
    })
    this.#lines.add(line)
    if (this.#config) {
      line.send(this.#config, { config: true, key: false })
      this.#requestKeyFrame()
    }
    return line
  }

  #stop(): void {
    this.#over()
    this.#stopping.abort()
  }

  async #run(starting: Promise<ScrcpySession>): Promise<Reason | null> {
    try {
      const session = await starting
      try {
        await this.#passOn(session)
      } finally {
        this.#over()
        session.close()
      }
      return await lossOr(this.#connection, reason('agent.scrcpyEnded'))
    } catch (error) {
      this.#over()
      if (!this.#stopping.signal.aborted)
        log.warn('a video could not be sent', { serial: this.#connection.address, error })
      return await lossOr(this.#connection, reasonFor(error))
    }
  }

  async #passOn({ video, control, clipboard }: ScrcpySession): Promise<void> {
    const reader = video.stream.getReader()
    const stop = (): void => {
      reader.cancel().catch((error: unknown) => log.info('the video had ended', { error }))
    }
    const forget = [onAbort(this.#stopping.signal, stop), onAbort(this.#connection.lost, stop)]
    const answers = new PhoneAnswers({
      ask: (signal) => askPhone(this.#connection, signal),
      silent: (ms) => this.#tell({ type: 'silent', ms }),
      answered: () => this.#tell({ type: 'answers' }),
      lost: () => this.#connection.drop(reason('agent.phoneSilent')),
    })
    const hands = new PhoneControl(control, stop)
    video.sizeChanged(({ width, height }) => hands.resize(width, height))
    this.#answers = answers
    this.#control = hands
    if (clipboard) this.#passClipboard(clipboard)
    try {
      for (;;) {
        const { done, value: packet } = await reader.read()
        if (done) return
        answers.heard()
        const config = packet.type === 'configuration'
        const key = packet.type === 'data' && packet.keyframe === true
        const pts = packet.type === 'data' ? Number(packet.pts ?? 0n) : 0
        const message = encodePacket({ config, key, stream: 0, pts, data: packet.data })
        if (config) this.#config = message
        if (key) this.#awaitsKeyFrame = false
        for (const line of this.#lines) line.send(message, { config, key })
      }
    } finally {
      answers.stop()
      for (const one of forget) one()
    }
  }

  #obey(order: AgentOrder): void {
    this.#control?.order(order)
    if (order.type !== 'reset_video') this.#answers?.gestured()
  }

  /** Asked for once, however many lines wait for it. */
  #requestKeyFrame(): void {
    if (this.#awaitsKeyFrame) return
    this.#awaitsKeyFrame = true
    this.#control?.order({ type: 'reset_video' })
  }

  #tell(report: AgentReport): void {
    for (const line of this.#lines) line.tell(report)
  }

  /** A text that is too long for the relay is left out. */
  #passClipboard(clipboard: ReadableStream<string>): void {
    const passed = clipboard.pipeTo(
      new WritableStream({
        write: (text) => {
          if (text.length <= maxTextLength) this.#tell({ type: 'clipboard', text })
        },
      }),
    )
    passed.catch((error: unknown) => log.info('the phone tells nothing more', { error }))
  }
}

/** A word with the phone's window manager, which is what gestures go through. */
async function askPhone({ adb }: PhoneConnection, signal: AbortSignal): Promise<void> {
  const process = await adb.subprocess.noneProtocol.spawn('wm size', signal)
  await process.output.pipeTo(new WritableStream())
}
