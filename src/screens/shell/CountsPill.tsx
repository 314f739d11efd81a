import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { seesEverything } from '../../../domain/roles.ts'
import { useConsole, useCurrentUser } from '../session/session-context.tsx'
import styles from './Pill.module.css'

/**
 * How many phones there are and are in use, and for those who have a quota how many they may use at once and do; a click
 * refreshes (SPEC §2, navbar).
 */
export function CountsPill() {
  const { t, i18n } = useTranslation()
  const hasQuota = !seesEverything(useCurrentUser().role)
  const deviceCounts = useSelector(useConsole(), (console) => console.children.deviceCounts)
  const counts = useSelector(deviceCounts, (now) => now?.context.counts)
  const shown = (count: number | undefined) => count?.toLocaleString(i18n.language) ?? '–'
  return (
    <button
      type="button"
      className={styles.pill}
      title={t(hasQuota ? 'shell.counts.refreshOwn' : 'shell.counts.refresh')}
      onClick={() => deviceCounts?.send({ type: 'refresh' })}
    >
      <b>{shown(counts?.thread_number)}</b>
      <span className={styles.word}>{t(hasQuota ? 'shell.counts.quota' : 'shell.counts.total')}</span>
      <span className={styles.dot} />
      <b className={styles.using}>{shown(counts?.using_number)}</b>
      <span className={styles.word}>{t('shell.counts.using')}</span>
    </button>
  )
}
