import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import styles from './Timeline.module.css'

/** The two ways to look at what happened: event by event, or which phones were offline. */
export function EventTabs() {
  const { t } = useTranslation()
  return (
    <header className={styles.head}>
      <h1>{t('events.title')}</h1>
      <nav className={styles.tabs} aria-label={t('events.title')}>
        <NavLink to="/timeline">{t('events.every')}</NavLink>
        <NavLink to="/offline">{t('events.offlineThisWeek')}</NavLink>
      </nav>
    </header>
  )
}
