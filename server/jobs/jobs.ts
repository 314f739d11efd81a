import type { Reason } from '../../domain/reason.ts'
import { codes } from '../../domain/codes.ts'
import type { ActionArguments } from '../../domain/phone-actions.ts'
import { mayOpenEnvironments, seesEverything } from '../../domain/roles.ts'
import {
  isGoing,
  isWithEnvironments,
  maxItemsOfJob,
  retriable,
  type EnvironmentAction,
  type JobAction,
  type TaskTargets,
} from '../../domain/jobs.ts'
import type { JobProgress } from '../../domain/user-messages.ts'
import { requireService } from '../http/needs.ts'
import { isOwn } from '../devices/rules.ts'
import { reason } from '../../texts/reason.ts'
import { type Broker, jobCancelsTopic } from '../broker/broker.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import { Refusal } from '../http/refusal.ts'
import type { Actor } from '../http/sessions.ts'
import type { JobEntry, JobRow } from '../store/job-queries.ts'
import type { NewJobItem } from '../store/job-item-queries.ts'
import type { Transaction } from '../store/store.ts'
import { teamOf } from '../store/team.ts'
import type { Person } from '../store/users.ts'
import type { JobQueue } from './queue.ts'
import type { JobPorts } from './item-runner.ts'
import { needsService } from './admission.ts'
import { JobExecution, JobReleased } from './execution.ts'

/** The queue's names for them: scripts, which may take hours, don't keep actions waiting, which are quick. */
const kinds = { scripts: 'script-run', actions: 'action-run' }
/** Runs that may go on at once, of everybody; those who see everything come to theirs all the same. */
const maxGoing = 500
/** Runs of one team and of one person that may go on at once, so that nobody keeps everybody else from theirs. */
const maxGoingOfTeam = 150
const maxGoingOfOne = 50
/** How often a job's progress is told at most. Milliseconds. */
const tellInterval = 500

/** What is to be done on which phones. */
export interface JobOrder {
  /** Whose phones are meant. */
  person: Person
  task_id: number | null
  script_id: number | null
  name: string
  action: JobAction
  arguments: ActionArguments
  script: string
  targets: TaskTargets
  timeout_seconds: number
  concurrency: number
}

interface Ports extends JobPorts {
  queue: JobQueue
  broker: Broker
  userAnnouncer: UserAnnouncer
}

/** A phone or an environment. */
interface Named {
  id: number
  name: string
}

type Kept = Omit<JobOrder, 'person' | 'targets'>

/** What a job keeps of an order, and a new job of an old one. */
const kept = (job: Kept): Kept => ({
  task_id: job.task_id,
  script_id: job.script_id,
  name: job.name,
  action: job.action,
  arguments: job.arguments,
  script: job.script,
  timeout_seconds: job.timeout_seconds,
  concurrency: job.concurrency,
})

const phoneItem = { environment_id: null, environment_name: null }
const environmentItem = { device_id: null, device_name: null }

/** What all jobs with environments have in common: phones' own time limits are theirs. */
const withEnvironments = {
  task_id: null,
  script_id: null,
  name: '',
  arguments: {},
  script: '',
  timeout_seconds: 900,
  concurrency: 20,
}

/** How far a job is, as its starter's browser hears it. */
const progressOf = ({ id, state, total, succeeded, failed, cancelled, running, ended_at }: JobEntry): JobProgress => ({
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
export class Jobs {
  readonly #ports: Ports
  readonly #executions = new Map<number, JobExecution>()
  readonly #announcements = new Map<number, NodeJS.Timeout>()

  constructor(ports: Ports) {
    this.#ports = ports
    for (const kind of Object.values(kinds)) ports.queue.on(kind, ({ id }, signal) => this.#execute(id, signal))
  }

  async listen(): Promise<void> {
    await this.#ports.broker.subscribe(jobCancelsTopic, (_topic, id) => this.#executions.get(Number(id))?.cancel())
  }

  /** Begins a job with the transaction; answers its id. Refuses one of no phones, and one of too many. */
  async begin(tx: Transaction, order: JobOrder): Promise<number> {
    const { targets, ...rest } = order
    return this.beginOn(tx, rest, await tx.targets.phones(order.person, targets, maxItemsOfJob + 1))
  }

  /** Begins a job on these phones with the transaction; answers its id. */
  async beginOn(tx: Transaction, order: Omit<JobOrder, 'targets'>, phones: readonly Named[]): Promise<number> {
    if (phones.length === 0) throw new Refusal(codes.stateForbids, reason('jobs.reason.noPhones'))
    const items = phones.map(({ id, name }) => ({ ...phoneItem, device_id: id, device_name: name }))
    return this.#add(tx, order.person, { ...kept(order), retry_of: null }, items)
  }

  /** Begins to open or close environments with the transaction; answers the job's id. */
  beginWith(
    tx: Transaction,
    person: Person,
    action: EnvironmentAction,
    environments: readonly Named[],
  ): Promise<number> {
    const items = environments.map(({ id, name }) => ({
      ...environmentItem,
      environment_id: id,
      environment_name: name,
    }))
    const job = { ...withEnvironments, action, retry_of: null }
    return this.#add(tx, person, job, items)
  }

  /** Writes down that a task's time has come and gone. */
  skip(tx: Transaction, order: JobOrder, why: Reason, at: number): Promise<number> {
    const job = { ...kept(order), retry_of: null }
    return tx.jobs.add({ ...job, state: 'skipped', reason: why, ended_at: at, total: 0 }, order.person)
  }

  /**
   * Begins a job anew with the items that failed, or of them with those that failed like one; answers the new job's id.
   *
   * @param how.recover whether their faulty phones are recovered
   * @param how.like the item that others failed like
   */
  async retry(
    tx: Transaction,
    actor: Actor,
    id: number,
    { recover, like }: { recover: boolean; like: number | undefined },
  ): Promise<number> {
    const { caller } = actor
    const job = await this.#lockVisible(tx, caller, id)
    if (isGoing(job.state) || job.ended_at === null) throw new Refusal(codes.stateForbids, reason('jobs.reason.goesOn'))
    if (isWithEnvironments(job.action) && !mayOpenEnvironments(caller.role))
      throw new Refusal(codes.notAllowed, reason('call.notAllowed'))
    if (needsService(job.action)) requireService(caller)
    if (like !== undefined && (await tx.jobItems.byId(id, like, caller)) === undefined)
      throw new Refusal(codes.notFound, reason('jobs.reason.noSuchItem'))
    const items = await tx.jobItems.toRetry(id, retriable, like)
    if (items.length === 0) {
      const going = await tx.jobs.goingBeside(id)
      const why =
        going === undefined
          ? reason('jobs.reason.nothingToRetry')
          : reason('outcomes.reason.retryGoesOn', { id: going })
      throw new Refusal(codes.stateForbids, why)
    }
    if (recover) await this.#recover(tx, actor, items)
    return this.#add(tx, caller, { ...kept(job), retry_of: id }, items)
  }

  /** Phones that are none of the caller's stay as they are, and say so as items of the new job. */
  async #recover(tx: Transaction, actor: Actor, items: readonly NewJobItem[]): Promise<void> {
    for (const id of await tx.jobItems.faultyOf(items)) {
      const device = await tx.devices.lock(id)
      if (device?.status === 'faulty' && isOwn(actor.caller, device)) await this.#ports.care.recover(tx, actor, device)
    }
  }

  /** Calls a job off: what has not begun is not begun, and the rest is ended before its time. */
  async cancel(tx: Transaction, caller: Person, id: number): Promise<void> {
    const job = await this.#lockVisible(tx, caller, id)
    if (!isGoing(job.state)) throw new Refusal(codes.stateForbids, reason('jobs.reason.hasEnded'))
    await tx.jobs.callOff(id)
    await tx.jobItems.callOffWaiting(id, Date.now())
    tx.afterCommit(() => {
      this.#ports.broker.publish(jobCancelsTopic, String(id), 1)
      this.#changed(id)
    })
  }

  /** Tells no more of anything. */
  stop(): void {
    for (const timer of this.#announcements.values()) clearTimeout(timer)
    this.#announcements.clear()
  }

  async #lockVisible(tx: Transaction, caller: Person, id: number): Promise<JobRow> {
    const job = (await tx.jobs.visible(caller, id)) && (await tx.jobs.lock(id))
    if (job === undefined) throw new Refusal(codes.notFound, reason('jobs.reason.noSuchJob'))
    return job
  }

  async #add(
    tx: Transaction,
    starter: Person,
    job: Kept & Pick<JobRow, 'retry_of'>,
    items: readonly NewJobItem[],
  ): Promise<number> {
    if (items.length > maxItemsOfJob) throw new Refusal(codes.stateForbids, reason('jobs.reason.tooManyTargets'))
    await tx.users.lock(starter.id) // Two at once could pass the limit.
    const team = teamOf(starter)
    if (!seesEverything(starter.role)) {
      const going = await tx.jobs.countGoing(starter.id, team)
      if (going.own >= maxGoingOfOne) throw new Refusal(codes.stateForbids, reason('jobs.reason.tooManyOwnJobs'))
      if (going.team >= maxGoingOfTeam || going.total >= maxGoing)
        throw new Refusal(codes.stateForbids, reason('jobs.reason.tooManyJobs'))
    }
    const id = await tx.jobs.add({ ...job, state: 'waiting', total: items.length }, starter)
    await tx.jobItems.add(id, items)
    await this.#ports.queue.add(tx, job.action === 'script' ? kinds.scripts : kinds.actions, team, { id })
    tx.afterCommit(() => this.#changed(id))
    return id
  }

  async #execute(id: number, signal: AbortSignal): Promise<void> {
    const { store, log } = this.#ports
    const job = await store.jobs.byId(id)
    if (job === undefined || job.ended_at !== null) return
    const starter = await store.users.byId(job.created_by)
    const execution = new JobExecution(job, starter, this.#ports, () => this.#changed(id))
    this.#executions.set(id, execution)
    try {
      await execution.execute(signal)
    } catch (error) {
      if (!(error instanceof JobReleased)) log.error({ err: error, job_id: id }, 'a job has to be taken up again')
      throw error // The queue keeps the job.
    } finally {
      this.#executions.delete(id)
    }
  }

  #changed(id: number): void {
    if (this.#announcements.has(id)) return
    const tell = async (): Promise<void> => {
      const { store, userAnnouncer } = this.#ports
      const [entry, viewers] = await Promise.all([store.jobs.entry(id), store.jobs.viewers(id)])
      if (entry) userAnnouncer.jobChanged(viewers, progressOf(entry))
    }
    const timer = setTimeout(() => {
      this.#announcements.delete(id)
      tell().catch((error: unknown) => this.#ports.log.error({ err: error, job_id: id }, 'progress was not told'))
    }, tellInterval)
    this.#announcements.set(id, timer)
  }
}
