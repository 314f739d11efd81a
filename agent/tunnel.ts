import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
// oxlint-disable-next-line no-restricted-imports -- frpc reads the file once it is written, and nothing of it is to be left behind.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TunnelCommand, TunnelReport, TunnelSettings } from '../domain/box-protocol.ts'
import { textReason, type Reason } from '../domain/reason.ts'
import { reason } from '../texts/reason.ts'
import { log } from './log.ts'
import { pause, Retry } from './retry.ts'

/** frpc that does not end by itself is killed after this. Milliseconds. */
const stopTimeout = 2_000
/** frpc that was not there is looked for again after this. Milliseconds. */
const missingInterval = 60_000
const maxReasonLength = 300

/** What frpc says on its console, behind time and place. */
const runningLine = /start proxy success/
const failureLine = /login to the server failed: (.+)|start error: (.+)|^error: (.+)|connect to server error: (.+)/

/**
 * A JSON string is a TOML string too, but for U+007F. frpc runs the file through Go's templates before it reads it as TOML,
 * so that no brace may stand for itself.
 */
const tomlString = (text: string): string =>
  JSON.stringify(text).replaceAll(/[{}\u007F]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** frpc's settings, as TOML (frp 0.52 or later). */
const configOf = (name: string, { server_address, server_port, token, remote_port, local_port }: TunnelSettings) =>
  [
    `serverAddr = ${tomlString(server_address)}`,
    `serverPort = ${server_port}`,
    'loginFailExit = true',
    'log.to = "console"',
    'log.disablePrintColor = true',
    ...(token === '' ? [] : ['auth.method = "token"', `auth.token = ${tomlString(token)}`]),
    '[[proxies]]',
    `name = ${tomlString(name)}`,
    'type = "tcp"',
    'localIP = "127.0.0.1"',
    `localPort = ${local_port}`,
    `remotePort = ${remote_port}`,
    '',
  ].join('\n')

/**
 * The box's remote-maintenance tunnel: runs the machine's own `frpc` while a server wants it, starts it again when it ends,
 * and says how it fares. The settings hold a token, so they are in a file for our user alone, and only while it runs.
 */
export class Tunnel {
  readonly #configFile: string
  readonly #tell: (report: TunnelReport) => void
  #report: TunnelReport = { revision: 0, state: 'closed', reason: null }
  #stopping = new AbortController()
  /** Settles when the tunnel of the last command is down. */
  #running: Promise<void> = Promise.resolve()

  constructor(dataDir: string, tell: (report: TunnelReport) => void) {
    this.#configFile = join(dataDir, 'frpc.toml')
    this.#tell = tell
  }

  get report(): TunnelReport {
    return this.#report
  }

  /** Does as a server says; a command that is being followed already changes nothing. */
  follow({ revision, name, settings }: TunnelCommand): void {
    if (revision === this.#report.revision && (settings === null) === (this.#report.state === 'closed')) return
    this.#stopping.abort()
    const stopping = new AbortController()
    this.#stopping = stopping
    this.#running = this.#running
      .then(() => this.#keep(revision, name, settings, stopping.signal))
      .catch((error: unknown) => {
        log.error('the tunnel failed', { error })
        this.#say({ revision, state: 'failed', reason: reason('agent.frpcEnded') })
      })
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #keep(revision: number, name: string, settings: TunnelSettings | null, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    if (settings === null) return this.#say({ revision, state: 'closed', reason: null })
    const retry = new Retry(signal)
    this.#say({ revision, state: 'starting', reason: null })
    try {
      while (!signal.aborted) {
        await writeFile(this.#configFile, configOf(name, settings), { mode: 0o600 })
        const outcome = await this.#run(revision, retry, signal)
        if (signal.aborted) break
        this.#say({ revision, ...outcome })
        await (outcome.state === 'missing' ? pause(missingInterval, signal) : retry.wait())
      }
    } finally {
      await rm(this.#configFile, { force: true })
    }
  }

  /** Runs frpc to its end; answers why it ended. */
  async #run(
    revision: number,
    retry: Retry,
    signal: AbortSignal,
  ): Promise<{ state: 'failed' | 'missing'; reason: Reason }> {
    let why = null as Reason | null // The lines below set it.
    const frpc = spawn('frpc', ['-c', this.#configFile], { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [frpc.stdout, frpc.stderr])
      createInterface(stream).on('line', (line) => {
        if (signal.aborted) return
        const failure = failureLine.exec(line)?.slice(1).find(Boolean)
        if (failure !== undefined) {
          why = textReason(failure.slice(0, maxReasonLength))
          this.#say({ revision, state: 'failed', reason: why }) // It may go on trying by itself.
        } else if (runningLine.test(line)) {
          why = null
          retry.succeeded()
          this.#say({ revision, state: 'running', reason: null })
        }
      })
    const stop = (): void => stopProcess(frpc)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    try {
      const [code] = (await once(frpc, 'close')) as [number | null]
      return { state: 'failed', reason: why ?? reason('agent.frpcExited', { code: code ?? 'signal' }) }
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      return missing
        ? { state: 'missing', reason: reason('agent.frpcMissing') }
        : { state: 'failed', reason: textReason(String(error)) }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #say(report: TunnelReport): void {
    this.#report = report
    log.info('the tunnel', { state: report.state, reason: report.reason })
    this.#tell(report)
  }
}

function stopProcess(child: ChildProcess): void {
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
  child.once('close', () => clearTimeout(killTimer))
}
