import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

interface Sweep {
  name: string
  /** Milliseconds from the end of one run to the next. */
  every: number
  /** @param signal aborted when the server stops: what takes long ends early, and the next start goes on */
  run(signal: AbortSignal): Promise<void>
}

/** How long sweeps may take to end; others go on with what they leave. Milliseconds. */
const stopTime = 5_000

/** Runs chores again and again, each never twice at a time. */
export function startSweeps(sweeps: readonly Sweep[], log: FastifyBaseLogger): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Set<Promise<void>>()
  const timers = new Map<Sweep, NodeJS.Timeout>()

  const runLater = (sweep: Sweep): void => {
    if (!signal.aborted)
      timers.set(
        sweep,
        setTimeout(() => runNow(sweep), sweep.every),
      )
  }
  const runNow = (sweep: Sweep): void => {
    const run = sweep
      .run(signal)
      .catch((error: unknown) => {
        if (error !== signal.reason) log.error({ err: error, sweep: sweep.name }, 'a sweep failed')
      })
      .finally(() => {
        running.delete(run)
        runLater(sweep)
      })
    running.add(run)
  }
  for (const sweep of sweeps) runNow(sweep)

  return {
    async stop() {
      stopping.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      // What one waits for may be silent, and much is to be handed over behind it.
      await Promise.race([Promise.all(running), pause(stopTime, undefined, { ref: false })])
      if (running.size > 0) log.warn({ sweeps: running.size }, 'sweeps are left behind')
    },
  }
}
