import type { i18n, TFunction } from 'i18next'
import type { Job, JobPhoneState, JobState } from '../../machines/jobs.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import { reasonText } from '../reason-text.ts'

const jobTones: Record<JobState, Tone> = {
  waiting: 'idle',
  running: 'busy',
  done: 'ok',
  cancelled: 'off',
  skipped: 'warn',
}

const phoneTones: Record<JobPhoneState, Tone> = {
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

const isPhoneState = (text: string): text is JobPhoneState => Object.hasOwn(phoneTones, text)

/** Why something could not be done on a phone: as somebody said it, or how its part in the job ended. */
export const failureText = (i18n: i18n, failure: string): string =>
  isPhoneState(failure) ? i18n.t(`services.phone.${failure}`) : reasonText(i18n, failure)

export const shownPhone = (t: TFunction, state: JobPhoneState): { tone: Tone; text: string } => ({
  tone: phoneTones[state],
  text: t(`services.phone.${state}`),
})
