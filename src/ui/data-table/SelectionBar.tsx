import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../DataTable.module.css'
import type { RowSource } from './row-source.ts'
import { countOf, extentOf, withAll, type Selection } from './selection.ts'

interface SelectionBarProps<Row> {
  rows: RowSource<Row>
  selected: Selection
  onSelect: (selected: Selection) => void
  /** How many are selected, in words. */
  summary: string
  /** Whether everything that matches can be selected, rows that are not loaded too. */
  offersMatching: boolean
  /** What may be done with them. */
  children: ReactNode
}

/** Stands above the rows while some are selected. */
export function SelectionBar<Row>({
  rows,
  selected,
  onSelect,
  summary,
  offersMatching,
  children,
}: SelectionBarProps<Row>) {
  const { t } = useTranslation()
  const everything = withAll(selected, rows)
  const hidden = countOf(everything, rows.size) - rows.size
  const extent = extentOf(selected, rows)
  return (
    <div className={styles.selectionBar} role="toolbar" aria-label={summary}>
      <strong>{summary}</strong>
      {hidden > 0 && <span className={styles.muted}>{t('table.selection.hidden', { n: hidden })}</span>}
      {extent !== 'all' && (
        <Button variant="minimal" size="small" intent="primary" onClick={() => onSelect(everything)}>
          {t('table.selection.loaded', { n: rows.size })}
        </Button>
      )}
      {extent === 'all' && offersMatching && selected !== 'matching' && rows.size < rows.total && (
        <Button variant="minimal" size="small" intent="primary" onClick={() => onSelect('matching')}>
          {t(rows.totalIsEstimate ? 'table.selection.matchingAbout' : 'table.selection.matching', { n: rows.total })}
        </Button>
      )}
      <span className={styles.gap} />
      <div className={styles.acts} data-acts>
        {children}
      </div>
      <Button variant="minimal" size="small" onClick={() => onSelect(new Set())}>
        {t('table.selection.cancel')} <kbd className={styles.key}>esc</kbd>
      </Button>
    </div>
  )
}
