import { createHash, randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { AdbNoneProtocolSpawner, type Adb } from '@yume-chan/adb'
import { AdbScrcpyClient, AdbScrcpyExitedError, AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy'
import { DefaultServerPath, type ScrcpyControlMessageWriter } from '@yume-chan/scrcpy'
import { ReadableStream, WritableStream } from '@yume-chan/stream-extra'
import type { StreamSettings } from '../domain/box-protocol.ts'
import { reason } from '../texts/reason.ts'
import { lossOf, type PhoneConnection } from './adb-backend.ts'
import { Failure } from './failure.ts'
import { log } from './log.ts'
import { onAbort } from './on-abort.ts'
import { ScrcpyTunnel } from './scrcpy-tunnel.ts'
import { SettingError } from './settings.ts'

/** Of the published scrcpy-server 3.3.3: another one may speak another protocol, or do anything else. */
const serverHash = '7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0'
const startTimeout = 15_000
/**
 * What Android's encoders are asked for, who pass over what they don't know (MediaFormat's KEY_PRIORITY and KEY_LATENCY): as fast as the
 * frames come, and a frame out for each that goes in. Newer scrcpy servers ask for the same.
 */
const withoutDelay = 'priority=0,latency=1'
/** What a scrcpy server may write into the log, in lines and characters. */
const maxLogLines = 50
const maxLogLine = 500

/** A running scrcpy server: its video and its hands. */
export interface ScrcpySession {
  video: Awaited<AdbScrcpyClient<TunnelledOptions>['videoStream']>
  control: ScrcpyControlMessageWriter
  /** Texts that appear on the phone's clipboard. */
  clipboard: ReadableStream<string> | undefined
  close(): void
}

/** The program that captures a phone's screen. Virtual phones bring theirs; others have it pushed. */
export class ScrcpyServer {
  readonly #program: Uint8Array | undefined

  private constructor(program: Uint8Array | undefined) {
    this.#program = program
  }

  /**
   * @param path of scrcpy-server 3.3.3; undefined when phones bring their own
   * @throws SettingError when it can't be read, or is another program
   */
  static async load(path: string | undefined): Promise<ScrcpyServer> {
    if (path === undefined) return new ScrcpyServer(undefined)
    const program = await readFile(path).catch((error: Error) => {
      throw new SettingError(`SCRCPY_SERVER_PATH can't be read: ${error.message}`)
    })
    if (createHash('sha256').update(program).digest('hex') !== serverHash)
      throw new SettingError(`SCRCPY_SERVER_PATH is not scrcpy-server 3.3.3, whose SHA-256 is ${serverHash}`)
    return new ScrcpyServer(program)
  }

  /** Starts it on a phone. @throws a Failure that tells what the phone said */
  async start(connection: PhoneConnection, settings: StreamSettings): Promise<ScrcpySession> {
    const { adb } = connection
    const scid = randomInt(0x8000_0000).toString(16).padStart(8, '0')
    const path = await this.#provide(adb, scid)
    const giveUp = new AbortController()
    const timer = setTimeout(() => giveUp.abort(new Failure(reason('agent.scrcpyLate'))), startTimeout)
    const stopWaiting = onAbort(connection.lost, () => giveUp.abort(new Failure(lossOf(connection))))
    const options = new TunnelledOptions(scid, settings, connection, giveUp.signal)
    try {
      const client = await AdbScrcpyClient.start(adb, path, options)
      logOutput(adb.serial, client.output)
      const video = await abortable(client.videoStream, giveUp.signal)
      const { controller: control, clipboard } = client
      if (!control) throw new Failure(reason('agent.noControl'))
      return { video, control, clipboard, close: () => options.close(client) }
    } catch (error) {
      options.tunnel?.hangUp()
      throw this.#explained(error)
    } finally {
      clearTimeout(timer)
      stopWaiting()
    }
  }

  /** Each start has a file of its own: the server deletes it when it ends. */
  async #provide(adb: Adb, scid: string): Promise<string> {
    if (this.#program === undefined) return DefaultServerPath
    const path = `/data/local/tmp/scrcpy-server-${scid}.jar`
    await AdbScrcpyClient.pushServer(adb, ReadableStream.from([this.#program]), path)
    return path
  }

  #explained(error: unknown): unknown {
    if (!(error instanceof AdbScrcpyExitedError)) return error
    const said =
      error.output
        .filter((line) => line.trim() !== '')
        .join(' | ')
        .slice(0, maxLogLine) || 'nothing'
    return new Failure(reason(this.#program === undefined ? 'agent.scrcpyMissing' : 'agent.scrcpyFailed', { said }))
  }
}

class TunnelledOptions extends AdbScrcpyOptions3_3_3<true> {
  tunnel: ScrcpyTunnel | undefined
  readonly #scid: string
  readonly #canReverse: boolean

  constructor(scid: string, settings: StreamSettings, { adb, canReverse }: PhoneConnection, signal: AbortSignal) {
    super(
      {
        scid,
        video: true,
        audio: false,
        control: true,
        videoCodec: 'h264',
        videoCodecOptions: withoutDelay,
        maxSize: settings.max_size,
        maxFps: settings.fps,
        ...(settings.bitrate > 0 ? { videoBitRate: settings.bitrate } : {}),
        cleanup: true,
        clipboardAutosync: true,
        logLevel: 'info',
      },
      // Ends a server that does not come up, which nothing else does.
      { spawner: new AdbNoneProtocolSpawner((command) => adb.subprocess.noneProtocol.spawn(command, signal)) },
    )
    this.#scid = scid
    this.#canReverse = canReverse
  }

  override createConnection(adb: Adb): ScrcpyTunnel {
    const { video, audio, control, sendDummyByte } = this.value
    const streams = { scid: this.#scid, video, audio, control, sendDummyByte }
    this.tunnel = new ScrcpyTunnel(adb, streams, this.#canReverse, () => {
      this.value.tunnelForward = true
    })
    return this.tunnel
  }

  close(client: AdbScrcpyClient<this>): void {
    this.tunnel?.hangUp()
    client.close().catch((error: unknown) => log.info('scrcpy was gone already', { error }))
  }
}

function logOutput(serial: string, output: ReadableStream<string>): void {
  let lines = 0
  const written = output.pipeTo(
    new WritableStream({
      write(line) {
        lines += 1
        if (lines <= maxLogLines && line.trim() !== '')
          log.info('scrcpy says', { serial, line: line.slice(0, maxLogLine) })
      },
    }),
  )
  // It ends with the phone's connection at the latest; why is told by whoever lost the video.
  written.catch(() => {})
}

async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
