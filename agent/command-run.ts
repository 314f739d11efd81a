import { AdbFeature } from '@yume-chan/adb'
import type { ReadableStream } from '@yume-chan/stream-extra'
import {
  maxPieceLength,
  maxOutput,
  type CommandEvent,
  type RebootCommand,
  type ScriptCommand,
  type TransferredBytes,
  type CommandEnded,
  type CommandEnding,
} from '../domain/command-protocol.ts'
import type { Reason } from '../domain/reason.ts'
import { reason } from '../texts/reason.ts'
import { lossOf, lossOr, type PhoneConnection } from './adb-backend.ts'
import { reasonFor } from './failure.ts'
import { log, messageOf } from './log.ts'
import { onAbort } from './on-abort.ts'
import { scriptRunOf } from './script-run.ts'
import { TransferError } from './transfer.ts'

/** Output is told so often at most, so that a chatty script does not wake everybody line by line. Milliseconds. */
const tellInterval = 300
/** How long a phone may take to hear of its restart where the server, an older one, does not say. Milliseconds. */
const rebootTimeout = 60_000

type Conclusion = Pick<CommandEnded, 'ending' | 'reason'> & { exitCode?: number; transfer?: TransferredBytes | null }

/** A script or a restart on one phone, from its beginning until long after its end. */
export class CommandRun {
  readonly #id: string
  readonly #tell: (event: CommandEvent) => void
  readonly #conclusion = Promise.withResolvers<Conclusion>()
  #output = ''
  /** How much of the output has been sent. */
  #sentLength = 0
  #truncated = false
  #timer: NodeJS.Timeout | undefined
  #ended: CommandEnded | undefined

  constructor(id: string, tell: (event: CommandEvent) => void) {
    this.#id = id
    this.#tell = tell
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined
  }

  /** Characters that are kept, for whoever has to look after memory. */
  get weight(): number {
    return this.#output.length
  }

  /**
   * Runs a script; settles when it has ended, in whichever way, and has told so.
   *
   * @param serverUrl where paths of transfers are meant
   */
  async runScript(connection: PhoneConnection, command: ScriptCommand, serverUrl: URL): Promise<void> {
    const shell = connection.adb.canUseFeature(AdbFeature.ShellV2) && connection.adb.subprocess.shellProtocol
    if (!shell) return this.fail(reason('agent.noShell'))
    const runToExit = scriptRunOf(command, serverUrl)
    if (!runToExit) return this.fail(reason('agent.badTransfer'))
    this.#tellOutput(true)
    const ended = this.#concluded(connection, command.timeout, () => ({ ending: 'failed', reason: lossOf(connection) }))
    const over = new AbortController()
    const run = async (): Promise<void> => {
      const process = await shell.spawn(command.script)
      // Closing the stream has adbd end the script; on one that has ended it does nothing.
      void ended.then(() => process.kill())
      const { exitCode, transfer } = await runToExit(process, (stream) => this.#read(stream), over.signal)
      this.#conclusion.resolve({ ending: 'exited', reason: null, exitCode, transfer })
    }
    run().catch((error: unknown) => {
      const said = messageOf(error)
      this.#conclude('failed', error instanceof TransferError ? error.reason : reason('agent.shellFailed', { said }))
    })
    await ended
    over.abort()
    this.#end(await ended)
  }

  /** Restarts the phone; done once it has been told to, or is lost: going down, it may not find the time to answer. */
  async reboot(connection: PhoneConnection, { timeout = rebootTimeout }: RebootCommand): Promise<void> {
    this.#tellOutput(true)
    const done: Conclusion = { ending: 'exited', reason: null, exitCode: 0 }
    const restart = async (): Promise<void> => {
      await connection.adb.power.reboot()
      this.#conclusion.resolve(done)
    }
    restart().catch(async (error: unknown) => this.#conclude('failed', await lossOr(connection, reasonFor(error))))
    this.#end(await this.#concluded(connection, timeout, () => done))
  }

  fail(why: Reason | null): void {
    this.#conclude('failed', why)
    this.#end({ ending: 'failed', reason: why })
  }

  cancel(): void {
    this.#conclude('cancelled')
  }

  /** Tells again what was told from `offset` on. */
  report(offset: number): void {
    this.#sentLength = Math.min(offset, this.#output.length)
    this.#tellOutput(true)
    if (this.#ended) this.#tell(this.#ended)
  }

  /** How it ends: by itself, when it is cancelled, after `timeout` milliseconds, or with the phone's loss, `atLoss`. */
  async #concluded({ lost }: PhoneConnection, timeout: number, atLoss: () => Conclusion): Promise<Conclusion> {
    const clock = setTimeout(() => this.#conclude('timed_out'), timeout)
    const stayFound = onAbort(lost, () => this.#conclusion.resolve(atLoss()))
    try {
      return await this.#conclusion.promise
    } finally {
      clearTimeout(clock)
      stayFound()
    }
  }

  #conclude(ending: CommandEnding, why: Reason | null = null): void {
    this.#conclusion.resolve({ ending, reason: why })
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    const reader = stream.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      this.#keep(done ? decoder.decode() : decoder.decode(value, { stream: true }))
      if (done) return
    }
  }

  /** What goes beyond the limit is forgotten, but still read: the script is not to wait for us. */
  #keep(text: string): void {
    if (this.#ended) return
    const room = maxOutput - this.#output.length
    this.#output += whole(text.replaceAll('\0', '\u{fffd}'), room)
    if (text.length > room) this.#truncated = true
    if (this.#output.length > this.#sentLength) this.#timer ??= setTimeout(() => this.#tellOutput(false), tellInterval)
  }

  /** @param always also when there is nothing new, to show that the command is under way */
  #tellOutput(always: boolean): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (let again = always; again || this.#sentLength < this.#output.length; again = false) {
      const text = whole(this.#output.slice(this.#sentLength, this.#sentLength + maxPieceLength + 1), maxPieceLength)
      this.#tell({ type: 'command_output', command_id: this.#id, offset: this.#sentLength, text })
      this.#sentLength += text.length
    }
  }

  #end({ ending, reason: why, exitCode, transfer = null }: Conclusion): void {
    if (this.#ended) return
    this.#tellOutput(false)
    this.#ended = {
      type: 'command_ended',
      command_id: this.#id,
      ending,
      exit_code: ending === 'exited' ? (exitCode ?? 0) : null,
      reason: why,
      truncated: this.#truncated,
      transfer,
    }
    log.info('a command on a phone has ended', { command_id: this.#id, ending, exit_code: exitCode })
    this.#tell(this.#ended)
  }
}

/** The beginning of a text, without half a character at its end. */
function whole(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length)
}
