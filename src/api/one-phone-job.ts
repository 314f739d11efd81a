import type { operations } from '../../generated/contract-types.ts'
import { codes } from '../../domain/codes.ts'
import { reasonText } from '../../texts/reason.ts'
import { i18n } from '../i18n/i18n.ts'
import { actOnPhones } from './devices.ts'
import { fetchJob, type JobDetail, type JobItem } from './jobs.ts'
import { mayPass } from './passing-failure.ts'

type RunBody = operations['deviceRun']['requestBody']['content']['application/json']

/** How soon it is asked at first how far the job of one phone is, and how seldom at last. Milliseconds. */
const firstPoll = 400
const lastPoll = 5_000

/** So many answers in a row may be missing: that is half a minute. */
const maxMissing = 6

/**
 * A job once it has ended. While it goes on it is looked at, ever less often.
 *
 * @throws Error that says that its outcome is not known, where the server is away for longer
 */
export async function endOf(look: () => Promise<JobDetail>, signal: AbortSignal): Promise<JobDetail> {
  let missing = 0
  for (let wait = firstPoll; ; wait = Math.min(wait * 1.25, lastPoll)) {
    try {
      const detail = await look()
      if (detail.job.ended_at !== null) return detail
      missing = 0
    } catch (failure) {
      if (!mayPass(failure, codes.serverError)) throw failure // What passes says nothing of the job.
      missing += 1
      if (missing > maxMissing) throw new Error(i18n.t('remote.outcomeUnknown'), { cause: failure })
    }
    const pause = missing === 0 ? wait : firstPoll * 2 ** missing
    await new Promise((resolve) => setTimeout(resolve, pause))
    signal.throwIfAborted()
  }
}

/** Why an item of a job came to nothing: as somebody said it, or how it ended. */
const failureText = (item: JobItem | undefined): string =>
  reasonText(i18n.t, item?.reason ?? null) || (item ? i18n.t(`jobs.phone.${item.state}`) : '')

/**
 * Does something on one phone, and waits until it is done.
 *
 * @throws Error that says why it could not be done, how it ended where nobody knows why, or that this is not known
 */
export async function actOnOne(
  id: number,
  what: Omit<RunBody, 'ids' | 'matching'>,
  signal: AbortSignal,
): Promise<void> {
  const { job_id } = await actOnPhones({ ids: [id], ...what }, signal)
  const { items } = await endOf(() => fetchJob(job_id, signal), signal)
  const [item] = items.items
  if (item?.state !== 'succeeded') throw new Error(failureText(item))
}
