import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Transfers } from '../files/transfers.ts'
import type { PhoneCare } from '../phones/phone-care.ts'
import type { PhoneWorks } from '../realtime/phone-works.ts'
import { Refusal } from '../refusal.ts'
import type { RunRow } from '../store/runs.ts'
import type { Store } from '../store/store.ts'
import type { Person } from '../store/users.ts'
import { commandOf, fileOf } from './phone-command.ts'
import { PhoneRun } from './phone-run.ts'
import { whyNotOn } from './run-admission.ts'
import { OperationPart } from './operation-part.ts'
import { RunOutcomes, type SentPicture } from './run-outcomes.ts'
import { failedWith, succeeded, type PhoneEnd, type RunPart } from './run-part.ts'
import { screenshotObject, type Screenshots } from './screenshots.ts'

/** How often phones that have said nothing are asked how things stand. Milliseconds. */
const lookInterval = 15_000
/** How often it is looked whether phones are done with what they are at. Milliseconds. */
const operationPoll = 500

/** What runs are carried out with. */
export interface RunPorts {
  store: Store
  works: PhoneWorks
  transfers: Transfers
  care: PhoneCare
  screenshots: Screenshots
  log: FastifyBaseLogger
}

type OpenPhone = Awaited<ReturnType<Store['runPhones']['open']>>[number]

/** The job was taken away: another server, or this one after its next start, goes on where this one left off. */
export class RunReleased extends Error {
  override readonly name = 'RunReleased'
}

/** A run under way on this server: hands it out to phones, so many at a time, until all of them have ended. */
export class RunExecution {
  readonly #run: RunRow
  readonly #ports: RunPorts
  /** There is news of the run. */
  readonly #changed: () => void
  readonly #active = new Map<number, RunPart>()
  /** By what their phones are at. */
  readonly #operations = new Map<number, OperationPart>()
  /** Phones whose beginning is being written down. */
  readonly #beginnings = new Set<Promise<void>>()
  readonly #over = Promise.withResolvers<void>()
  /** Aborted once no phone is to begin any more. */
  readonly #noMore = new AbortController()
  readonly #outcomes: RunOutcomes
  readonly #starter: Person | undefined
  #waiting: OpenPhone[] = []
  #isCancelled: boolean

  /** @param starter whose files and whose phones are meant */
  constructor(run: RunRow, starter: Person | undefined, ports: RunPorts, changed: () => void) {
    this.#run = run
    this.#ports = ports
    this.#changed = changed
    this.#isCancelled = run.state === 'cancelled'
    this.#starter = starter
    this.#outcomes = new RunOutcomes(run, starter, ports)
  }

  /** Takes the run up where it stands, and settles when it has ended. @throws RunReleased once the signal is aborted */
  async execute(signal: AbortSignal): Promise<void> {
    const { store } = this.#ports
    await store.runs.begin(this.#run.id, Date.now())
    this.#changed()
    const open = await store.runPhones.open(this.#run.id)
    this.#waiting = inTurns(open.filter(({ state }) => state === 'waiting'))
    const release = (): void => {
      this.#waiting = []
      this.#noMore.abort()
      this.#over.reject(new RunReleased())
    }
    if (signal.aborted) release()
    signal.addEventListener('abort', release, { once: true })
    const looks = setInterval(() => {
      for (const part of this.#active.values()) part.look()
    }, lookInterval)
    const operations = setInterval(() => void this.#lookAtOperations(), operationPoll)
    try {
      for (const phone of open) if (phone.state === 'running') this.#takeUp(phone)
      if (this.#isCancelled) this.cancel()
      this.#handOut()
      await this.#over.promise
      await store.runs.end(this.#run.id, this.#isCancelled ? 'cancelled' : 'done', Date.now())
      this.#changed()
    } finally {
      clearInterval(looks)
      clearInterval(operations)
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

  #takeUp(phone: OpenPhone): void {
    const { device_id, box_id, work_id, operation_id, output_length } = phone
    if (operation_id !== null) return this.#followOperation(phone, operation_id)
    const workId = work_id ?? ''
    const part = this.#phoneRun(phone, workId, output_length)
    this.#active.set(device_id, part)
    this.#ports.works.follow(box_id, workId, part)
    part.ask()
  }

  #handOut(): void {
    while (this.#active.size + this.#beginnings.size < this.#run.concurrency) {
      const next = this.#waiting.shift()
      if (next === undefined) break
      const beginning = this.#begin(next)
        .catch((error: unknown) => this.#over.reject(error))
        .finally(() => {
          this.#beginnings.delete(beginning)
          this.#changed()
          this.#handOut()
        })
      this.#beginnings.add(beginning)
    }
    if (this.#active.size + this.#beginnings.size + this.#waiting.length === 0) this.#over.resolve()
  }

  async #begin(phone: OpenPhone): Promise<void> {
    const { store, works, transfers } = this.#ports
    const { device_id, box_id, serial } = phone
    const refused = await whyNotOn(store, this.#starter, device_id, this.#run.action)
    if (refused !== undefined) return this.#refuse(phone, refused)
    const { action } = this.#run
    if (action === 'change_ip' || action === 'free') return this.#beginOperation(phone, action)

    const file = this.#starter && (await fileOf(store, this.#starter, this.#run, this.#noMore.signal))
    if (this.#noMore.signal.aborted) return
    if (file !== undefined && 'reason' in file) return this.#refuse(phone, file.reason)
    const workId = randomUUID()
    const command = commandOf(this.#run, { serial, workId, file }, transfers)
    if (command.type === 'send') await store.unwantedObjects.expect(screenshotObject(workId), Date.now())
    if (!(await store.runPhones.begin(this.#run.id, device_id, { work_id: workId }, Date.now()))) return
    const part = this.#phoneRun(phone, workId, 0)
    this.#active.set(device_id, part)
    works.start(box_id, workId, command, part)
    if (this.#isCancelled) part.cancel()
  }

  async #refuse({ device_id }: OpenPhone, reason: string): Promise<void> {
    const { store } = this.#ports
    const at = Date.now()
    if (await store.runPhones.begin(this.#run.id, device_id, {}, at))
      await store.runPhones.end(this.#run.id, device_id, { ...failedWith(reason), ended_at: at })
  }

  /** Begins what is from then on a part of the phone's life. */
  async #beginOperation(phone: OpenPhone, action: 'change_ip' | 'free'): Promise<void> {
    const { store, care } = this.#ports
    const caller = this.#starter
    if (caller === undefined) return
    const begin = action === 'free' ? care.free.bind(care) : care.changeIp.bind(care)
    try {
      const operationId = await store.transaction(async (tx) => {
        const device = await tx.devices.lock(phone.device_id)
        const isMeant = await tx.runPhones.begin(this.#run.id, phone.device_id, {}, Date.now())
        if (device === undefined || !isMeant) return undefined
        const id = await begin(tx, { caller, ip: '' }, device)
        if (id !== null) await tx.runPhones.noteOperation(this.#run.id, phone.device_id, id)
        return id
      })
      if (operationId === null) await this.#end(phone, succeeded)
      else if (operationId !== undefined) this.#followOperation(phone, operationId)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await this.#refuse(phone, error.text.zh) // Its state has just become another.
    }
  }

  #followOperation(phone: OpenPhone, operationId: number): void {
    const part = new OperationPart((end) => {
      this.#operations.delete(operationId)
      return this.#end(phone, end)
    })
    this.#active.set(phone.device_id, part)
    this.#operations.set(operationId, part)
  }

  async #lookAtOperations(): Promise<void> {
    if (this.#operations.size === 0) return
    const { store, log } = this.#ports
    try {
      for (const operation of await store.phoneOperations.ended([...this.#operations.keys()]))
        this.#operations.get(operation.id)?.onEnded(operation)
    } catch (error) {
      log.warn({ err: error, run_id: this.#run.id }, 'what phones are at was not looked at')
    }
  }

  #phoneRun(phone: OpenPhone, workId: string, written: number): PhoneRun {
    const { store, works, log } = this.#ports
    const place = { runId: this.#run.id, deviceId: phone.device_id, workId }
    return new PhoneRun(place, written, {
      store,
      works,
      log,
      changed: this.#changed,
      end: (end, transfer) => this.#end(phone, end, { workId, transfer }),
    })
  }

  async #end(phone: OpenPhone, end: PhoneEnd, sent?: SentPicture): Promise<void> {
    await this.#outcomes.write(phone, end, sent)
    this.#active.delete(phone.device_id)
    this.#changed()
    this.#handOut()
  }
}

/** Phones of all boxes in turns, so that no box has to do everything at once. */
function inTurns(phones: readonly OpenPhone[]): OpenPhone[] {
  const turn = new Map<number, number>()
  return phones
    .map((phone) => {
      const place = (turn.get(phone.box_id) ?? 0) + 1
      turn.set(phone.box_id, place)
      return { phone, place }
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ phone }) => phone)
}
