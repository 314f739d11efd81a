import { HTMLSelect } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns.ts'

interface SortPickProps {
  columns: readonly Pick<Column<never>, 'key' | 'header' | 'sortable'>[]
  /** `field`, ascending, or `-field`, descending. */
  sort: string
  onSort: (sort: string) => void
}

/** What the heads of columns do, where there are none. */
export function SortPick({ columns, sort, onSort }: SortPickProps) {
  const { t } = useTranslation()
  return (
    <HTMLSelect
      aria-label={t('table.sort')}
      value={sort}
      options={columns
        .filter(({ sortable }) => sortable)
        .flatMap(({ key, header }) => [
          { value: key, label: `${header} ↑` },
          { value: `-${key}`, label: `${header} ↓` },
        ])}
      onChange={({ currentTarget }) => onSort(currentTarget.value)}
    />
  )
}
