import { isCare } from '../../domain/phone-actions.ts'
import { isWithEnvironments } from '../../domain/runs.ts'
import type { RunRow } from '../store/job-queries.ts'
import type { UserRow } from '../store/users.ts'
import { AgentRunner } from './agent-runner.ts'
import { OperationRunner } from './workflow-runner.ts'
import type { OpenPart, PartEnd, PartRunner, RunContext, RunningPart, RunPorts, SentPicture } from './item-runner.ts'
import { RunOutcomes } from './outcomes.ts'

/** The job was taken away: another server, or this one after its next start, goes on where this one left off. */
export class RunReleased extends Error {
  override readonly name = 'RunReleased'
}

/** A run under way on this server: begins its parts, so many at a time, until all of them have ended. */
export class RunExecution {
  readonly #run: RunRow
  readonly #ports: RunPorts
  /** There is news of the run. */
  readonly #changed: () => void
  readonly #active = new Map<number, RunningPart>()
  /** Parts whose beginning is being written down. */
  readonly #beginnings = new Set<Promise<void>>()
  readonly #over = Promise.withResolvers<void>()
  /** Aborted once no part is to begin any more. */
  readonly #noMore = new AbortController()
  readonly #outcomes: RunOutcomes
  readonly #runner: PartRunner
  #waiting: OpenPart[] = []
  #isCancelled = false

  /** @param starter whom pictures are kept for, and who calls openings off */
  constructor(run: RunRow, starter: UserRow | undefined, ports: RunPorts, changed: () => void) {
    this.#run = run
    this.#ports = ports
    this.#changed = changed
    this.#outcomes = new RunOutcomes(run, starter, ports)
    const context: RunContext = {
      run,
      starter,
      ports,
      noMore: this.#noMore.signal,
      changed,
      refuse: (part, reason) => this.#outcomes.refuse(part, reason),
      end: (part, how, sent) => this.#end(part, how, sent),
    }
    this.#runner = isPartOfLife(run) ? new OperationRunner(context) : new AgentRunner(context)
  }

  /** Takes the run up where it stands, and settles when it has ended. @throws RunReleased once the signal is aborted */
  async execute(signal: AbortSignal): Promise<void> {
    const { store } = this.#ports
    // It may have been called off since it was read, when nobody heard of that here.
    if ((await store.runs.begin(this.#run.id, Date.now())) === 'cancelled') this.#isCancelled = true
    this.#changed()
    const open = await store.runParts.open(this.#run.id)
    this.#waiting = inTurns(open.filter(({ state }) => state === 'waiting'))
    const release = (): void => this.#giveUp(new RunReleased())
    if (signal.aborted) release()
    signal.addEventListener('abort', release, { once: true })
    const looks = setInterval(() => this.#runner.look(), this.#runner.lookInterval)
    try {
      for (const part of open) if (part.state === 'running') this.#active.set(part.id, this.#runner.takeUp(part))
      if (this.#isCancelled) this.cancel()
      this.#handOut()
      await this.#over.promise
      if (!(await store.runs.end(this.#run.id, Date.now()))) throw new Error('parts of the run still go on')
      this.#changed()
    } finally {
      clearInterval(looks)
      signal.removeEventListener('abort', release)
      await Promise.all(this.#beginnings)
      await Promise.all([...this.#active.values()].map((part) => part.release()))
    }
  }

  /** Calls off what has not begun, and ends the rest before its time. */
  cancel(): void {
    this.#isCancelled = true
    this.#waiting = []
    this.#noMore.abort()
    for (const part of this.#active.values()) part.cancel()
    this.#handOut()
  }

  /** Begins no more: what is left is taken up again with the run. */
  #giveUp(why: unknown): void {
    this.#waiting = []
    this.#noMore.abort()
    this.#over.reject(why)
  }

  #handOut(): void {
    while (this.#active.size + this.#beginnings.size < this.#run.concurrency) {
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

  async #begin(part: OpenPart): Promise<void> {
    const running = await this.#runner.begin(part)
    if (running === undefined) return
    this.#active.set(part.id, running)
    if (this.#isCancelled) running.cancel()
  }

  async #end(part: OpenPart, end: PartEnd, sent?: SentPicture): Promise<void> {
    try {
      await this.#outcomes.write(part, end, sent)
    } catch (error) {
      return this.#giveUp(error)
    }
    this.#active.delete(part.id)
    this.#changed()
    this.#handOut()
  }
}

/** Whether what is done is a part of phones' lives, which goes on whatever becomes of the run. */
const isPartOfLife = ({ action }: RunRow): boolean =>
  action === 'change_ip' || action === 'free' || isCare(action) || isWithEnvironments(action)

/** Phones of all boxes in turns, so that no box has to do everything at once. Environments stay in their order. */
function inTurns(parts: readonly OpenPart[]): OpenPart[] {
  const turn = new Map<number, number>()
  return parts
    .map((part) => {
      if (part.box_id === null) return { part, place: 0 }
      const place = (turn.get(part.box_id) ?? 0) + 1
      turn.set(part.box_id, place)
      return { part, place }
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ part }) => part)
}
