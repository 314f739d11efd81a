import type { Reason } from '../../domain/reason.ts'
import { whyAppFailed } from './app-failures.ts'
import { reason } from '../../texts/reason.ts'
import type { RunRow } from '../store/job-queries.ts'
import type { Store } from '../store/store.ts'
import type { Person } from '../store/users.ts'
import { failedWith, type OpenPart, type PartEnd, type SentPicture } from './item-runner.ts'
import type { Screenshots } from './screenshots.ts'

/** Of what a phone said, what is told as the reason why it failed, in characters. */
const keptReason = 300

interface Ports {
  store: Store
  screenshots: Screenshots
}

/** Writes down how the parts of a run have ended. */
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

  /** A part can't begin, and has ended with that; nothing where it was called off meanwhile. */
  async refuse({ id }: OpenPart, why: Reason): Promise<undefined> {
    await this.#ports.store.runParts.refuse(id, { ...failedWith(why), ended_at: Date.now() })
  }

  /** A part under way has ended. */
  async write(part: OpenPart, end: PartEnd, sent?: SentPicture): Promise<void> {
    const ended_at = Date.now()
    if (this.#run.action === 'screenshot' && end.state === 'succeeded' && sent)
      return this.#keepPicture(part, { ...end, ended_at }, sent)
    const why = end.reason ?? (await this.#said(part, end))
    await this.#ports.store.runParts.end(part.id, { ...end, reason: why, ended_at })
  }

  /** What the phone said, where an action failed; a script's output speaks for itself. */
  async #said({ id }: OpenPart, { state }: PartEnd): Promise<Reason | null> {
    if (state !== 'failed' || this.#run.action === 'script') return null
    return whyAppFailed(await this.#ports.store.runParts.lastOutput(id, keptReason))
  }

  /** The picture's file and the phone's end are there together, or not at all. */
  #keepPicture(
    { id, device_name }: OpenPart,
    end: PartEnd & { ended_at: number },
    { workId, transfer }: SentPicture,
  ): Promise<void> {
    const { store, screenshots } = this.#ports
    const owner = this.#starter
    return store.transaction(async (tx) => {
      const kept =
        owner === undefined || transfer === null || transfer.size === 0
          ? { reason: reason('devices.reason.noPicture') }
          : await screenshots.keep(tx, owner, { phone: device_name ?? '', workId, bytes: transfer }, end.ended_at)
      const whole = 'reason' in kept ? { ...end, ...failedWith(kept.reason) } : { ...end, ...kept }
      await tx.runParts.end(id, whole)
    })
  }
}
