import type { TFunction } from 'i18next'

const day = 24 * 60 * 60

/** How long a service still runs that is about to end, in whole days. Unix times in seconds. */
export const endsText = (t: TFunction, ends_at: number, now: number): string =>
  ends_at - now < day ? t('dashboard.endsToday') : t('dashboard.endsIn', { count: Math.floor((ends_at - now) / day) })
