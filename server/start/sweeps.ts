import type { FastifyBaseLogger } from 'fastify'

interface Sweep {
  name: string
  /** Milliseconds from the end of one run to the next. */
  every: number
  run(): Promise<void>
}

/** Runs chores again and again, each never twice at a time. */
export function startSweeps(sweeps: readonly Sweep[], log: FastifyBaseLogger): { stop(): Promise<void> } {
  let stopped = false
  const running = new Set<Promise<void>>()
  const timers = new Map<Sweep, NodeJS.Timeout>()

  const runLater = (sweep: Sweep): void => {
    if (!stopped)
      timers.set(
        sweep,
        setTimeout(() => runNow(sweep), sweep.every),
      )
  }
  const runNow = (sweep: Sweep): void => {
    const run = sweep
      .run()
      .catch((error: unknown) => log.error({ err: error, sweep: sweep.name }, 'a sweep failed'))
      .finally(() => {
        running.delete(run)
        runLater(sweep)
      })
    running.add(run)
  }
  for (const sweep of sweeps) runNow(sweep)

  return {
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
