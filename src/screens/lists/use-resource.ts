import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import type { FleetPatch } from '../../../domain/fleet-topics.ts'
import type { BatchCall, BatchTarget, FetchPage } from '../../api/list-calls.ts'
import { listScreenMachine } from '../../machines/lists/list-screen.ts'
import { resourceListMachine, targetOf, type ResourceList } from '../../machines/lists/resource-list.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { countOf } from '../../ui/data-table/selection.ts'
import { useConsole, useFleetPatches } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { isUnfiltered, type Filter, type ListQuery } from './filters.ts'
import { useListQuery } from './use-list-query.ts'

/** What a list is made of. Columns and filters are the same arrays from render to render. */
interface ResourceDescription<Row, Query> {
  /** What the operator's columns and views are remembered by: `devices`. */
  name: string
  columns: readonly Column<Row>[]
  filters: readonly Filter<Query>[]
  /** `name`, or `-created_at` for descending. */
  firstSort: string
  /** At module level, as it must stay the same. */
  fetchPage: FetchPage<Row, Query>
  /** Which of the fleet's live changes are changes of these rows; none where left out. */
  live?: FleetPatch['type']
  /** Tells of dialogs that another screen asks for on the way here. */
  hearAsked?: (listener: (dialog: unknown) => void) => () => void
}

/** Something to be done to rows: asked first where something is lost by it, then shown row by row where it failed. */
export interface Batch<Query> {
  /** `删除环境`. */
  title: string
  target: BatchTarget<Query>
  call: BatchCall<Query>
  /** What is lost by it, in words, and what the button says that does it all the same. */
  loses?: { what: readonly string[]; confirm: string }
  /** Once it was done to all of them; until then the page is held, and nothing leads away from it. */
  after?: () => void
}

/**
 * Tells whether changes of the fleet arrive: at once, and whenever that changes. Where none are expected, the broker that comes
 * after the first rows is no news: they would be asked for again, and move under the operator's hand.
 */
function useFleetConnection(areExpected: boolean) {
  const console = useConsole()
  return useCallback(
    (listener: (connected: boolean) => void) => {
      const { broker } = console.getSnapshot().children
      let last: boolean | undefined = areExpected ? undefined : false
      const tell = (connected: boolean) => {
        if (connected !== last) listener((last = connected))
      }
      tell(broker?.getSnapshot().matches('live') ?? false)
      const hearing = broker?.subscribe((snapshot) => tell(snapshot.matches('live')))
      return () => hearing?.unsubscribe()
    },
    [console, areExpected],
  )
}

/** The actor of a list: another for each query of the address, which takes over the rows that there are. */
function useList<Row extends { id: number }, Query extends ListQuery>(
  { fetchPage, live }: ResourceDescription<Row, Query>,
  query: Query,
): ResourceList<Row, Query> {
  const patches = useFleetPatches()
  const watchConnection = useFleetConnection(live !== undefined)
  const subscribe = useCallback<typeof patches>(
    (listener) => (live === undefined ? () => undefined : patches((patch) => patch.type === live && listener(patch))),
    [patches, live],
  )
  const input = { query, letsAllThrough: isUnfiltered, fetchPage, subscribe, watchConnection }
  return useScreenActor(resourceListMachine<Row, Query>, {
    key: [fetchPage, live, query],
    input,
    after: (before) => ({ ...input, before: before.context }),
  })
}

/** A row as its list has it by now; undefined where the list does not have it. */
export function useLiveRow<Row extends { id: number }, Query>(list: ResourceList<Row, Query>, id: number) {
  useSelector(list, ({ context }) => context.version) // Rows change where they are: their version says that one did.
  return list.getSnapshot().context.rows.byId(id)
}

/** A list of the console: its rows, its query and what is done to them. Give it to a ResourceScreen. */
export function useResource<Row extends { id: number }, Query extends ListQuery>(
  description: ResourceDescription<Row, Query>,
) {
  const { query, ...address } = useListQuery(description)
  const list = useList(description, query)
  const { rows } = list.getSnapshot().context
  const selected = useSelector(list, ({ context }) => context.selected)
  const screen = useScreenActor(listScreenMachine<Batch<Query>>, {
    key: description.name,
    input: { hearAsked: description.hearAsked },
  })
  return {
    ...description,
    query,
    /** `change` names another sort or other filters; undefined takes a filter away. `clear` takes all away. */
    ...address,
    list,
    rows,
    /** The row of an id, where it is loaded. */
    rowOf: useCallback((id: number) => rows.byId(id), [rows]),
    refresh: () => list.send({ type: 'REFRESH' }),
    selected,
    /** The selected rows, as calls take them. */
    target: targetOf(selected, query),
    /** How many rows that is. */
    count: useSelector(list, ({ context }) => countOf(context.selected, context.rows.total)),
    /** What stands in front of the rows. */
    screen,
    /** What is being done to rows; null where nothing is. */
    batch: useSelector(screen, ({ context }) => context.batch),
    /** Does something to rows, as a ResourceScreen shows it. */
    perform: (batch: Batch<Query>) => screen.send({ type: 'PERFORM', batch }),
    settle: () => screen.send({ type: 'SETTLE' }),
  }
}

export type Resource<Row extends { id: number }, Query extends ListQuery> = ReturnType<typeof useResource<Row, Query>>
