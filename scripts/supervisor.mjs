// Runs under any Node from 20 on.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { KeptProgram } from '../server/embedded/kept-program.mjs'
import { childEnvironment, nodeRuntime, root } from './node-runtime.mjs'

/** How long the server may take to stop all of its own, from when it has left (DRAIN_SECONDS). Milliseconds. */
const serverTimeout = 30_000 + 1_000 * (Number(process.env.DRAIN_SECONDS) || 0)
/** How long PostgreSQL may take, where no server is left to stop it. Milliseconds. */
const postgresTimeout = 10_000
/** What a server ends with that a person has to help: a setting, or another server on the same data. */
const exitMisconfigured = 2

const say = (text) => process.stderr.write(`· ${text}\n`)

const howItEnded = ({ code, signal, error }) => error?.message ?? signal ?? `exit code ${code}`

/** Tells of a crash once, in a row of them. */
function sayEnd(what, end) {
  if (end.failures === 1) say(`${what} ended unexpectedly (${howItEnded(end)}) and is started again`)
}

/** A program that the server asked for: it goes on while the server is away, which hears again what it said of itself. */
class Beside {
  #program
  #said = []

  constructor(name, spec, tellServer) {
    this.#program = new KeptProgram(spec, {
      onStart: () => (this.#said = []),
      onLine: (line) => {
        if (!isLogged(line)) this.#said.push(line)
        tellServer({ program: name, line })
      },
      onEnd: (end) => sayEnd(`What runs as “${name}”`, end),
    })
    this.#program.start()
  }

  get spec() {
    return this.#program.spec
  }

  get said() {
    return this.#said
  }

  stop() {
    return this.#program.stop()
  }
}

/** Whether a line belongs to a program's log; all others say what the program is. */
function isLogged(line) {
  try {
    return 'msg' in JSON.parse(line)
  } catch {
    return true
  }
}

/**
 * Runs the server, and what it wants beside it, until it is asked to stop, and answers the exit code. Whatever else ends
 * is started again.
 */
export function supervise() {
  const beside = new Map()
  const env = childEnvironment({ PHONEDECK_KEPT: '1' })
  let resolveOver
  const over = new Promise((resolve) => (resolveOver = resolve))
  let wasReady = false
  let postgres
  let isEnding = false
  let turn = Promise.resolve()

  const server = new KeptProgram(
    { command: nodeRuntime(), args: ['server/main.ts'], cwd: root, env, output: 'inherit', detached: false },
    { onMessage: heard, onEnd: crashed },
  )
  const tellServer = (news) => server.tell(news)

  function heard(message) {
    if (message.postgres) postgres = message.postgres
    if (message.port) {
      wasReady = true
      env.PORT = String(message.port) // Whoever has the address finds the next server there.
    }
    // One after the other: a server that is gone may have asked for what the next one asks for again.
    if (message.do) turn = turn.then(() => answer(message))
  }

  async function answer({ do: request, name, spec }) {
    const running = beside.get(name)
    if (request === 'look') tellServer({ program: name, running: running?.spec ?? null })
    if (request === 'stop') {
      beside.delete(name)
      await running?.stop()
      tellServer({ program: name, stopped: true })
    }
    if (request === 'run' && !isEnding) await run(name, spec, running)
  }

  async function run(name, spec, running) {
    if (running && JSON.stringify(running.spec) === JSON.stringify(spec)) {
      for (const line of running.said) tellServer({ program: name, line })
      return
    }
    await running?.stop()
    if (!isEnding) beside.set(name, new Beside(name, spec, tellServer))
  }

  /** Answers whether the server is to be started again: neither one that was asked to end, nor one that can't be started as it is. */
  function crashed(ended) {
    if (ended.code === exitMisconfigured) postgres = undefined // Another server may have it.
    if (ended.code === 0 || (ended.code === exitMisconfigured && !wasReady)) {
      void end(ended.code)
      return false
    }
    sayEnd('The server', ended)
    return true
  }

  async function end(code) {
    if (isEnding) return
    isEnding = true
    await server.stop(serverTimeout)
    await turn
    await Promise.all([...beside.values()].map((program) => program.stop()))
    if (postgres) await stopPostgres(postgres)
    resolveOver(code)
  }

  // A terminal sends Ctrl-C to the server as well, which takes it as well as ours. Asked again, all go on stopping in order.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0))
  server.start()
  return over
}

/** Stops a PostgreSQL that its server has left. */
async function stopPostgres({ pid, pidFile }) {
  const isThere = () => {
    try {
      return readFileSync(pidFile, 'utf8').startsWith(`${pid}\n`) && process.kill(pid, 0)
    } catch {
      return false // Without its file, or without its process, it is gone.
    }
  }
  if (!isThere()) return
  process.kill(pid, 'SIGINT')
  const giveUpAt = Date.now() + postgresTimeout
  while (isThere() && Date.now() < giveUpAt) await pause(50)
  if (isThere()) process.kill(pid, 'SIGQUIT')
}
