import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { PoolConfig } from 'pg'
import type { PgBoss } from 'pg-boss'
import { connectionOf, type DatabaseAddress } from '../store/database.ts'
import type { Transaction } from '../store/store.ts'

/** Jobs of one kind that a server works on at once. */
const jobsAtOnce = 60
/** And so many at all servers for one team, so that others come to theirs whatever it has begun. Looks at the same time may each take one more. */
const jobsOfTeam = 20
/** A server that has not said so long that it works on a job has lost it to another. Seconds; the queue's least. */
const heartbeat = 10
/** How often lost jobs are looked for, by one of the servers. Seconds. */
const supervision = 2
/** A new job wakes the servers; one that was lost wakes nobody, and is found by a look so often. Milliseconds. */
const lookPause = 3_000
/** How often the queue's workers look by themselves, which none of them has to. Seconds. */
const workerPoll = 600
/** The longest that the queue leaves a job to one server; it is then taken up again, where it stands. Seconds. */
const maxHold = 24 * 3_600 - 60
/** A job is tried again however often its server is lost. */
const retries = 1_000_000
const retryPause = 5_000
const stopTimeout = 5_000
/** What it hands on to its connections: a statement that is not answered by then is of a line that is dead. Milliseconds. */
const connections: PoolConfig = { query_timeout: 60_000 }

/** Where the queue keeps its own tables. */
export const queueSchema = 'jobs'

/** What a job is worked on with: aborted when the server stops, or the job has been lost to another. */
type JobHandler = (data: { id: number }, signal: AbortSignal) => Promise<void>

/**
 * The queue of jobs in PostgreSQL that all servers share (pg-boss, in a schema of its own). It starts in the background: a
 * server answers calls before its queue is there, and those that need it wait.
 */
export class JobQueue {
  readonly #address: DatabaseAddress
  readonly #log: FastifyBaseLogger
  readonly #handlers = new Map<string, JobHandler>()
  readonly #stopping = new AbortController()
  #started: Promise<PgBoss | undefined> = Promise.resolve(undefined)

  constructor(address: DatabaseAddress, log: FastifyBaseLogger) {
    this.#address = address
    this.#log = log
  }

  /** Says who works on jobs of a kind; before `start`. */
  on(kind: string, handle: JobHandler): void {
    this.#handlers.set(kind, handle)
  }

  start(): void {
    this.#started = this.#startAgainAndAgain()
  }

  /** Waits until the queue is there. */
  async ready(): Promise<void> {
    await this.#boss()
  }

  /** Adds a team's job with the transaction: it is there if, and only if, the transaction is committed. */
  async add(tx: Transaction, kind: string, team: number, data: { id: number }): Promise<void> {
    const boss = await this.#boss()
    const db = { executeSql: (text: string, values?: unknown[]) => tx.statement(text, values) }
    await boss.send(kind, data, { db, group: { id: String(team) } })
  }

  /** Lets go of all jobs, for other servers or a later start to take up. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const boss = await this.#started
    await boss?.stop({ graceful: true, timeout: stopTimeout })
  }

  async #boss(): Promise<PgBoss> {
    const boss = await this.#started
    if (boss === undefined) throw new Error('the queue of jobs has been stopped')
    return boss
  }

  async #startAgainAndAgain(): Promise<PgBoss | undefined> {
    while (!this.#stopping.signal.aborted) {
      try {
        return await this.#startOnce()
      } catch (error) {
        this.#log.error({ err: error }, 'the queue of jobs could not be started')
        await delay(retryPause, undefined, { signal: this.#stopping.signal }).catch(() => undefined) // It is stopping.
      }
    }
    return undefined
  }

  async #startOnce(): Promise<PgBoss> {
    const { PgBoss } = await import('pg-boss') // A server starts faster without.
    const boss = new PgBoss({
      ...connectionOf(this.#address),
      ...connections,
      application_name: 'phonedeck jobs',
      schema: queueSchema,
      max: 4,
      schedule: false, // Timed tasks have a timetable of their own, which knows what to do about missed ones.
      useListenNotify: true,
      superviseIntervalSeconds: supervision,
      monitorIntervalSeconds: 1, // Less than between two supervisions, which would else pass a queue over.
      flowIntervalSeconds: 3_600, // No job waits for another.
    })
    boss.on('error', (error) => this.#log.error({ err: error }, 'the queue of jobs failed'))
    boss.on('warning', (warning) => this.#log.warn({ warning }, 'the queue of jobs warns'))
    await boss.start()
    try {
      for (const [kind, handle] of this.#handlers) await this.#workOn(boss, kind, handle)
    } catch (error) {
      await boss.stop({ graceful: false })
      throw error
    }
    return boss
  }

  async #workOn(boss: PgBoss, kind: string, handle: JobHandler): Promise<void> {
    await boss.createQueue(kind, {
      notify: true,
      heartbeatSeconds: heartbeat,
      expireInSeconds: maxHold,
      retryLimit: retries,
      retryDelay: 0,
    })
    await this.#employ(boss, kind, handle)
  }

  /**
   * Has one worker more than there are jobs going on, at most as many as may go on at once: that one looks for another job.
   * Whoever finds one has the next look, as it may not be the only one.
   */
  async #employ(boss: PgBoss, kind: string, handle: JobHandler): Promise<void> {
    const idle = new Set<string>()
    let employed = 0
    const options = {
      pollingIntervalSeconds: workerPoll,
      notifyPollingIntervalSeconds: workerPoll,
      groupConcurrency: jobsOfTeam,
    }
    const takeOn = async (): Promise<void> => {
      employed += 1
      const id = await boss.work<{ id: number }>(kind, options, async (jobs) => {
        idle.delete(id)
        haveOneLook()
        try {
          for (const { data, signal } of jobs) await handle(data, AbortSignal.any([signal, this.#stopping.signal]))
        } finally {
          idle.add(id)
          boss.notifyWorker(id)
        }
      })
      idle.add(id)
    }
    const haveOneLook = (): void => {
      const [worker] = idle
      if (worker !== undefined) boss.notifyWorker(worker)
      else if (employed < jobsAtOnce && !this.#stopping.signal.aborted)
        void takeOn().catch((error: unknown) => {
          employed -= 1
          this.#log.error({ err: error }, 'no worker could be taken on')
        })
    }
    await takeOn()
    const looking = setInterval(haveOneLook, lookPause)
    boss.once('stopped', () => clearInterval(looking))
  }
}
