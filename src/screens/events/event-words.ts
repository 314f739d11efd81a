import type { TFunction } from 'i18next'
import { markets } from '../../../domain/markets.ts'
import { reasonText } from '../../../texts/reason.ts'
import type { Event, EventKind } from '../../api/events.ts'
import type { JobItemState, Job } from '../../api/jobs.ts'
import { actionText as jobText, shownItem } from '../jobs/job-words.ts'
import { actionText, kindText } from '../log/log-words.ts'

/** The kinds, as the chips stand. */
export const eventKinds = ['offline', 'fault', 'box', 'shop', 'job', 'action'] as const satisfies readonly EventKind[]

/** The code of what is the matter where it is the box and not the phone. */
export const wholeBox = 'devices.reason.agentLost'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long something took, in its two largest units. */
export function durationText(t: TFunction, ms: number): string {
  const whole = (unit: number, of = Infinity): number => Math.floor((ms % of) / unit)
  if (ms < minute) return t('events.duration.seconds', { seconds: whole(second) })
  if (ms < hour) return t('events.duration.minutes', { minutes: whole(minute) })
  if (ms < day) return t('events.duration.hours', { hours: whole(hour), minutes: whole(minute, hour) })
  return t('events.duration.days', { days: whole(day), hours: whole(hour, day) })
}

/** Why, and at whose wish. */
export function causeText(t: TFunction, reason: Event['reason'], user = ''): string {
  const cause = reason === null ? t('events.unknownCause') : reasonText(t, reason)
  return user === '' ? cause : t('events.byWhom', { cause, user })
}

/** What was done, to what: the kind of thing stands before its name unless the action has said it. */
function actionWords(t: TFunction, { action, target_kind, target_name }: Event): string {
  const done = actionText(t, action ?? '')
  const kind = target_kind === null || target_name === '' ? '' : kindText(t, target_kind)
  const isSaid = done.toLowerCase().includes(kind.toLowerCase())
  return t('events.what.action', { action: done, target: isSaid ? target_name : `${kind} ${target_name}` }).trim()
}

/** What happened, in words. */
export function eventText(t: TFunction, event: Event): string {
  const phone = event.device?.name ?? ''
  switch (event.kind) {
    case 'offline':
      return t('events.what.offline', { phone })
    case 'fault':
      return t('events.what.fault', { phone })
    case 'box':
      return t('events.what.box', { box: event.box?.name ?? '' })
    case 'shop':
      return t('events.what.shop', { shop: event.environment?.name ?? '', phone })
    case 'job': {
      const job = jobText(t, { action: event.action as Job['action'], name: event.target_name }) // A job has one.
      return t('events.what.job', { job, result: shownItem(t, event.result as JobItemState).text }) // Its item's state.
    }
    default:
      return actionWords(t, event)
  }
}

/** Why it happened, where that can be said. */
export function whyText(t: TFunction, { kind, reason, user }: Event): string {
  if (kind === 'offline' || kind === 'fault') return causeText(t, reason, user?.user_name)
  return reason === null ? '' : reasonText(t, reason)
}

export const marketOf = ({ market }: Event) => markets.find((one) => one === market)
