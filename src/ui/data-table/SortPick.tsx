import { HTMLSelect } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns.ts'

interface SortPickProps {
  columns: readonly Pick<Column<never>, 'key' | 'header' | 'sortable'>[]
  /** `field`, ascending, or `-field`, descending. */
  sort: string
  onSort: (sort: string) => void
}

/** What the heads of columns do, where there are none; nothing where none of them sorts. */
export function SortPick({ columns, sort, onSort }: SortPickProps) {
  const { t } = useTranslation()
  const sortable = columns.filter((column) => column.sortable)
  if (sortable.length === 0) return null
  return (
    <HTMLSelect
      aria-label={t('table.sort')}
      value={sort}
      options={sortable.flatMap(({ key, header }) => [
        { value: key, label: `${header} ↑` },
        { value: `-${key}`, label: `${header} ↓` },
      ])}
      onChange={({ currentTarget }) => onSort(currentTarget.value)}
    />
  )
}
