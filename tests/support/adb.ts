import { execFile, type ExecFileException, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const adbFile = process.env.ADB ?? '/usr/bin/adb'

/** Android's own adb client, with a server of its own so that tests don't meet. */
export class Adb {
  readonly #port: number

  private constructor(port: number) {
    this.#port = port
  }

  static async start(): Promise<Adb> {
    const adb = new Adb(await freePort())
    await adb.run('start-server')
    return adb
  }

  /** Runs an adb command; answers what it printed. Rejects when it exits with a failure, and says all that was printed. */
  async run(...args: string[]): Promise<string> {
    try {
      const { stdout } = await run(adbFile, ['-P', String(this.#port), ...args], { encoding: 'utf8', timeout: 20_000 })
      return stdout
    } catch (error) {
      const {
        stdout = '',
        stderr = '',
        killed,
        code,
      } = error as Partial<ExecFileException & Record<'stdout' | 'stderr', string>>
      const end = killed === true ? 'was stopped after 20 s' : `ended with ${code}`
      throw new Error(`adb ${args.join(' ')} ${end}: ${stdout}${stderr}`, { cause: error })
    }
  }

  stop(): void {
    execFileSync(adbFile, ['-P', String(this.#port), 'kill-server'], { stdio: 'ignore' })
  }
}
