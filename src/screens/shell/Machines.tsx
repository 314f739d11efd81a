import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './Machines.module.css'
import { TimeTravel } from './TimeTravel.tsx'

/** Operators look at recordings alone. */
const LiveMachines = import.meta.env.DEV
  ? lazy(() => import('./LiveMachines.tsx').then((file) => ({ default: file.LiveMachines })))
  : undefined

/**
 * Where one looks back at what machines did, on this page or in a file. During development it shows also those that live as long as the
 * page; those of a screen are to be seen beside it, in the dock.
 */
export function Machines() {
  const { t } = useTranslation()
  return (
    <div className={styles.page}>
      <title>{t('recordings.title')}</title>
      <header className={styles.header}>
        <h1>{t('recordings.title')}</h1>
        <p>{LiveMachines && t('recordings.dock')}</p>
        <Link to="/">{t('recordings.toConsole')}</Link>
      </header>
      <main className={styles.main}>
        <TimeTravel>
          {LiveMachines === undefined ? (
            <p className={styles.empty}>{t('recordings.empty')}</p>
          ) : (
            <Suspense>
              <LiveMachines />
            </Suspense>
          )}
        </TimeTravel>
      </main>
    </div>
  )
}
