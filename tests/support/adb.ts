import { execFile, execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)
const adbFile = process.env.ADB ?? '/usr/bin/adb'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

/** Android's own adb client, with a server of its own so that tests don't meet. */
export class Adb {
  readonly #port: number

  private constructor(port: number) {
    this.#port = port
  }

  static async start(): Promise<Adb> {
    return new Adb(await freePort())
  }

  /** Runs an adb command; answers what it printed. Rejects when it exits with a failure. */
  async run(...args: string[]): Promise<string> {
    const { stdout } = await run(adbFile, ['-P', String(this.#port), ...args], { encoding: 'utf8', timeout: 20_000 })
    return stdout
  }

  stop(): void {
    execFileSync(adbFile, ['-P', String(this.#port), 'kill-server'], { stdio: 'ignore' })
  }
}
