import type { Reason } from '../../domain/reason.ts'
import { codes } from '../../domain/codes.ts'
import type { ActionArguments } from '../../domain/phone-actions.ts'
import { mayOpenEnvironments, seesEverything } from '../../domain/roles.ts'
import {
  isGoing,
  isWithEnvironments,
  maxPartsOfRun,
  retriable,
  type EnvironmentAction,
  type RunAction,
  type TaskTargets,
} from '../../domain/runs.ts'
import type { JobProgress } from '../../domain/user-messages.ts'
import { requireService } from '../http/needs.ts'
import { isOwn } from '../devices/rules.ts'
import { reason } from '../../texts/reason.ts'
import { type Broker, runCancelsTopic } from '../broker/broker.ts'
import type { UserNews } from '../messages/announce.ts'
import { Refusal } from '../http/refusal.ts'
import type { Actor } from '../http/sessions.ts'
import type { RunEntry, RunRow } from '../store/job-queries.ts'
import type { NewRunPart } from '../store/job-item-queries.ts'
import type { Transaction } from '../store/store.ts'
import type { Person } from '../store/users.ts'
import type { JobQueue } from './queue.ts'
import type { RunPorts } from './item-runner.ts'
import { needsService } from './admission.ts'
import { RunExecution, RunReleased } from './execution.ts'

/** The queue's names for them: scripts, which may take hours, don't keep actions waiting, which are quick. */
const kinds = { scripts: 'script-run', actions: 'action-run' }
/** Runs that may go on at once, of everybody. */
const maxGoing = 500
/** Runs of one person that may go on at once, so that nobody keeps everybody else from theirs. */
const maxGoingOfOne = 50
/** How often a run's progress is told at most. Milliseconds. */
const tellInterval = 500
/** How long runs that have ended are kept. Milliseconds. */
const remembrance = 30 * 24 * 3_600_000
const forgottenAtOnce = 100

/** What is to be done on which phones. */
export interface RunOrder {
  /** Whose phones are meant. */
  person: Person
  task_id: number | null
  script_id: number | null
  name: string
  action: RunAction
  arguments: ActionArguments
  script: string
  targets: TaskTargets
  timeout_seconds: number
  concurrency: number
}

interface Ports extends RunPorts {
  queue: JobQueue
  broker: Broker
  userNews: UserNews
}

/** A phone or an environment. */
interface Named {
  id: number
  name: string
}

type Kept = Omit<RunOrder, 'person' | 'targets'>

/** What a run keeps of an order, and a new run of an old one. */
const kept = (run: Kept): Kept => ({
  task_id: run.task_id,
  script_id: run.script_id,
  name: run.name,
  action: run.action,
  arguments: run.arguments,
  script: run.script,
  timeout_seconds: run.timeout_seconds,
  concurrency: run.concurrency,
})

const phonePart = { environment_id: null, environment_name: null }
const environmentPart = { device_id: null, device_name: null }

/** What all runs with environments have in common: phones' own time limits are theirs. */
const withEnvironments = {
  task_id: null,
  script_id: null,
  name: '',
  arguments: {},
  script: '',
  timeout_seconds: 900,
  concurrency: 20,
}

/** How far a run is, as its starter's browser hears it. */
const progressOf = ({ id, state, total, succeeded, failed, cancelled, running, ended_at }: RunEntry): JobProgress => ({
  id,
  state,
  total,
  succeeded,
  failed,
  cancelled,
  running,
  ended_at,
})

/** Runs of scripts and actions on many phones, and with many environments: begun and called off in transactions, carried out by jobs. */
export class Runs {
  readonly #ports: Ports
  readonly #executions = new Map<number, RunExecution>()
  readonly #news = new Map<number, NodeJS.Timeout>()

  constructor(ports: Ports) {
    this.#ports = ports
    for (const kind of Object.values(kinds)) ports.queue.on(kind, ({ id }, signal) => this.#execute(id, signal))
  }

  async listen(): Promise<void> {
    await this.#ports.broker.subscribe(runCancelsTopic, (_topic, id) => this.#executions.get(Number(id))?.cancel())
  }

  /** Begins a run with the transaction; answers its id. Refuses one of no phones, and one of too many. */
  async begin(tx: Transaction, order: RunOrder): Promise<number> {
    const { targets, ...work } = order
    return this.beginOn(tx, work, await tx.targets.phones(order.person, targets, maxPartsOfRun + 1))
  }

  /** Begins a run on these phones with the transaction; answers its id. */
  async beginOn(tx: Transaction, order: Omit<RunOrder, 'targets'>, phones: readonly Named[]): Promise<number> {
    if (phones.length === 0) throw new Refusal(codes.stateForbids, reason('jobs.reason.noPhones'))
    const parts = phones.map(({ id, name }) => ({ ...phonePart, device_id: id, device_name: name }))
    return this.#add(tx, order.person, { ...kept(order), retry_of: null }, parts)
  }

  /** Begins to open or close environments with the transaction; answers the run's id. */
  beginWith(
    tx: Transaction,
    person: Person,
    action: EnvironmentAction,
    environments: readonly Named[],
  ): Promise<number> {
    const parts = environments.map(({ id, name }) => ({
      ...environmentPart,
      environment_id: id,
      environment_name: name,
    }))
    const run = { ...withEnvironments, action, retry_of: null }
    return this.#add(tx, person, run, parts)
  }

  /** Writes down that a task's time has come and gone. */
  skip(tx: Transaction, order: RunOrder, why: Reason, at: number): Promise<number> {
    const run = { ...kept(order), retry_of: null }
    return tx.runs.add({ ...run, state: 'skipped', reason: why, ended_at: at, total: 0 }, order.person)
  }

  /** Begins a run anew with the parts that failed, their faulty phones recovered where that is wanted; answers the new run's id. */
  async retry(tx: Transaction, actor: Actor, id: number, { recover }: { recover: boolean }): Promise<number> {
    const { caller } = actor
    const run = await this.#lockVisible(tx, caller, id)
    if (isGoing(run.state) || run.ended_at === null) throw new Refusal(codes.stateForbids, reason('jobs.reason.goesOn'))
    if (isWithEnvironments(run.action) && !mayOpenEnvironments(caller.role))
      throw new Refusal(codes.notAllowed, reason('call.notAllowed'))
    if (needsService(run.action)) requireService(caller)
    const parts = await tx.runParts.toRetry(id, retriable)
    if (parts.length === 0) throw new Refusal(codes.stateForbids, reason('jobs.reason.nothingToRetry'))
    if (recover) await this.#recover(tx, actor, parts)
    return this.#add(tx, caller, { ...kept(run), retry_of: id }, parts)
  }

  /** Phones that are none of the caller's stay as they are, and say so as parts of the new run. */
  async #recover(tx: Transaction, actor: Actor, parts: readonly NewRunPart[]): Promise<void> {
    for (const id of await tx.runParts.faultyOf(parts)) {
      const device = await tx.devices.lock(id)
      if (device?.status === 'faulty' && isOwn(actor.caller, device)) await this.#ports.care.recover(tx, actor, device)
    }
  }

  /** Calls a run off: what has not begun is not begun, and the rest is ended before its time. */
  async cancel(tx: Transaction, caller: Person, id: number): Promise<void> {
    const run = await this.#lockVisible(tx, caller, id)
    if (!isGoing(run.state)) throw new Refusal(codes.stateForbids, reason('jobs.reason.hasEnded'))
    await tx.runs.callOff(id)
    await tx.runParts.callOffWaiting(id, Date.now())
    tx.afterCommit(() => {
      this.#ports.broker.publish(runCancelsTopic, String(id), 1)
      this.#changed(id)
    })
  }

  /** Forgets what is long past. */
  async sweep(): Promise<void> {
    const before = Date.now() - remembrance
    while ((await this.#ports.store.runs.forgetBefore(before, forgottenAtOnce)) === forgottenAtOnce);
  }

  /** Tells no more of anything. */
  stop(): void {
    for (const timer of this.#news.values()) clearTimeout(timer)
    this.#news.clear()
  }

  async #lockVisible(tx: Transaction, caller: Person, id: number): Promise<RunRow> {
    const run = (await tx.runs.visible(caller, id)) && (await tx.runs.lock(id))
    if (run === undefined) throw new Refusal(codes.notFound, reason('jobs.reason.noSuchJob'))
    return run
  }

  async #add(
    tx: Transaction,
    starter: Person,
    run: Kept & Pick<RunRow, 'retry_of'>,
    parts: readonly NewRunPart[],
  ): Promise<number> {
    if (parts.length > maxPartsOfRun) throw new Refusal(codes.stateForbids, reason('jobs.reason.tooManyTargets'))
    await tx.users.lock(starter.id) // Two at once could pass the limit.
    const going = await tx.runs.countGoing(starter.id)
    if (!seesEverything(starter.role) && going.own >= maxGoingOfOne)
      throw new Refusal(codes.stateForbids, reason('jobs.reason.tooManyOwnJobs'))
    if (going.total >= maxGoing) throw new Refusal(codes.stateForbids, reason('jobs.reason.tooManyJobs'))
    const id = await tx.runs.add({ ...run, state: 'waiting', total: parts.length }, starter)
    await tx.runParts.add(id, parts)
    await this.#ports.queue.add(tx, run.action === 'script' ? kinds.scripts : kinds.actions, { id })
    tx.afterCommit(() => this.#changed(id))
    return id
  }

  async #execute(id: number, signal: AbortSignal): Promise<void> {
    const { store, log } = this.#ports
    const run = await store.runs.byId(id)
    if (run === undefined || run.ended_at !== null) return
    const starter = await store.users.byId(run.created_by)
    const execution = new RunExecution(run, starter, this.#ports, () => this.#changed(id))
    this.#executions.set(id, execution)
    try {
      await execution.execute(signal)
    } catch (error) {
      if (!(error instanceof RunReleased)) log.error({ err: error, run_id: id }, 'a run has to be taken up again')
      throw error // The queue keeps the job.
    } finally {
      this.#executions.delete(id)
    }
  }

  #changed(id: number): void {
    if (this.#news.has(id)) return
    const tell = async (): Promise<void> => {
      const { store, userNews } = this.#ports
      const [entry, viewers] = await Promise.all([store.runs.entry(id), store.runs.viewers(id)])
      if (entry) userNews.jobChanged(viewers, progressOf(entry))
    }
    const timer = setTimeout(() => {
      this.#news.delete(id)
      tell().catch((error: unknown) => this.#ports.log.error({ err: error, run_id: id }, 'progress was not told'))
    }, tellInterval)
    this.#news.set(id, timer)
  }
}
