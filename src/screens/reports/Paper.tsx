import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSiteTitle } from '../shell/use-site-title.ts'
import styles from './Paper.module.css'

interface PaperProps {
  title: string
  whose: string
  /** What the sheet says of itself, each a `PaperFact`. */
  facts: ReactNode
  children: ReactNode
}

/** A report on paper: what stands above all of them, and what is in it. The rest of the console is not printed. */
export function Paper({ title, whose, facts, children }: PaperProps) {
  const site = useSiteTitle()
  return (
    <article className={styles.paper}>
      <header className={styles.head}>
        <p className={styles.site}>{site}</p>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.whose}>{whose}</p>
        <dl className={styles.facts}>{facts}</dl>
      </header>
      {children}
    </article>
  )
}

/** What a sheet says of itself, in its head. */
export function PaperFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A key figure. */
interface PaperFigure {
  key: string
  name: string
  value: string
}

export function PaperFigures({ figures, areFew = false }: { figures: readonly PaperFigure[]; areFew?: boolean }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3 className={styles.heading}>{t('printing.figures')}</h3>
      <dl className={styles.figures} data-few={areFew || undefined}>
        {figures.map(({ key, name, value }) => (
          <div key={key} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface PaperTableProps {
  columns: readonly { key: string; name: string }[]
  /** What each sheet says of the whole: they may come apart. */
  running: string
  /** Rows on paper, and how many there are. */
  shown: number
  total: number
  /** What stands where there are none. */
  nothing: string
  /** It has words beside figures. */
  hasWords?: boolean
  /** The rows. */
  children: ReactNode
}

export function PaperTable({ columns, running, shown, total, nothing, hasWords = false, children }: PaperTableProps) {
  const { t } = useTranslation()
  return (
    <section>
      {shown === 0 && <p className={styles.nothing}>{nothing}</p>}
      {shown > 0 && (
        <table className={styles.table} data-words={hasWords || undefined}>
          <thead>
            <tr>
              <td colSpan={columns.length} className={styles.running}>
                <h3 className={styles.heading}>{t('printing.table')}</h3>
                <span>{running}</span>
              </td>
            </tr>
            <tr>
              {columns.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
      {total > shown && <p className={styles.cut}>{t('printing.cut', { shown, total })}</p>}
    </section>
  )
}
