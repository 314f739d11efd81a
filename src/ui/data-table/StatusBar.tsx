import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../DataTable.module.css'

interface StatusBarProps {
  /** How many rows there are, in words. */
  summary: string
  /** How many rows are at hand; undefined where those are all. */
  loaded: number | undefined
  /** Whether changes arrive by themselves. */
  live: ReactNode
  /** Whether rows can be taken to other places. */
  hasOrder: boolean
}

/** What the table holds, whether it is current, and the keys that work in it. */
export function StatusBar({ summary, loaded, live, hasOrder }: StatusBarProps) {
  const { t } = useTranslation()
  const keys = [
    { key: '↑↓', does: t('table.keys.move') },
    ...(hasOrder ? [{ key: 'Alt ↑↓', does: t('table.keys.carry') }] : []),
    { key: '␣', does: t('table.keys.select') },
    { key: '⏎', does: t('table.keys.open') },
    { key: '/', does: t('table.keys.filter') },
    { key: '?', does: t('palette.keys') },
  ]
  return (
    <div className={styles.statusBar}>
      <span className={styles.facts} role="status">
        <span>{summary}</span>
        {loaded !== undefined && <span>{t('table.loaded', { n: loaded })}</span>}
        {live}
      </span>
      <span className={styles.keys} aria-hidden>
        {keys.map(({ key, does }) => (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ))}
      </span>
    </div>
  )
}
