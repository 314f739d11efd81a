import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './NotFound.module.css'

/** Where paths lead that there are not, or that the user's role may not open (SPEC §2, /404). */
export function NotFound() {
  const { t } = useTranslation()
  return (
    <div className={styles.page}>
      <p className={styles.number} aria-hidden="true">
        404
      </p>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.hint')}</p>
      <Link to="/">{t('notFound.home')}</Link>
    </div>
  )
}
