import type { Reason } from '../../domain/reason.ts'
import { whyAppFailed } from './app-failures.ts'
import { reason } from '../../texts/reason.ts'
import type { JobRow } from '../store/job-queries.ts'
import type { Store } from '../store/store.ts'
import type { Person } from '../store/users.ts'
import { failedWith, phoneLost, type OpenItem, type ItemEnd } from './item-runner.ts'
import type { Screenshots } from './screenshots.ts'

/** Of what a phone said, what is told as the reason why it failed, in characters. */
const keptReason = 300

interface Ports {
  store: Store
  screenshots: Screenshots
}

/** Writes down how the items of a job have ended. */
export class JobOutcomes {
  readonly #job: JobRow
  readonly #starter: Person | undefined
  readonly #ports: Ports

  /** @param starter whom pictures are kept for */
  constructor(job: JobRow, starter: Person | undefined, ports: Ports) {
    this.#job = job
    this.#starter = starter
    this.#ports = ports
  }

  /** An item can't begin, and has ended with that; nothing where it was called off meanwhile. */
  async refuse({ id }: OpenItem, why: Reason): Promise<undefined> {
    await this.#ports.store.jobItems.refuse(id, { ...failedWith(why), ended_at: Date.now() })
  }

  /** An item under way has ended. */
  async write(item: OpenItem, end: ItemEnd, commandId?: string): Promise<void> {
    const ended_at = Date.now()
    if (this.#job.action === 'screenshot' && end.state === 'succeeded' && commandId !== undefined)
      return this.#keepScreenshot(item, { ...end, ended_at }, commandId)
    const why = end.reason ?? (await this.#said(item, end))
    await this.#ports.store.jobItems.end(item.id, { ...end, reason: why, ended_at })
  }

  /** What the phone said, where an action failed; a script's output speaks for itself. */
  async #said({ id }: OpenItem, { state }: ItemEnd): Promise<Reason | null> {
    if (state !== 'failed' || this.#job.action === 'script') return null
    return whyAppFailed(await this.#ports.store.jobItems.lastOutput(id, keptReason))
  }

  /** The picture's file and the phone's end are there together, or not at all. */
  #keepScreenshot(
    { id, device_name }: OpenItem,
    end: ItemEnd & { ended_at: number },
    commandId: string,
  ): Promise<void> {
    const { store, screenshots } = this.#ports
    const owner = this.#starter
    return store.transaction(async (tx) => {
      if (!(await tx.jobItems.isStillTheirs(id))) return tx.jobItems.end(id, { ...phoneLost, ended_at: end.ended_at })
      const kept =
        owner === undefined
          ? { reason: reason('devices.reason.noPicture') }
          : await screenshots.keep(tx, owner, { phone: device_name ?? '', commandId }, end.ended_at)
      const whole = 'reason' in kept ? { ...end, ...failedWith(kept.reason) } : { ...end, ...kept }
      await tx.jobItems.end(id, whole)
    })
  }
}
