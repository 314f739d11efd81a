// Runs under any Node from 20 on: `npm start` keeps programs by it before TypeScript can be run.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A program that ran at least so long is restarted as one that never failed. Milliseconds. */
const steady = 5_000
const firstDelay = 500
const maxDelay = 30_000

/** A program as a child of this process: started again, ever later, when it ends without having been asked. */
export class KeptProgram {
  #spec
  #hear
  #child
  #restart
  #failures = 0
  #isStopping = false

  constructor(spec, hear = {}) {
    this.#spec = spec
    this.#hear = hear
  }

  get spec() {
    return this.#spec
  }

  start() {
    const { command, args, env, cwd, output = 'pipe', detached = true } = this.#spec
    const startedAt = Date.now()
    const child = spawn(command, args, { cwd, env, detached, stdio: ['ignore', output, output, 'ipc'] })
    this.#child = child
    this.#hear.onStart?.()
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface(stream).on('line', (line) => this.#hear.onLine?.(line))
    child.on('message', (message) => this.#hear.onMessage?.(message))
    const ended = (code, signal, error) => {
      if (this.#child !== child) return
      this.#child = undefined
      if (this.#isStopping) return
      this.#failures = Date.now() - startedAt > steady ? 1 : this.#failures + 1
      const delay = Math.min(firstDelay * 2 ** (this.#failures - 1), maxDelay)
      if (this.#hear.onEnd?.({ code, signal, error, delay, failures: this.#failures }) === false) return
      this.#restart = setTimeout(() => this.start(), delay)
    }
    child.once('error', (error) => ended(null, null, error))
    child.once('exit', (code, signal) => ended(code, signal))
  }

  /** Tells it, while it runs. */
  tell(message) {
    if (this.#child?.connected) this.#child.send(message, () => {}) // Whoever ends meanwhile needs no news.
  }

  /** Ends it for good; one that takes longer than `timeout`, in milliseconds, is cut short. */
  async stop(timeout = 5_000) {
    this.#isStopping = true
    clearTimeout(this.#restart)
    const child = this.#child
    if (child === undefined) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const cut = setTimeout(() => child.kill('SIGKILL'), timeout)
    await ended
    clearTimeout(cut)
  }
}
