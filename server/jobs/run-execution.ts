import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { PhoneWorks } from '../realtime/phone-works.ts'
import type { RunRow } from '../store/runs.ts'
import type { Store } from '../store/store.ts'
import { PhoneRun, runReasons } from './phone-run.ts'

/** How often phones that have said nothing are asked how things stand. Milliseconds. */
const lookInterval = 15_000

interface Ports {
  store: Store
  works: PhoneWorks
  log: FastifyBaseLogger
  /** There is news of the run. */
  changed: () => void
}

type OpenPhone = Awaited<ReturnType<Store['runPhones']['open']>>[number]

/** The job was taken away: another server, or this one after its next start, goes on where this one left off. */
export class RunReleased extends Error {
  override readonly name = 'RunReleased'
}

/** A run under way on this server: hands it out to phones, so many at a time, until all of them have ended. */
export class RunExecution {
  readonly #run: RunRow
  readonly #ports: Ports
  readonly #active = new Map<number, PhoneRun>()
  /** Phones whose beginning is being written down. */
  readonly #beginnings = new Set<Promise<void>>()
  readonly #over = Promise.withResolvers<void>()
  #waiting: OpenPhone[] = []
  #isCancelled: boolean

  constructor(run: RunRow, ports: Ports) {
    this.#run = run
    this.#ports = ports
    this.#isCancelled = run.state === 'cancelled'
  }

  /** Takes the run up where it stands, and settles when it has ended. @throws RunReleased once the signal is aborted */
  async execute(signal: AbortSignal): Promise<void> {
    const { store } = this.#ports
    await store.runs.begin(this.#run.id, Date.now())
    this.#ports.changed()
    const open = await store.runPhones.open(this.#run.id)
    this.#waiting = inTurns(open.filter(({ state }) => state === 'waiting'))
    const release = (): void => {
      this.#waiting = []
      this.#over.reject(new RunReleased())
    }
    if (signal.aborted) release()
    signal.addEventListener('abort', release, { once: true })
    const looks = setInterval(() => {
      for (const phone of this.#active.values()) phone.look()
    }, lookInterval)
    try {
      for (const phone of open) if (phone.state === 'running') this.#takeUp(phone)
      if (this.#isCancelled) this.cancel()
      this.#handOut()
      await this.#over.promise
      await store.runs.end(this.#run.id, this.#isCancelled ? 'cancelled' : 'done', Date.now())
      this.#ports.changed()
    } finally {
      clearInterval(looks)
      signal.removeEventListener('abort', release)
      await Promise.all(this.#beginnings)
      await Promise.all([...this.#active.values()].map((phone) => phone.release()))
    }
  }

  /** Calls off what has not begun, and ends the rest before its time. */
  cancel(): void {
    this.#isCancelled = true
    this.#waiting = []
    for (const phone of this.#active.values()) phone.cancel()
    this.#handOut()
  }

  #takeUp({ device_id, box_id, work_id, output_length }: OpenPhone): void {
    const workId = work_id ?? ''
    const phone = this.#phoneRun(device_id, workId, output_length)
    this.#active.set(device_id, phone)
    this.#ports.works.follow(box_id, workId, phone)
    phone.ask()
  }

  #handOut(): void {
    while (this.#active.size < this.#run.concurrency) {
      const next = this.#waiting.shift()
      if (next === undefined) break
      this.#begin(next)
    }
    if (this.#active.size === 0 && this.#waiting.length === 0) this.#over.resolve()
  }

  #begin({ device_id, box_id, serial }: OpenPhone): void {
    const workId = randomUUID()
    const phone = this.#phoneRun(device_id, workId, 0)
    this.#active.set(device_id, phone)
    const { id: runId, action, script, timeout_seconds } = this.#run
    const begin = async (): Promise<void> => {
      const begun = await this.#ports.store.runPhones.begin(runId, device_id, workId, Date.now())
      this.#ports.changed()
      if (begun === undefined) return this.#ended(device_id)
      if (begun.device_status === 'offline') return phone.fail(runReasons.offline)
      const command =
        action === 'script'
          ? { type: 'shell' as const, serial, script, timeout: timeout_seconds * 1_000 }
          : { type: 'reboot' as const, serial }
      this.#ports.works.start(box_id, workId, command, phone)
      if (this.#isCancelled) phone.cancel()
    }
    const beginning = begin()
      .catch((error: unknown) => this.#over.reject(error))
      .finally(() => this.#beginnings.delete(beginning))
    this.#beginnings.add(beginning)
  }

  #phoneRun(deviceId: number, workId: string, written: number): PhoneRun {
    const { store, works, log, changed } = this.#ports
    const place = { runId: this.#run.id, deviceId, workId }
    return new PhoneRun(place, written, { store, works, log, changed, ended: () => this.#ended(deviceId) })
  }

  #ended(deviceId: number): void {
    this.#active.delete(deviceId)
    this.#ports.changed()
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
