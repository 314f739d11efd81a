import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'

interface AdbResult {
  status: number | null
  stdout: Buffer
  stderr: string
}

/** The real adb client with a server, keys and a folder of its own. */
export class AdbClient {
  readonly folder = mkdtempSync(join(tmpdir(), 'adb-'))
  readonly #port: number

  private constructor(port: number) {
    this.#port = port
  }

  static isInstalled(): boolean {
    try {
      execFileSync('adb', ['version'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }

  static async start(): Promise<AdbClient> {
    const client = new AdbClient(await freePort())
    await client.run('start-server')
    return client
  }

  spawn(...args: string[]): ChildProcess {
    const env = { ...process.env, HOME: this.folder, ANDROID_ADB_SERVER_PORT: String(this.#port) }
    return spawn('adb', args, { env })
  }

  /** On a terminal of 33 rows and 77 columns, as a person at a keyboard has one. */
  spawnOnTerminal(...args: string[]): ChildProcess {
    const command = `stty rows 33 cols 77; exec adb ${args.join(' ')}`
    const env = {
      ...process.env,
      HOME: this.folder,
      ANDROID_ADB_SERVER_PORT: String(this.#port),
      TERM: 'xterm-256color',
    }
    return spawn('script', ['-qefc', command, '/dev/null'], { env })
  }

  run(...args: string[]): Promise<AdbResult> {
    return this.runWith('', ...args)
  }

  runWith(input: string | Buffer, ...args: string[]): Promise<AdbResult> {
    const child = this.spawn(...args)
    const stdout: Buffer[] = []
    let stderr = ''
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    // A client that needs no input may be gone before it has been given any.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (status) => resolve({ status, stdout: Buffer.concat(stdout), stderr }))
    })
  }

  async stop(): Promise<void> {
    await this.run('kill-server')
    rmSync(this.folder, { recursive: true })
  }
}
