import type { FastifyBaseLogger } from 'fastify'
import type { TransferredBytes } from '../../domain/phone-work.ts'
import { failureOf, runReasons } from '../../domain/reasons.ts'
import type { RunRow } from '../store/runs.ts'
import type { Store } from '../store/store.ts'
import type { Person } from '../store/users.ts'
import { failedWith, type PhoneEnd } from './run-part.ts'
import type { Screenshots } from './screenshots.ts'

/** Of what a phone said, what is told as the reason why it failed, in characters. */
const keptReason = 300

/** What a phone's work sent; null where nothing came whole. */
export interface SentPicture {
  workId: string
  transfer: TransferredBytes | null
}

interface Ports {
  store: Store
  screenshots: Screenshots
  log: FastifyBaseLogger
}

/** Writes down how the phones of a run have ended. */
export class RunOutcomes {
  readonly #run: RunRow
  readonly #starter: Person | undefined
  readonly #ports: Ports

  /** @param starter whom pictures are kept for */
  constructor(run: RunRow, starter: Person | undefined, ports: Ports) {
    this.#run = run
    this.#starter = starter
    this.#ports = ports
  }

  /** Never rejects: what can't be written down is taken up again with the run. */
  async write(phone: { device_id: number; device_name: string }, end: PhoneEnd, sent?: SentPicture): Promise<void> {
    const { store, log } = this.#ports
    const { device_id } = phone
    const ended_at = Date.now()
    try {
      if (this.#run.action === 'screenshot' && end.state === 'succeeded' && sent)
        return await this.#keepPicture(phone, { ...end, ended_at }, sent)
      const reason = end.reason || (await this.#said(device_id, end))
      await store.runPhones.end(this.#run.id, device_id, { ...end, reason, ended_at })
    } catch (error) {
      log.error({ err: error, run_id: this.#run.id, device_id }, 'a run was not written down')
    }
  }

  /** What the phone said, where an action failed; a script's output speaks for itself. */
  async #said(deviceId: number, { state }: PhoneEnd): Promise<string> {
    if (state !== 'failed' || this.#run.action === 'script') return ''
    return failureOf(await this.#ports.store.runPhones.lastOutput(this.#run.id, deviceId, keptReason))
  }

  /** The picture's file and the phone's end are there together, or not at all. */
  #keepPicture(
    phone: { device_id: number; device_name: string },
    end: PhoneEnd & { ended_at: number },
    { workId, transfer }: SentPicture,
  ): Promise<void> {
    const { store, screenshots } = this.#ports
    const owner = this.#starter
    return store.transaction(async (tx) => {
      const kept =
        owner === undefined || transfer === null || transfer.size === 0
          ? { reason: runReasons.noPicture.zh }
          : await screenshots.keep(tx, owner, { phone: phone.device_name, workId, bytes: transfer }, end.ended_at)
      const whole = 'reason' in kept ? { ...end, ...failedWith(kept.reason) } : { ...end, ...kept }
      await tx.runPhones.end(this.#run.id, phone.device_id, whole)
    })
  }
}
