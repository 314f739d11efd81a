import type { FastifyBaseLogger } from 'fastify'
import { reason } from '../../texts/reason.ts'
import { scriptWith } from '../../domain/jobs.ts'
import { Refusal } from '../http/refusal.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { TaskRow } from '../store/tasks.ts'
import type { JobOrder, Jobs } from './jobs.ts'
import { nextTimes } from './schedule.ts'

/** A job that was missed because no server ran is made up for, once, unless it is later than this. Milliseconds. */
const makeUpLimit = 3_600_000

/** A task whose job could not be begun is tried again after so long, until it counts as missed. Milliseconds. */
const retryPause = 60_000

/** What a task does, for a job of it; its script must be there. */
export async function orderOf(tx: Transaction, task: TaskRow): Promise<JobOrder> {
  const person = await tx.users.byId(task.created_by)
  const script = task.script_id === null ? undefined : await tx.scripts.byId(task.script_id)
  if (person === undefined) throw new Error(`task ${task.id} belongs to nobody`)
  return {
    person,
    task_id: task.id,
    script_id: task.script_id,
    name: task.name,
    action: task.action ?? 'script',
    arguments: task.arguments,
    script: script ? scriptWith(script.body, script.parameters, task.parameter_values) : '',
    targets: task.targets,
    timeout_seconds: task.timeout_seconds,
    concurrency: task.concurrency,
  }
}

/** Begins the jobs of timed tasks when their time comes. Servers share the work: each task is taken by one of them. */
export class Timetable {
  readonly #store: Store
  readonly #jobs: Jobs
  readonly #log: FastifyBaseLogger
  /** Tasks that could not be begun, and when they are tried again: they hold up nobody else meanwhile. */
  readonly #retries = new Map<number, number>()

  constructor(store: Store, jobs: Jobs, log: FastifyBaseLogger) {
    this.#store = store
    this.#jobs = jobs
    this.#log = log
  }

  /** Begins everything that is due. */
  async sweep(): Promise<void> {
    while (await this.#takeOne());
  }

  /** @returns whether there was one */
  async #takeOne(): Promise<boolean> {
    const now = Date.now()
    for (const [id, at] of this.#retries) if (at <= now) this.#retries.delete(id)
    const due: { task?: TaskRow | undefined } = {}
    try {
      await this.#store.transaction(async (tx) => {
        due.task = await tx.tasks.lockDue(now, [...this.#retries.keys()])
        if (due.task) await this.#take(tx, due.task, now)
      })
    } catch (error) {
      if (due.task === undefined) throw error
      this.#log.error({ err: error, task_id: due.task.id }, 'a timed task could not be begun')
      this.#retries.set(due.task.id, now + retryPause)
    }
    return due.task !== undefined
  }

  async #take(tx: Transaction, task: TaskRow, now: number): Promise<void> {
    // However many times were missed, the next one is the next from now.
    const next = nextTimes(task, now, 1)?.[0] ?? null
    await tx.tasks.setNextRun(task.id, next, next !== null)
    const order = await orderOf(tx, task)
    if (now - (task.next_run_at ?? now) > makeUpLimit)
      await this.#jobs.skip(tx, order, reason('jobs.reason.missed'), now)
    else if (await tx.jobs.isGoing(task.id)) await this.#jobs.skip(tx, order, reason('jobs.reason.stillGoing'), now)
    else await this.#begin(tx, order, now)
  }

  /** A job that is refused is skipped, with the reason that a person would be told. */
  async #begin(tx: Transaction, order: JobOrder, now: number): Promise<void> {
    try {
      await this.#jobs.begin(tx, order)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await this.#jobs.skip(tx, order, error.reason, now)
    }
  }
}
