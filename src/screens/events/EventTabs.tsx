import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import styles from './Timeline.module.css'

/** The two ways to look at what happened: event by event, of all or of one, or which phones were offline. */
export function EventTabs({ subject }: { subject?: string | undefined }) {
  const { t } = useTranslation()
  return (
    <header className={styles.head}>
      <h1>{subject === undefined ? t('events.title') : t('events.of', { name: subject })}</h1>
      <nav className={styles.tabs} aria-label={t('events.title')}>
        <NavLink to="/timeline">{t('events.every')}</NavLink>
        <NavLink to="/offline">{t('events.offlineThisWeek')}</NavLink>
      </nav>
    </header>
  )
}
