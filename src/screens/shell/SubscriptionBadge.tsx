import { useSelector } from '@xstate/react'
import { millisecondsToHours } from 'date-fns'
import { useTranslation } from 'react-i18next'
import { needsService } from '../../../domain/service.ts'
import { useConsole, useCurrentUser } from '../session/session-context.tsx'
import styles from './Pill.module.css'

/**
 * How long the subscription still runs, in days and hours; 已过期 once it has ended, or where there is none (SPEC §4). Whoever
 * needs no service, as those who run the platform, has nothing that could run out.
 */
export function SubscriptionBadge({ onlyExpired = false }: { onlyExpired?: boolean }) {
  const { t } = useTranslation()
  const user = useCurrentUser()
  const subscription = useSelector(useConsole(), (console) => console.children.subscription)
  const expired = useSelector(subscription, (now) => now?.matches('expired') === true)
  // Selects hours, so that it renders once an hour though the machine ticks every second.
  const hours = useSelector(subscription, (now) => millisecondsToHours(now?.context.left ?? 0))

  if (!needsService(user)) return null
  if (expired) return <span className={`${styles.pill} ${styles.expired}`}>{t('shell.subscription.expired')}</span>
  if (onlyExpired) return null
  const left = t('shell.subscription.left', { days: Math.floor(hours / 24), hours: hours % 24 })
  const [before, days, between, hoursOfDay, after] = left.split(/<\/?b>/)
  return (
    <span className={styles.pill} title={t('shell.subscription.hint')}>
      <span>
        {before}
        <b>{days}</b>
        {between}
        <b>{hoursOfDay}</b>
        {after}
      </span>
    </span>
  )
}
