import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { vi } from 'vitest'
import { Output } from './lines.ts'

async function dial(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}

/** A program that others made, as an operator runs it: a proxy, a broker, a pooler. */
export class Engine {
  readonly #child: ChildProcess
  readonly output = new Output()

  private constructor(child: ChildProcess) {
    this.#child = child
    this.output.read(child)
  }

  /** Starts it, and waits until it listens. */
  static async start(command: readonly [string, ...string[]], port: number): Promise<Engine> {
    const [program, ...args] = command
    const engine = new Engine(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }))
    await vi.waitFor(
      () => {
        if (engine.#child.exitCode !== null) throw new Error(`${program} ended:\n${engine.output.all.join('\n')}`)
        return dial(port)
      },
      { timeout: 20_000, interval: 50 },
    )
    return engine
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill()
    await once(this.#child, 'close')
  }
}
