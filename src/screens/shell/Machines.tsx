import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './Machines.module.css'
import { PageTravel } from './PageTravel.tsx'

/** Operators look at recordings alone. */
const PageMachines = import.meta.env.DEV
  ? lazy(() => import('./PageMachines.tsx').then((file) => ({ default: file.PageMachines })))
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
        <p>{PageMachines && t('recordings.dock')}</p>
        <Link to="/">{t('recordings.toConsole')}</Link>
      </header>
      <main className={styles.main}>
        <PageTravel>
          {PageMachines === undefined ? (
            <p className={styles.empty}>{t('recordings.empty')}</p>
          ) : (
            <Suspense>
              <PageMachines />
            </Suspense>
          )}
        </PageTravel>
      </main>
    </div>
  )
}
