import { isWithEnvironments } from '../../../domain/jobs.ts'
import type { Job, JobItemState, JobState } from '../../api/jobs.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import type { TFunction } from 'i18next'

const jobTones: Record<JobState, Tone> = {
  waiting: 'idle',
  running: 'busy',
  done: 'ok',
  cancelled: 'off',
  skipped: 'warn',
}

const itemTones: Record<JobItemState, Tone> = {
  waiting: 'idle',
  running: 'busy',
  succeeded: 'ok',
  failed: 'danger',
  timed_out: 'warn',
  cancelled: 'off',
}

/** What is done: a script by its name, an action with what it is about. */
export const actionText = (t: TFunction, { action, name }: Pick<Job, 'action' | 'name'>): string =>
  action === 'script' ? name : [t(`jobs.act.${action}`), name].filter((part) => part !== '').join(' · ')

/** How far a job is, in phones or environments. */
export function progressText(
  t: TFunction,
  { action, succeeded, failed, cancelled, total }: Pick<Job, 'action' | 'succeeded' | 'failed' | 'cancelled' | 'total'>,
): string {
  const done = succeeded + failed + cancelled
  return t(isWithEnvironments(action) ? 'jobs.history.progressOfEnvironments' : 'jobs.history.progress', {
    done,
    count: total,
  })
}

/** Where a job stands. One that is done may have failed on some phones. */
export function shownJob(
  t: TFunction,
  { state, failed, total }: Pick<Job, 'state' | 'failed' | 'total'>,
): { tone: Tone; text: string } {
  if (state === 'done' && failed > 0)
    return { tone: 'danger', text: t(failed === total ? 'jobs.phone.failed' : 'jobs.job.partly') }
  return { tone: jobTones[state], text: t(`jobs.job.${state}`) }
}

export const shownJobState = (t: TFunction, state: JobState): { tone: Tone; text: string } => ({
  tone: jobTones[state],
  text: t(`jobs.job.${state}`),
})

export const shownItem = (t: TFunction, state: JobItemState): { tone: Tone; text: string } => ({
  tone: itemTones[state],
  text: t(`jobs.phone.${state}`),
})
