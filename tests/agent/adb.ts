import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.ts'

/**
 * The real adb: a server on a port of its own, which knows no phones but those that it is told of. It is started again where it
 * ends by itself, as whoever keeps one does: Debian's (29.0.6) crashes in about one of twelve minutes in which no phone is reached.
 */
export class Adb {
  readonly port: number
  #server: ChildProcess | undefined
  #isWanted = false

  private constructor(port: number) {
    this.port = port
  }

  static async open(): Promise<Adb> {
    const adb = new Adb(await freePort())
    await adb.start()
    return adb
  }

  async start(): Promise<void> {
    this.#isWanted = true
    const server = spawn('adb', ['-P', String(this.port), 'nodaemon', 'server'], {
      stdio: 'ignore',
      // It would look for phones in the local network, and on ports where emulators live.
      env: { ...process.env, ADB_MDNS: '0', ADB_MDNS_AUTO_CONNECT: '0', ADB_LOCAL_TRANSPORT_MAX_PORT: '5553' },
    })
    server.once('exit', (_code, signal) => {
      if (!this.#isWanted || signal === null) return
      console.log(`adb itself ended: ${signal}`)
      void this.start()
    })
    this.#server = server
    await this.#answers()
  }

  async stop(): Promise<void> {
    this.#isWanted = false
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }

  async run(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)('adb', ['-P', String(this.port), ...args], { timeout: 15_000 })
    return stdout
  }

  /** Adb says nothing when it is there; a connection that is taken does. */
  async #answers(): Promise<void> {
    for (;;) {
      const socket = connect(this.port, '127.0.0.1')
      try {
        await once(socket, 'connect')
        return
      } catch {
        await delay(20)
      } finally {
        socket.destroy()
      }
    }
  }
}
