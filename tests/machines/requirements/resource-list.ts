import { RowStore } from '../../../src/api/row-store.ts'
import { resourceListMachine } from '../../../src/machines/lists/resource-list.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

type Row = { id: number }
const machine = resourceListMachine<Row, object>()
type List = Play<typeof machine>

/** What comes, by what it is called: its rows, and where the next ones begin. */
const pages: Readonly<Record<string, { ids: number[]; next: string | null }>> = {
  'the first page comes, of some': { ids: [3, 2], next: 'before 2' },
  'the only page comes': { ids: [3, 2], next: null },
  'the next page comes, of some': { ids: [1], next: 'before 1' },
  'the next page comes, the last': { ids: [0], next: null },
  'the rows come again, all of them': { ids: [4, 3], next: null },
  'the rows come again, the first ones': { ids: [5, 4], next: 'before 4' },
}
const comes =
  (name: string, to: 'page' | 'rowsAgain', as: string) =>
  (play: List): boolean => {
    if (!(as in play.snapshot.children)) return false
    const { ids, next } = pages[name] ?? { ids: [], next: null }
    const page = { items: ids.map((id) => ({ id })), next_cursor: next, total: ids.length }
    return play.answer(to, { page, flight: play.snapshot.context.rows.depart() })
  }
/** What was selected one by one, or all that matches. */
const selections: Readonly<Record<string, readonly number[] | 'matching'>> = {
  'two rows are selected': [3, 2],
  'whatever matches is selected': 'matching',
}

/** What was picked one by one under another query. */
const pickedOf = (selected: ReadonlySet<number> | 'matching' | undefined): readonly number[] =>
  selected === undefined || selected === 'matching' ? [] : [...selected]

const shownOf = (selected: ReadonlySet<number> | 'matching'): readonly number[] | 'matching' =>
  selected === 'matching' ? selected : [...selected]

const happenings: Readonly<Record<string, (play: List) => boolean>> = {
  'the first page comes, of some': comes('the first page comes, of some', 'page', 'firstPage'),
  'the only page comes': comes('the only page comes', 'page', 'firstPage'),
  'the next page comes, of some': comes('the next page comes, of some', 'page', 'nextPage'),
  'the next page comes, the last': comes('the next page comes, the last', 'page', 'nextPage'),
  'no page comes': (play) => play.fail('page', new Error('gone')),
  'the rows come again, all of them': comes('the rows come again, all of them', 'rowsAgain', 'rowsAgain'),
  'the rows come again, the first ones': comes('the rows come again, the first ones', 'rowsAgain', 'rowsAgain'),
  'the rows do not come again': (play) => play.fail('rowsAgain', new Error('gone')),
  'the end comes into sight': (play) => play.send({ type: 'NEAR_END' }),
  'the operator tries again': (play) => play.send({ type: 'RETRY' }),
  'the operator wants the rows again': (play) => play.send({ type: 'REFRESH' }),
  'something was done to a row, and failed for another': (play) =>
    play.send({ type: 'SETTLED', done: [2], failed: [3] }),
  ...Object.fromEntries(
    Object.entries(selections).map(([name, selected]) => [
      name,
      (play: List) => play.send({ type: 'SELECT', selected: selected === 'matching' ? selected : new Set(selected) }),
    ]),
  ),
  'a row is heard of': (play) => play.report('changes', { type: 'newcomer' }),
  'a row goes to another owner': (play) => play.report('changes', { type: 'handed over' }),
  'rows have changed': (play) => play.report('changes', { type: 'rows changed', version: 7 }),
  'changes arrive': (play) => play.report('changes', { type: 'connected' }),
  'changes arrive no more': (play) => play.report('changes', { type: 'disconnected' }),
  'the network is gone': (play) => play.report('changes', { type: 'network lost' }),
  'the network is back': (play) => play.report('changes', { type: 'network returned' }),
  'half a second passes': (play) => play.wait(500),
  'a second passes': (play) => play.wait(1_000),
}

interface Seen {
  happened: string
  at: number
  screen: { isStale: boolean; phase: string }
  before: Seen
  past: readonly Seen[]
  calls: (to: string) => unknown[]
  waits: (to: string) => number
}

const isCalled = (step: Seen): boolean => step.calls('page').length + step.calls('rowsAgain').length > 0
const isWaiting = (step: Seen): boolean => step.waits('page') + step.waits('rowsAgain') > 0
const hasBegun = ({ past }: Seen): boolean => past.some(({ happened }) => happened in pages)
const lastAnswer = ({ past }: Seen): string | undefined =>
  past.findLast(
    ({ happened }) => happened in pages || happened === 'no page comes' || happened === 'the rows do not come again',
  )?.happened
/** Where the rows go on behind those that are there. */
const nextOf = ({ past }: Seen): string | null =>
  pages[past.findLast(({ happened }) => happened in pages)?.happened ?? '']?.next ?? null
const isLost = ({ past }: Seen): boolean =>
  past.findLast(({ happened }) => happened.startsWith('changes arrive'))?.happened === 'changes arrive no more'

/** Whether the first page, or all rows, are on their way. */
const isFetching = (step: Seen): boolean => step.waits('rowsAgain') > 0 || (!hasBegun(step) && isWaiting(step))

/** Whether all rows have to be asked for once more. */
const isWantedAgain = ({ happened, before }: Seen): boolean =>
  happened === 'the operator wants the rows again' ||
  (happened === 'the network is gone' && isFetching(before)) ||
  happened === 'something was done to a row, and failed for another' ||
  (happened === 'changes arrive' && isLost(before)) ||
  (happened === 'the network is back' && before.screen.isStale)

/** Whether rows are missing, or may be seen no more, of which nothing was known when they were asked for last. */
function isDoubtful(step: Seen, letsAllThrough: boolean): boolean {
  const asked = step.past.findLastIndex((one) => one.calls('rowsAgain').length > 0 || (!hasBegun(one) && isCalled(one)))
  const since = step.past.slice(asked + 1)
  const heard = (what: string) => since.some(({ happened }) => happened === what)
  const isResting = hasBegun(step) && !isWaiting(step) && step.screen.phase !== 'failed'
  return (
    isResting &&
    (heard('a row goes to another owner') || (heard('a row is heard of') && nextOf(step) === null && letsAllThrough))
  )
}

interface Case {
  only: (name: string) => boolean
  letsAllThrough?: boolean
  /** What the list was like under another query. */
  selectedBefore?: ReadonlySet<number> | 'matching'
  isStaleBefore?: boolean
}

const listWhere = ({ only, letsAllThrough = true, selectedBefore, isStaleBefore = false }: Case) =>
  specification(
    {
      machine,
      input() {
        const rows = new RowStore<Row>((announce) => announce())
        if (selectedBefore !== undefined)
          rows.replace({ items: [{ id: 9 }], next_cursor: null, total: 1 }, rows.depart())
        return {
          query: {},
          letsAllThrough: () => letsAllThrough,
          fetchPage: () => Promise.reject(new Error('unused')),
          subscribe: () => () => undefined,
          watchConnection: () => () => undefined,
          schedule: (announce) => announce(),
          before:
            selectedBefore === undefined
              ? undefined
              : { rows, selected: selectedBefore, staleSince: isStaleBefore ? 1 : null },
        }
      },
      happenings: Object.fromEntries(Object.entries(happenings).filter(([name]) => only(name))),
      fair: ['the only page comes', 'a second passes'].filter(only),
      screen: (snapshot) => ({
        rows: Array.from({ length: snapshot.context.rows.size }, (_, place) => snapshot.context.rows.key(place)),
        phase: snapshot.matches({ rows: 'loading' })
          ? 'loading'
          : snapshot.matches({ rows: 'failed' })
            ? 'failed'
            : 'ready',
        failure: snapshot.context.failure,
        isStale: snapshot.context.staleSince !== null,
        isLive: snapshot.matches({ connection: 'live' }),
        selected: shownOf(snapshot.context.selected),
        version: snapshot.context.version,
      }),
      keep: ({ context: { cursor, staleSince, newcomer, handedOver, selected } }) => [
        cursor,
        staleSince !== null,
        newcomer,
        handedOver,
        selected === 'matching' || selected.size,
      ],
    },
    {
      'changes are heard all the time, and one question is asked at a time': always(
        (step) => step.waits('changes') === 1 && step.waits('page') + step.waits('rowsAgain') <= 1,
      ),
      'the server is asked for the first page at first, and again where that failed or the rows are wanted again; for the next one once the end comes into sight':
        always((step, before) => {
          const { happened } = step
          const hasFailed = before.screen.phase === 'failed'
          const isFirst =
            step === before ||
            (!hasBegun(before) && (isWantedAgain(step) || (hasFailed && happened === 'the operator tries again')))
          const last = lastAnswer(before)
          const isNext =
            hasBegun(before) &&
            ((happened === 'the end comes into sight' &&
              before.screen.phase === 'ready' &&
              !isWaiting(before) &&
              !isDoubtful(before, letsAllThrough) &&
              nextOf(before) !== null) ||
              (hasFailed && happened === 'the operator tries again' && last === 'no page comes'))
          return same(
            (step.calls('page') as { cursor: string | null }[]).map(({ cursor }) => cursor),
            isFirst ? [null] : isNext ? [nextOf(before)] : [],
          )
        }),
      'DESIGN, realtime: the rows on the screen are fetched again when they are wanted, when the network goes while they are on their way, when it or changes come back, and a second after a row came or went to another owner':
        always((step, before) => {
          const last = lastAnswer(before)
          const isRetried =
            step.happened === 'the operator tries again' &&
            before.screen.phase === 'failed' &&
            last === 'the rows do not come again'
          const calm = before.past.findLastIndex((one) => !isDoubtful(one, letsAllThrough))
          const since = before.past[calm + 1]
          const isDue = since !== undefined && step.at - since.at >= 1_000
          const isWanted = hasBegun(before) && (isWantedAgain(step) || isRetried || isDue)
          return same(
            (step.calls('rowsAgain') as { cursor: string | null }[]).map(({ cursor }) => cursor),
            isWanted ? [null] : [],
          )
        }),
      'what comes is shown: a page behind the rows that are there, rows that are fetched again in their place': always(
        ({ happened, screen }, before) => {
          const ids = pages[happened]?.ids
          if (ids === undefined) return same(screen.rows, before.screen.rows)
          return same(
            screen.rows,
            happened.startsWith('the next') ? [...new Set([...before.screen.rows, ...ids])] : ids,
          )
        },
      ),
      'the first page is being loaded until it comes or fails': always(
        (step) => (step.screen.phase === 'loading') === (!hasBegun(step) && isWaiting(step)),
      ),
      'a failure says why until the server is asked again': always((step, before) => {
        const { happened, screen } = step
        const hasFailed = happened === 'no page comes' || happened === 'the rows do not come again'
        const isFailed = hasFailed || (before.screen.phase === 'failed' && !isCalled(step))
        return (screen.phase === 'failed') === isFailed && screen.failure === (isFailed ? 'gone' : '')
      }),
      'the rows are told to be stale from when the network is gone, or they could not be fetched, until they are':
        always((step, before) => {
          const { happened, screen } = step
          const isNext = before.waits('page') > 0 && hasBegun(before)
          if (happened === 'the network is gone' || happened === 'the rows do not come again') return screen.isStale
          if (happened === 'no page comes' && !isNext) return screen.isStale
          if (happened in pages && !isNext) return !screen.isStale
          return screen.isStale === (step === before ? isStaleBefore : before.screen.isStale)
        }),
      'the list is live from when changes arrive until they do no more': always((step, before) => {
        const isLost = step === before || step.happened === 'changes arrive no more'
        return step.screen.isLive === (step.happened === 'changes arrive' || (!isLost && before.screen.isLive))
      }),
      'what was picked stays selected until it was done, also under another query; what matched another query does not':
        always((step, before) => {
          const { happened, screen } = step
          const previous = step === before ? pickedOf(selectedBefore) : before.screen.selected
          if (happened === 'something was done to a row, and failed for another')
            return same(screen.selected, previous === 'matching' ? [3] : previous.filter((id) => id !== 2))
          return same(screen.selected, selections[happened] ?? previous)
        }),
      'a change of rows is drawn': always(
        ({ happened, screen }, before) =>
          screen.version === (happened === 'rows have changed' ? 7 : before.screen.version),
      ),
    },
  )

const isOfConnection = (name: string): boolean => name.startsWith('changes') || name.startsWith('the network')
const isOfSelection = (name: string): boolean =>
  name in selections || name.startsWith('something') || name === 'rows have changed'
const isOfNewcomers = (name: string): boolean => name.startsWith('a row') || name.endsWith('second passes')

const isOfPages = (name: string): boolean => name.includes('come')
const isOfFailure = (name: string): boolean =>
  name.startsWith('no page') || name.includes('not come') || name.includes('tries')

export default [
  listWhere({
    only: (name) => !isOfConnection(name) && !isOfSelection(name) && name !== 'the next page comes, of some',
  }),
  listWhere({ only: (name) => isOfNewcomers(name) || (isOfPages(name) && !isOfFailure(name)), letsAllThrough: false }),
  listWhere({
    only: (name) =>
      isOfConnection(name) ||
      isOfFailure(name) ||
      (isOfPages(name) && name !== 'the only page comes' && !name.endsWith('ones')),
  }),
  listWhere({ only: (name) => isOfSelection(name) || isOfPages(name), selectedBefore: new Set([2, 9]) }),
  listWhere({
    only: (name) => name.startsWith('the first') || isOfSelection(name),
    selectedBefore: 'matching',
    isStaleBefore: true,
  }),
]
