import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import styles from './PageFailure.module.css'

/** Shown where a screen broke, or its code could not be fetched: after an upgrade of the server a reload cures it. */
export function PageFailure({ messageOf }: { messageOf: (failure: unknown) => string }) {
  const { t } = useTranslation()
  const failure = useRouteError()
  return (
    <main className={styles.failure}>
      <h1>{t('shell.failure.title')}</h1>
      <p>{t('shell.failure.hint')}</p>
      <code>{messageOf(failure)}</code>
      <button type="button" onClick={() => location.reload()}>
        {t('shell.failure.reload')}
      </button>
    </main>
  )
}
