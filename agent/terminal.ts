import { AdbFeature, type AdbShellProtocolPtyProcess } from '@yume-chan/adb'
import type { ReadableStream, WritableStreamDefaultWriter, MaybeConsumable } from '@yume-chan/stream-extra'
import type { WebSocket } from 'ws'
import { ReceiveWindow, SendWindow } from '../domain/flow-window.ts'
import {
  inputWindow,
  maxOutputBytes,
  outputWindow,
  parseTerminalOrder,
  type TerminalAgentReport,
  type TerminalOrder,
} from '../domain/terminal-protocol.ts'
import { reason } from '../texts/reason.ts'
import { lossOr, type PhoneConnection } from './adb-backend.ts'
import { Failure, reasonFor } from './failure.ts'
import { log, messageOf } from './log.ts'
import { onAbort } from './on-abort.ts'

/** The websocket's own normal closure (RFC 6455 §7.4.1). */
const normalClosure = 1000

const binary = { binary: true, compress: false }

/** Opens a shell on a phone and passes its bytes to and from a relay, until the relay hangs up, the shell ends or the phone goes. */
export async function serveTerminal(connection: PhoneConnection, socket: WebSocket): Promise<void> {
  const line = new TerminalLine(socket)
  try {
    line.say(await runShell(connection, line))
  } catch (error) {
    if (!line.hungUp.aborted) log.warn('a terminal failed', { serial: connection.address, error })
    line.say({ type: 'failed', reason: await lossOr(connection, reasonFor(error)) })
  } finally {
    socket.close(normalClosure)
  }
}

/** Sees a shell through to its end; answers how that came about. */
async function runShell(connection: PhoneConnection, line: TerminalLine): Promise<TerminalAgentReport> {
  const { adb } = connection
  const shell = adb.canUseFeature(AdbFeature.ShellV2) && adb.subprocess.shellProtocol
  if (!shell) throw new Failure(reason('agent.noTerminal'))
  const process = await shell.pty({ terminalType: 'xterm-256color' }).catch((error: unknown) => {
    throw new Failure(reason('agent.terminalFailed', { said: messageOf(error) }), { cause: error })
  })
  process.exited.catch(() => {}) // It is looked at below, once all has been printed.
  const kill = async (): Promise<void> => {
    try {
      await process.kill()
    } catch (error) {
      log.info('a shell had ended', { error })
    }
  }
  const forgetHangUp = onAbort(line.hungUp, () => void kill())
  try {
    line.say({ type: 'opened' })
    line.feed(process)
    await line.print(process.output)
    const code = await process.exited.catch(() => undefined)
    if (code !== undefined) return { type: 'exit', code }
    return { type: 'failed', reason: await lossOr(connection, reason('agent.terminalEnded')) }
  } finally {
    forgetHangUp()
  }
}

/** A terminal's socket to the relay, with what may be under way on it. */
class TerminalLine {
  /** Aborted when the relay has hung up. */
  readonly hungUp: AbortSignal
  readonly #socket: WebSocket
  readonly #output = new SendWindow(outputWindow)
  readonly #typed = new ReceiveWindow(inputWindow)
  /** What has come for the shell before there is one. */
  readonly #early: (TerminalOrder | Buffer)[] = []
  #process: AdbShellProtocolPtyProcess | undefined
  #writer: WritableStreamDefaultWriter<MaybeConsumable<Uint8Array>> | undefined
  /** Settles when all that came before has been passed to the shell: one after the other, as it takes them. */
  #passed: Promise<void> = Promise.resolve()
  #roomMade: (() => void) | undefined

  constructor(socket: WebSocket) {
    this.#socket = socket
    const leaving = new AbortController()
    this.hungUp = leaving.signal
    const leave = (): void => {
      leaving.abort()
      this.#roomMade?.()
    }
    if (socket.readyState === socket.OPEN) socket.once('close', leave)
    else leave()
    socket.on('message', (data, isBinary) => {
      // ws hands out one Buffer a message: its binaryType is left at nodebuffer.
      const message = isBinary ? (data as Buffer) : parseTerminalOrder((data as Buffer).toString())
      if (message === undefined) return log.warn('the relay sent something malformed')
      if (this.#process) this.#take(message)
      else this.#early.push(message)
    })
  }

  say(report: TerminalAgentReport): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(report))
  }

  /** From now on the shell gets what comes. */
  feed(process: AdbShellProtocolPtyProcess): void {
    this.#process = process
    this.#writer = process.input.getWriter()
    // Each write tells of a loss; this would be a second time.
    this.#writer.closed.catch(() => {})
    for (const message of this.#early.splice(0)) this.#take(message)
  }

  /**
   * Sends what the shell prints, as far as the operator has shown what went before. When the relay has hung up the rest is
   * read and dropped: a stream of adb that nobody reads would hold up its end.
   */
  async print(output: ReadableStream<Uint8Array>): Promise<void> {
    const reader = output.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (let start = 0; start < value.length; start += maxOutputBytes)
        await this.#send(value.subarray(start, start + maxOutputBytes))
    }
  }

  async #send(bytes: Uint8Array): Promise<void> {
    while (this.#output.room < bytes.length && !this.hungUp.aborted)
      await new Promise<void>((resolve) => {
        this.#roomMade = resolve
      })
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#output.send(bytes.length)
    this.#socket.send(bytes, binary)
  }

  #take(message: TerminalOrder | Buffer): void {
    if (!Buffer.isBuffer(message) && message.type === 'ack') {
      this.#output.acknowledge(message.bytes)
      this.#roomMade?.()
      return
    }
    this.#passed = this.#pass(this.#passed, message)
  }

  async #pass(before: Promise<void>, message: Exclude<TerminalOrder, { type: 'ack' }> | Buffer): Promise<void> {
    await before
    try {
      if (Buffer.isBuffer(message)) await this.#type(message)
      else await this.#process?.resize(message.rows, message.cols)
    } catch (error) {
      // A shell that takes nothing any more has ended, or is about to.
      log.info('a shell takes no input', { error })
    }
  }

  async #type(bytes: Buffer): Promise<void> {
    await this.#writer?.write(bytes)
    const acknowledged = this.#typed.take(bytes.length)
    if (acknowledged > 0) this.say({ type: 'ack', bytes: acknowledged })
  }
}
