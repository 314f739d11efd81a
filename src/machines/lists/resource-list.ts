import { assign, fromCallback, fromPromise, raise, setup, type ActorRefFrom, type EventObject } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import { pageSize, type BatchTarget, type FetchPage } from '../../api/list-calls.ts'
import { watchNetwork } from '../../api/network-watch.ts'
import { fetchWithPatches, type PageRequest, type FetchedPage } from '../../api/fetched-page.ts'
import { RowStore, type RowPatch, type Schedule } from '../../api/row-store.ts'

/** Rows of a page of a refresh at most, where the rows that are loaded are fetched again at once (the contract's most). */
const refreshPageSize = 500
/** A refresh fetches at most so many rows; those after them come again with the scroll. */
const refreshLimit = 2_000

/** What is selected: rows by id, or everything that the query lets through, loaded or not. */
export type Selection = ReadonlySet<number> | 'matching'

export const targetOf = <Query>(selected: Selection, query: Query): BatchTarget<Query> =>
  selected === 'matching' ? { matching: query } : { ids: [...selected] }

/** What stays selected once something was done to rows. */
function selectionAfter(selected: Selection, done: readonly number[], failed: readonly number[]): Selection {
  if (selected === 'matching') return new Set(failed)
  const left = new Set(selected)
  for (const id of done) left.delete(id)
  return left
}

export interface ResourceListInput<Row extends { id: number }, Query> {
  /** Sort, keyword and filters: plain data, compared by content. */
  query: Query
  /** Whether the query lets every row through, so that an unknown row is a new one. */
  letsAllThrough: (query: Query) => boolean
  fetchPage: FetchPage<Row, Query>
  /** Changes of this resource's rows, for as long as the list runs. */
  subscribe: (listener: (patch: RowPatch) => void) => () => void
  /** Whether changes arrive: at once, and whenever that changes. */
  watchConnection: (listener: (connected: boolean) => void) => () => void
  /** Whether there is a network: at once, and whenever that changes; without it, as the browser says. */
  watchNetwork?: (listener: (isThere: boolean) => void) => () => void
  /** When the rows announce their changes; without it, once a frame. */
  schedule?: Schedule
  /** The list as it was under another query: its rows stay until there are others, and what was picked one by one stays picked. */
  before?: Pick<Context<Row, Query>, 'rows' | 'selected' | 'staleSince'> | undefined
}

interface Context<Row extends { id: number }, Query> extends Omit<
  Required<ResourceListInput<Row, Query>>,
  'schedule' | 'before'
> {
  rows: RowStore<Row>
  /** Of the next page; null behind the last. */
  cursor: string | null
  /** Of the rows, when they were last announced. */
  version: number
  selected: Selection
  /** What went wrong last; empty where nothing did. */
  failure: string
  /** Since when the rows may be out of date, as they could not be fetched again: Unix time in ms; null while they are not. */
  staleSince: number | null
  /** Whether a row was heard of that is not among the rows yet. */
  newcomer: boolean
  /** Whether a row went to another owner, so that the operator may see it no more. */
  handedOver: boolean
}

type ResourceListEvent =
  | { type: 'NEAR_END' }
  | { type: 'RETRY' }
  | { type: 'REFRESH' }
  | { type: 'SELECT'; selected: Selection }
  /** Something was done to rows: those are not selected any more, and those where it failed still are. */
  | { type: 'SETTLED'; done: readonly number[]; failed: readonly number[] }

type Report =
  | { type: 'rows changed'; version: number }
  /** A change to a row that is not loaded, the first of that row. */
  | { type: 'newcomer' }
  /** A row went to another owner. */
  | { type: 'handed over' }
  | { type: 'connected' }
  | { type: 'disconnected' }
  | { type: 'network lost' }
  | { type: 'network returned' }

/**
 * Any list: its pages, its query, its selection and its live changes.
 *
 * The rows themselves live in the store; a snapshot carries their version. Another query is another list, which takes the rows
 * over. What fails keeps the rows that there are, and notes since when they are out of date. When the
 * network or the broker comes back, or a row is heard of that the list should have, the rows on the screen are fetched again.
 */
export function resourceListMachine<Row extends { id: number }, Query>() {
  return setup({
    types: {
      input: {} as ResourceListInput<Row, Query>,
      context: {} as Context<Row, Query>,
      events: {} as ResourceListEvent | Report,
    },
    actors: {
      page: fromPromise<FetchedPage<Row>, PageRequest<Row, Query>>(({ input, signal }) =>
        fetchWithPatches(input, { wanted: 1, limit: pageSize }, signal),
      ),
      rowsAgain: fromPromise<FetchedPage<Row>, PageRequest<Row, Query>>(({ input, signal }) => {
        const wanted = Math.min(input.rows.size, refreshLimit)
        return fetchWithPatches(input, { wanted, limit: Math.min(Math.max(wanted, pageSize), refreshPageSize) }, signal)
      }),
      changes: fromCallback<
        EventObject,
        Pick<Context<Row, Query>, 'rows' | 'subscribe' | 'watchConnection' | 'watchNetwork'>,
        Report
      >(({ input: { rows, subscribe, watchConnection, watchNetwork }, sendBack }) => {
        const heardOf = new Set<number>()
        const leaveBroker = subscribe((patch) => {
          const outcome = rows.patch(patch)
          if (patch.gone === true) heardOf.delete(patch.id) // It may be brought back.
          if (outcome === 'applied' && Object.hasOwn(patch.changed, 'owner_id')) sendBack({ type: 'handed over' })
          if (outcome !== 'unknown' || heardOf.has(patch.id)) return
          heardOf.add(patch.id)
          sendBack({ type: 'newcomer' })
        })
        const leaveConnection = watchConnection((connected) =>
          sendBack({ type: connected ? 'connected' : 'disconnected' }),
        )
        const leaveNetwork = watchNetwork((isThere) =>
          sendBack({ type: isThere ? 'network returned' : 'network lost' }),
        )
        const leaveRows = rows.subscribe(() => sendBack({ type: 'rows changed', version: rows.version }))
        return () => {
          leaveBroker()
          leaveConnection()
          leaveNetwork()
          leaveRows()
        }
      }),
    },
    delays: {
      /** Newcomers come in company: a box's phones all at once. */
      newcomersGather: 1_000,
    },
    guards: {
      'there is more': ({ context }) => context.cursor !== null,
      'a newcomer is missing': ({ context }) =>
        context.newcomer && context.cursor === null && context.letsAllThrough(context.query),
      'the rows are stale': ({ context }) => context.staleSince !== null,
      'a row was handed over': ({ context }) => context.handedOver,
    },
    actions: {
      'fetch again': raise({ type: 'REFRESH' }),
      'expect no change of rows': assign({ newcomer: false, handedOver: false }),
      'expect a newcomer': assign({ newcomer: true }),
      'doubt the rows': assign({ handedOver: true }),
      'forget the failure': assign({ failure: '' }),
      'keep why': assign({ failure: (_, { message }: { message: string }) => message }),
      'note since when they are stale': assign({ staleSince: ({ context }) => context.staleSince ?? Date.now() }),
      'note that they are current': assign({ staleSince: null }),
      'replace the rows': ({ context }, { page, flight }: FetchedPage<Row>) => context.rows.replace(page, flight),
      'append the rows': ({ context }, { page, flight }: FetchedPage<Row>) => context.rows.append(page, flight),
      'keep the place': assign({ cursor: (_, { page }: FetchedPage<Row>) => page.next_cursor }),
    },
  }).createMachine({
    id: 'resourceList',
    context: ({ input: { schedule, before, ...input } }) => ({
      watchNetwork,
      ...input,
      rows: before?.rows ?? new RowStore<Row>(schedule),
      cursor: null,
      version: before?.rows.version ?? 0,
      // What matched another query is not what was meant.
      selected: before === undefined || before.selected === 'matching' ? new Set<number>() : before.selected,
      failure: '',
      staleSince: before?.staleSince ?? null,
      newcomer: false,
      handedOver: false,
    }),
    invoke: { src: 'changes', input: ({ context }) => context },
    type: 'parallel',
    on: {
      SELECT: { actions: assign(({ event }) => ({ selected: event.selected })) },
      SETTLED: {
        actions: [
          assign(({ context: { selected }, event: { done, failed } }) => ({
            selected: selectionAfter(selected, done, failed),
          })),
          'fetch again',
        ],
      },
      'rows changed': { actions: assign(({ event }) => ({ version: event.version })) },
      newcomer: { actions: 'expect a newcomer' },
      'handed over': { actions: 'doubt the rows' },
      // Whatever the connection for changes believes.
      'network lost': { actions: 'note since when they are stale' },
      'network returned': { guard: 'the rows are stale', actions: 'fetch again' },
    },
    states: {
      rows: {
        description: 'The pages of the list.',
        initial: 'loading',
        states: {
          loading: {
            description: 'The first page of the query is on its way.',
            on: {
              REFRESH: { target: 'loading', reenter: true },
              'network lost': { target: 'loading', reenter: true, actions: 'note since when they are stale' },
            },
            entry: ['expect no change of rows', 'forget the failure'],
            invoke: {
              id: 'firstPage',
              src: 'page',
              input: ({ context }) => ({ ...context, cursor: null }),
              onDone: {
                target: 'ready',
                actions: [
                  { type: 'replace the rows', params: ({ event }) => event.output },
                  'note that they are current',
                  { type: 'keep the place', params: ({ event }) => event.output },
                ],
              },
              onError: {
                target: 'failed.loading',
                actions: [
                  { type: 'keep why', params: ({ event }) => ({ message: messageOf(event.error) }) },
                  'note since when they are stale',
                ],
              },
            },
          },
          ready: {
            description: 'The rows that are there are up to date.',
            always: [
              { guard: 'a newcomer is missing', target: 'gathering' },
              { guard: 'a row was handed over', target: 'gathering' },
            ],
            on: {
              NEAR_END: { guard: 'there is more', target: 'loadingMore' },
              REFRESH: 'refreshing',
            },
          },
          gathering: {
            description: 'A row came or changed hands; others that do so are waited for.',
            after: { newcomersGather: 'refreshing' },
            on: { REFRESH: 'refreshing' },
          },
          loadingMore: {
            description: 'The next page is on its way.',
            entry: 'forget the failure',
            invoke: {
              id: 'nextPage',
              src: 'page',
              input: ({ context }) => context,
              onDone: {
                target: 'ready',
                actions: [
                  { type: 'append the rows', params: ({ event }) => event.output },
                  { type: 'keep the place', params: ({ event }) => event.output },
                ],
              },
              onError: {
                target: 'failed.loadingMore',
                actions: { type: 'keep why', params: ({ event }) => ({ message: messageOf(event.error) }) },
              },
            },
            on: { REFRESH: 'refreshing' },
          },
          refreshing: {
            description: 'The rows on the screen are being fetched again.',
            on: {
              REFRESH: { target: 'refreshing', reenter: true },
              // What was asked for before says nothing about the time since.
              'network lost': { target: 'refreshing', reenter: true, actions: 'note since when they are stale' },
            },
            entry: ['expect no change of rows', 'forget the failure'],
            invoke: {
              id: 'rowsAgain',
              src: 'rowsAgain',
              input: ({ context }) => ({ ...context, cursor: null }),
              onDone: {
                target: 'ready',
                actions: [
                  { type: 'replace the rows', params: ({ event }) => event.output },
                  'note that they are current',
                  { type: 'keep the place', params: ({ event }) => event.output },
                ],
              },
              onError: {
                target: 'failed.refreshing',
                actions: [
                  { type: 'keep why', params: ({ event }) => ({ message: messageOf(event.error) }) },
                  'note since when they are stale',
                ],
              },
            },
          },
          failed: {
            description: 'The last question came to nothing; the rows stay.',
            initial: 'loading',
            states: {
              loading: {
                description: 'It was for the first page.',
                on: { RETRY: '#resourceList.rows.loading', REFRESH: '#resourceList.rows.loading' },
              },
              loadingMore: {
                description: 'It was for the next page.',
                on: { RETRY: '#resourceList.rows.loadingMore', REFRESH: '#resourceList.rows.refreshing' },
              },
              refreshing: {
                description: 'It was for the rows on the screen.',
                on: { RETRY: '#resourceList.rows.refreshing', REFRESH: '#resourceList.rows.refreshing' },
              },
            },
          },
        },
      },
      connection: {
        description: 'Whether live changes arrive.',
        initial: 'unheard',
        states: {
          unheard: {
            description: 'It is not known yet.',
            on: { connected: 'live', disconnected: 'lost' },
          },
          live: {
            description: 'They arrive.',
            on: { disconnected: 'lost' },
          },
          lost: {
            description: 'They may be missed: the rows are fetched again when it is back.',
            on: { connected: { target: 'live', actions: 'fetch again' } },
          },
        },
      },
    },
  })
}

export type ResourceList<Row extends { id: number }, Query> = ActorRefFrom<
  ReturnType<typeof resourceListMachine<Row, Query>>
>
