import { Button } from '@blueprintjs/core'
import { ChevronDown, Clipboard, Filter } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useCallback, type JSX, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileCall } from '../../machines/lists/file-export.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { CellContent } from '../../ui/data-table/columns.ts'
import type { RowOrdering } from '../../ui/data-table/use-row-drag.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { late } from '../../ui/late.ts'
import { Late } from '../../ui/Late.tsx'
import { LatePopover } from '../../ui/LatePopover.tsx'
import { useNotify } from '../session/session-context.tsx'
import { ExportButton } from './ExportButton.tsx'
import { FilterBar } from './FilterBar.tsx'
import { isUnfiltered, type ListQuery } from './filters.ts'
import { LiveTag } from './LiveTag.tsx'
import { NothingHere } from './NothingHere.tsx'
import styles from './ResourceScreen.module.css'
import { RowMenu, type RowAction } from './RowMenu.tsx'
import { SavedViews } from './SavedViews.tsx'
import { useCopy } from './use-copy.ts'
import type { Resource } from './use-resource.ts'
import type { TextKey } from '../../../texts/catalogue.ts'

const listBatch = late(() => import('./ListBatch.tsx'))

interface ResourceScreenProps<Row extends { id: number }, Query extends ListQuery> {
  resource: Resource<Row, Query>
  /** The screen's heading, and what the grid is called. */
  title: string
  /** What is counted, as phones. */
  unit: Extract<TextKey, `${string}unit`>
  /** How the row is called, in its menu and in results. */
  nameOf: (row: Row) => string
  /** Actions of cells other than `menu`; Enter and a double click are `open`. */
  onAction: (action: string, row: Row) => void
  /** Where operators put the rows in order. */
  order?: RowOrdering<Row> | undefined
  /** In groups, which lines part. */
  rowActions: (row: Row) => readonly (readonly RowAction[])[]
  /** For the selected rows; left out where nothing can be done with several. */
  selectionActions?: readonly RowAction[]
  /** Whether the actions take `{ matching }`, so that everything that matches can be selected. */
  takesMatching?: boolean
  /** The call that answers this list as a file. */
  exportCall?: FileCall
  /** What that call takes beside the list's query. */
  exportWith?: Readonly<Record<string, unknown>>
  /** Buttons of the screen: add, import. */
  tools?: ReactNode
  /** Between the filters and the rows: what they come to, drawn. */
  picture?: ReactNode
  /** Where nothing narrows the list and there is nothing. */
  empty: { icon: JSX.Element; title: string; hint: ReactNode; action?: JSX.Element }
  /** The screen's dialogs and drawers. */
  children?: ReactNode
}

/** A list screen: what every list does, around the columns, filters and actions of one. */
export function ResourceScreen<Row extends { id: number }, Query extends ListQuery>(
  props: ResourceScreenProps<Row, Query>,
) {
  const { resource, title, unit, nameOf, rowActions } = props
  const { list, rows, query, selected, count } = resource
  const { t } = useTranslation()
  const notify = useNotify()
  const copy = useCopy()
  const phase = useSelector(list, (snapshot) => {
    if (snapshot.matches({ rows: 'loading' })) return 'loading'
    return snapshot.matches({ rows: 'failed' }) ? 'failed' : 'ready'
  })
  const failure = useSelector(list, ({ context }) => context.failure)
  const staleSince = useSelector(list, ({ context }) => context.staleSince)
  const total = useSelector(list, ({ context }) => context.rows.total)
  const isAbout = useSelector(list, ({ context }) => context.rows.totalIsEstimate)
  useSelector(list, ({ context }) => context.rows.size)
  const { change } = resource
  // Only sortable columns answer, and by their field.
  const onSort = useCallback((sort: string) => change({ sort } as Partial<Query>), [change])

  const cellActions = (row: Row, cell: CellContent<Row> | undefined): RowAction[] => {
    if (cell === undefined) return []
    const { column, text } = cell
    const known = new Set<string>(resource.filters.map(({ name }) => name))
    const asked = column.filterBy?.(row)
    // Not every role has every filter.
    const narrowing = asked && Object.keys(asked).every((name) => known.has(name)) ? asked : undefined
    const condition = { column: column.header, value: text }
    return [
      { key: 'copy cell', text: t('table.cell.copy'), icon: <Clipboard />, onPick: () => void copy(text) },
      ...(narrowing === undefined
        ? []
        : [
            {
              key: 'filter by cell',
              text: t('table.cell.filter', condition),
              icon: <Filter />,
              // A column's filter names parameters of the list's own call.
              onPick: () => resource.change(narrowing as Partial<Query>),
            },
          ]),
    ]
  }

  return (
    <div className={styles.screen} data-picture={props.picture !== undefined}>
      <h1 className={styles.title}>{title}</h1>
      <DataTable
        name={resource.name}
        label={title}
        columns={resource.columns}
        rows={rows}
        phase={phase}
        failure={failure}
        staleSince={staleSince ?? undefined}
        sort={query.sort ?? resource.firstSort}
        onSort={onSort}
        selected={selected}
        onSelect={(selected) => list.send({ type: 'SELECT', selected })}
        offersMatching={props.takesMatching}
        onAction={props.onAction}
        order={props.order}
        renderRowMenu={(row, cell) => (
          <RowMenu label={nameOf(row)} groups={[...rowActions(row), cellActions(row, cell)]} />
        )}
        onCopied={() => notify({ kind: 'success', text: t('table.copied') })}
        onNearEnd={() => list.send({ type: 'NEAR_END' })}
        onRetry={() => list.send({ type: 'RETRY' })}
        onRefresh={resource.refresh}
        live={resource.live === undefined ? undefined : <LiveTag list={list} />}
        summary={{
          total: t(isAbout ? 'table.totalAbout' : 'table.total', { count: total, things: t(unit, { count: total }) }),
          selected: t(isAbout && selected === 'matching' ? 'table.selectedAbout' : 'table.selected', {
            count,
            things: t(unit, { count }),
          }),
        }}
        filters={<FilterBar filters={resource.filters} query={query} onChange={resource.change} />}
        picture={props.picture}
        tools={
          <>
            {props.tools}
            <SavedViews list={resource.name} search={resource.search} onApply={resource.apply} />
            {props.exportCall !== undefined && (
              <ExportButton call={props.exportCall} query={query} also={props.exportWith} />
            )}
          </>
        }
        selectionActions={props.selectionActions?.map(({ key, text, icon, intent, reason, onPick, items }) =>
          items !== undefined && reason === undefined ? (
            <LatePopover key={key} content={<RowMenu label={text} groups={[items]} />}>
              <Button size="small" icon={icon} text={text} endIcon={<ChevronDown size={12} />} />
            </LatePopover>
          ) : (
            <ActionButton
              key={key}
              size="small"
              icon={icon}
              intent={intent}
              text={text}
              disabledReason={reason}
              onClick={onPick}
            />
          ),
        )}
        empty={<NothingHere empty={props.empty} onClear={isUnfiltered(query) ? undefined : resource.clear} />}
      />
      {props.children}
      {resource.batch !== null && (
        <Late of={listBatch} floats>
          {({ ListBatch }) => <ListBatch resource={resource} nameOf={nameOf} />}
        </Late>
      )}
    </div>
  )
}
