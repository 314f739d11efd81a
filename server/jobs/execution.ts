import { isCare } from '../../domain/phone-actions.ts'
import { isWithEnvironments } from '../../domain/jobs.ts'
import type { JobRow } from '../store/job-queries.ts'
import type { UserRow } from '../store/users.ts'
import { AgentRunner } from './agent-runner.ts'
import { WorkflowRunner } from './workflow-runner.ts'
import type { OpenItem, ItemEnd, ItemRunner, JobContext, RunningItem, JobPorts } from './item-runner.ts'
import { JobOutcomes } from './outcomes.ts'

/** The job was taken away: another server, or this one after its next start, goes on where this one left off. */
export class JobReleased extends Error {
  override readonly name = 'JobReleased'
}

/** A job under way on this server: begins its items, so many at a time, until all of them have ended. */
export class JobExecution {
  readonly #job: JobRow
  readonly #ports: JobPorts
  /** The job has moved on. */
  readonly #changed: () => void
  readonly #active = new Map<number, RunningItem>()
  /** Items whose beginning is being written down. */
  readonly #beginnings = new Set<Promise<void>>()
  readonly #over = Promise.withResolvers<void>()
  /** Aborted once no item is to begin any more. */
  readonly #noMore = new AbortController()
  readonly #outcomes: JobOutcomes
  readonly #runner: ItemRunner
  #waiting: OpenItem[] = []
  #isCancelled = false

  /** @param starter whom pictures are kept for, and who calls openings off */
  constructor(job: JobRow, starter: UserRow | undefined, ports: JobPorts, changed: () => void) {
    this.#job = job
    this.#ports = ports
    this.#changed = changed
    this.#outcomes = new JobOutcomes(job, starter, ports)
    const context: JobContext = {
      job,
      starter,
      ports,
      noMore: this.#noMore.signal,
      changed,
      refuse: (item, reason) => this.#outcomes.refuse(item, reason),
      end: (item, how, commandId) => this.#end(item, how, commandId),
    }
    this.#runner = isPartOfLife(job) ? new WorkflowRunner(context) : new AgentRunner(context)
  }

  /** Takes the job up where it stands, and settles when it has ended. @throws JobReleased once the signal is aborted */
  async execute(signal: AbortSignal): Promise<void> {
    const { store } = this.#ports
    // It may have been called off since it was read, when nobody heard of that here.
    if ((await store.jobs.begin(this.#job.id, Date.now())) === 'cancelled') this.#isCancelled = true
    this.#changed()
    const open = await store.jobItems.open(this.#job.id)
    this.#waiting = inTurns(open.filter(({ state }) => state === 'waiting'))
    const release = (): void => this.#giveUp(new JobReleased())
    if (signal.aborted) release()
    signal.addEventListener('abort', release, { once: true })
    const looks = setInterval(() => this.#runner.look(), this.#runner.lookInterval)
    try {
      for (const item of open) if (item.state === 'running') this.#active.set(item.id, this.#runner.takeUp(item))
      if (this.#isCancelled) this.cancel()
      this.#handOut()
      await this.#over.promise
      if (!(await store.jobs.end(this.#job.id, Date.now()))) throw new Error('items of the job still go on')
      this.#changed()
    } finally {
      clearInterval(looks)
      signal.removeEventListener('abort', release)
      await Promise.all(this.#beginnings)
      await Promise.all([...this.#active.values()].map((item) => item.release()))
    }
  }

  /** Calls off what has not begun, and ends the rest before its time. */
  cancel(): void {
    this.#isCancelled = true
    this.#waiting = []
    this.#noMore.abort()
    for (const item of this.#active.values()) item.cancel()
    this.#handOut()
  }

  /** Begins no more: what is left is taken up again with the job. */
  #giveUp(why: unknown): void {
    this.#waiting = []
    this.#noMore.abort()
    this.#over.reject(why)
  }

  #handOut(): void {
    while (this.#active.size + this.#beginnings.size < this.#job.concurrency) {
      const next = this.#waiting.shift()
      if (next === undefined) break
      const beginning = this.#begin(next)
        .catch((error: unknown) => this.#giveUp(error))
        .finally(() => {
          this.#beginnings.delete(beginning)
          this.#changed()
          this.#handOut()
        })
      this.#beginnings.add(beginning)
    }
    if (this.#active.size + this.#beginnings.size + this.#waiting.length === 0) this.#over.resolve()
  }

  async #begin(item: OpenItem): Promise<void> {
    const running = await this.#runner.begin(item)
    if (running === undefined) return
    this.#active.set(item.id, running)
    if (this.#isCancelled) running.cancel()
  }

  async #end(item: OpenItem, end: ItemEnd, commandId?: string): Promise<void> {
    try {
      await this.#outcomes.write(item, end, commandId)
    } catch (error) {
      return this.#giveUp(error)
    }
    this.#active.delete(item.id)
    this.#changed()
    this.#handOut()
  }
}

/** Whether what is done is a part of phones' lives, which goes on whatever becomes of the job. */
const isPartOfLife = ({ action }: JobRow): boolean =>
  action === 'change_ip' || action === 'free' || isCare(action) || isWithEnvironments(action)

/** Phones of all boxes in turns, so that no box has to do everything at once. Environments stay in their order. */
function inTurns(items: readonly OpenItem[]): OpenItem[] {
  const turn = new Map<number, number>()
  return items
    .map((item) => {
      if (item.box_id === null) return { item, place: 0 }
      const place = (turn.get(item.box_id) ?? 0) + 1
      turn.set(item.box_id, place)
      return { item, place }
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
