import { millisecondsToHours } from 'date-fns'
import type { TFunction } from 'i18next'
import { expiringDays } from '../../../domain/service.ts'
import type { User } from '../../api/people.ts'
import { dayText } from '../../ui/moment.ts'
import type { Tone } from '../../ui/StatusTag.tsx'

/** A service with less than this left is about to end, in hours. */
const soon = expiringDays * 24

/** How a user's service stands, by colour and by word. */
export function serviceOf(t: TFunction, { expires_at }: User, now: number): { tone: Tone; text: string } {
  if (expires_at === null) return { tone: 'off', text: t('people.service.none') }
  const day = dayText(expires_at)
  const hours = millisecondsToHours(expires_at - now)
  if (expires_at <= now) return { tone: 'danger', text: t('people.service.expiredOn', { day }) }
  if (hours >= soon) return { tone: 'ok', text: day }
  return { tone: 'warn', text: t('people.service.expiringOn', { day, n: Math.floor(hours / 24) }) }
}

/** The longest that is said of a service. */
export const servicesSaid = (t: TFunction): readonly string[] =>
  (['expiredOn', 'expiringOn'] as const).map((said) =>
    t(`people.service.${said}`, { day: dayText(0), n: expiringDays }),
  )
