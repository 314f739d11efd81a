import { Button, Tag } from '@blueprintjs/core'
import { Filter as FilterIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { useFront } from '../shell/use-front.ts'
import styles from './FilterSheet.module.css'
import type { Filter, ListQuery } from './filters.ts'

export interface FilterSheetProps<Query> {
  filters: readonly Filter<Query>[]
  query: Query
  onChange: (change: Partial<Query>) => void
  draw: (filter: Filter<Query>) => ReactNode
}

/** The filters of a list on a phone in the hand: those that narrow it stand in the bar, all of them on a sheet. */
export function FilterSheet<Query extends ListQuery>({ filters, query, draw, onChange }: FilterSheetProps<Query>) {
  const { t } = useTranslation()
  const sheet = useFront<'filters'>()
  if (filters.length === 0) return null
  const narrowing = filters.filter((filter) => parametersOf(filter).some((name) => query[name] !== undefined))
  // Parameters of the list's own call, as its filters name them.
  const nothing = Object.fromEntries(narrowing.flatMap(parametersOf).map((name) => [name])) as Partial<Query>
  return (
    <>
      <Button className={styles.open} icon={<FilterIcon />} onClick={() => sheet.open('filters')}>
        {t('table.filter')}
        {narrowing.length > 0 && (
          <Tag round intent="primary" className={styles.count}>
            {narrowing.length}
          </Tag>
        )}
      </Button>
      {narrowing.length > 0 && <div className={styles.narrowing}>{narrowing.map(draw)}</div>}
      {sheet.front === 'filters' && (
        <SidePanel title={t('table.filter')} width={420} onClose={() => sheet.close('filters')}>
          <div className={styles.sheet}>{filters.map(draw)}</div>
          <footer className={styles.foot}>
            <Button
              text={t('table.clearFilters')}
              disabled={narrowing.length === 0}
              onClick={() => onChange(nothing)}
            />
            <Button intent="primary" text={t('table.showRows')} onClick={() => sheet.close('filters')} />
          </footer>
        </SidePanel>
      )}
    </>
  )
}

const parametersOf = <Query,>(filter: Filter<Query>): (keyof Query)[] =>
  'until' in filter ? [filter.name, filter.until] : [filter.name]
