import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../DataTable.module.css'
import type { RowSource } from './row-source.ts'
import { extentOf, withAll, type Selection } from './selection.ts'

interface SelectionBarProps<Row> {
  rows: RowSource<Row>
  selected: Selection
  onSelect: (selected: Selection) => void
  /** How many are selected, in words. */
  summary: string
  /** What may be done with them. */
  children: ReactNode
}

/** Stands above the rows while some are selected. */
export function SelectionBar<Row>({ rows, selected, onSelect, summary, children }: SelectionBarProps<Row>) {
  const { t } = useTranslation()
  const everything = withAll(selected, rows)
  const hidden = everything.size - rows.size
  return (
    <div className={styles.selectionBar} role="toolbar" aria-label={summary}>
      <strong>{summary}</strong>
      {hidden > 0 && <span className={styles.muted}>{t('table.selection.hidden', { n: hidden })}</span>}
      {extentOf(selected, rows) !== 'all' && (
        <Button variant="minimal" size="small" intent="primary" onClick={() => onSelect(everything)}>
          {t('table.selection.loaded', { n: rows.size })}
        </Button>
      )}
      <span className={styles.gap} />
      {children}
      <Button variant="minimal" size="small" onClick={() => onSelect(new Set())}>
        {t('table.selection.cancel')} <kbd className={styles.key}>esc</kbd>
      </Button>
    </div>
  )
}
