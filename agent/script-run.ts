import type { AdbShellProtocolProcess } from '@yume-chan/adb'
import type { ReadableStream } from '@yume-chan/stream-extra'
import type { ScriptCommand, TransferredBytes } from '../domain/command-protocol.ts'
import { reason } from '../texts/reason.ts'
import { download, transferAddress, TransferError, type TransferPlace, upload } from './transfer.ts'

/** How a script ended by itself, and what went over. */
interface ScriptExit {
  exitCode: number
  transfer: TransferredBytes | null
}

/** Keeps what a script prints, to its end. */
type Keep = (stream: ReadableStream<Uint8Array>) => Promise<void>

/**
 * Sees a script through to its exit.
 *
 * @param signal aborted when the command is over, for whatever reason
 */
export type ScriptRun = (process: AdbShellProtocolProcess, keep: Keep, signal: AbortSignal) => Promise<ScriptExit>

/** How a command's script is to be run; undefined where its bytes can go nowhere. */
export function scriptRunOf(command: ScriptCommand, serverUrl: URL): ScriptRun | undefined {
  if (command.type === 'shell') return keepAll
  const address = transferAddress(command.transfer_url, serverUrl)
  if (!address) return undefined
  const place = { address, ticket: command.ticket }
  return command.type === 'send' ? sendTo(place) : receiveFrom(place, { size: command.size, sha256: command.sha256 })
}

const keepAll: ScriptRun = async ({ exited, stdout, stderr }, keep) => {
  const [exitCode] = await Promise.all([exited, keep(stdout), keep(stderr)])
  return { exitCode, transfer: null }
}

/** What a script has printed is not to be used, because it failed. */
class Unsuccessful extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`exit code ${exitCode}`)
    this.exitCode = exitCode
  }
}

const sendTo =
  (place: TransferPlace): ScriptRun =>
  async (process, keep, signal) => {
    const sent = upload(place, printedBy(process), signal).then(
      (transfer): ScriptExit => ({ exitCode: 0, transfer }),
      (error: unknown): ScriptExit => {
        if (error instanceof Unsuccessful) return { exitCode: error.exitCode, transfer: null }
        throw error
      },
    )
    const [exit] = await Promise.all([sent, process.exited, keep(process.stderr)])
    return exit
  }

/** Breaks off with Unsuccessful where the script fails, also at its very end. */
async function* printedBy({ stdout, exited }: AdbShellProtocolProcess): AsyncGenerator<Uint8Array, void, void> {
  const reader = stdout.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    yield value
  }
  const exitCode = await exited
  if (exitCode !== 0) throw new Unsuccessful(exitCode)
}

const receiveFrom =
  (place: TransferPlace, promised: TransferredBytes): ScriptRun =>
  async (process, keep, signal) => {
    const gone = new AbortController()
    const leave = (): void => gone.abort()
    process.exited.then(leave, leave)
    const fed = feed(process, download(place, promised, AbortSignal.any([signal, gone.signal]))).then(
      () => true,
      (error: unknown) => {
        if (error instanceof TransferError && !gone.signal.aborted) throw error
        // The script has not read to the end; its exit says whether that was meant.
        return false
      },
    )
    const [exitCode, isWhole] = await Promise.all([process.exited, fed, keep(process.stdout), keep(process.stderr)])
    if (exitCode === 0 && !isWhole) throw new TransferError(reason('agent.transferUnread'))
    return { exitCode, transfer: exitCode === 0 ? promised : null }
  }

/** Writes to a script's input, and ends it behind the last byte. */
async function feed({ stdin }: AdbShellProtocolProcess, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const writer = stdin.getWriter()
  // Each write below tells of a loss; this would be a second time.
  writer.closed.catch(() => {})
  for await (const chunk of bytes) await writer.write(chunk)
  // A script that counts its bytes may be gone by now.
  await writer.close().catch(() => {})
}
