import type { i18n, TFunction } from 'i18next'
import { isWithEnvironments } from '../../../domain/runs.ts'
import type { Job, JobPartState, JobState } from '../../api/jobs.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import { reasonText } from '../devices/reason-text.ts'

const jobTones: Record<JobState, Tone> = {
  waiting: 'idle',
  running: 'busy',
  done: 'ok',
  cancelled: 'off',
  skipped: 'warn',
}

const partTones: Record<JobPartState, Tone> = {
  waiting: 'idle',
  running: 'busy',
  succeeded: 'ok',
  failed: 'danger',
  timed_out: 'warn',
  cancelled: 'off',
}

/** What is done: a script by its name, an action with what it is about. */
export const actionText = (t: TFunction, { action, name }: Pick<Job, 'action' | 'name'>): string =>
  action === 'script' ? name : [t(`services.act.${action}`), name].filter((part) => part !== '').join(' · ')

/** How far a job is, in phones or environments. */
export function progressText(
  t: TFunction,
  { action, succeeded, failed, cancelled, total }: Pick<Job, 'action' | 'succeeded' | 'failed' | 'cancelled' | 'total'>,
): string {
  const done = succeeded + failed + cancelled
  return t(isWithEnvironments(action) ? 'services.history.progressOfEnvironments' : 'services.history.progress', {
    done,
    total,
  })
}

/** Where a job stands. One that is done may have failed on some phones. */
export function shownJob(
  t: TFunction,
  { state, failed, total }: Pick<Job, 'state' | 'failed' | 'total'>,
): { tone: Tone; text: string } {
  if (state === 'done' && failed > 0)
    return { tone: 'danger', text: t(failed === total ? 'services.phone.failed' : 'services.job.partly') }
  return { tone: jobTones[state], text: t(`services.job.${state}`) }
}

export const shownJobState = (t: TFunction, state: JobState): { tone: Tone; text: string } => ({
  tone: jobTones[state],
  text: t(`services.job.${state}`),
})

const isPartState = (text: string): text is JobPartState => Object.hasOwn(partTones, text)

/** Why something could not be done on a phone: as somebody said it, or how its part in the job ended. */
export const failureText = (i18n: i18n, failure: string): string =>
  isPartState(failure) ? i18n.t(`services.phone.${failure}`) : reasonText(i18n, failure)

export const shownPart = (t: TFunction, state: JobPartState): { tone: Tone; text: string } => ({
  tone: partTones[state],
  text: t(`services.phone.${state}`),
})
