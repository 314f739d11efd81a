import type { Event, EventKind, EventPage } from '../../../src/api/events.ts'
import { timelineMachine } from '../../../src/machines/events/timeline.ts'
import type { Step } from '../../support/requirements/step.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, same, when } from '../../support/requirements/sentences.ts'

const event = (id: number): Event => ({ id }) as Event // No more of it is looked at.
const newest: EventPage = { items: [event(3), event(2)], next_cursor: 'before 2' }
const oldest: EventPage = { items: [event(1)], next_cursor: null }
const pages: Readonly<Record<string, EventPage>> = {
  'the server answers': newest,
  'the server answers with the last page': oldest,
}
const fresh: Readonly<Record<string, EventPage>> = {
  'one that has happened comes': { items: [event(4), event(3)], next_cursor: 'before 3' },
  'as many as a page holds come': { items: [event(9), event(8)], next_cursor: 'before 8' },
}

/** Which kinds are wanted then. */
const narrowings: Readonly<Record<string, readonly EventKind[]>> = {
  'the operator wants faults alone': ['fault'],
  'the operator wants all kinds': [],
}

interface Seen {
  ids: readonly number[]
  failure: string
  isBehind: boolean
}

/** What has to be there, and behind which event the next page begins, by what has happened. */
function due(past: readonly Step<Seen>[]): { ids: readonly number[]; cursor: string | null } {
  let ids: readonly number[] = []
  let cursor: string | null = null
  for (const { happened } of past) {
    if (happened in narrowings) [ids, cursor] = [[], null]
    const page = pages[happened]
    if (page !== undefined) {
      ids = ids.concat(page.items.map(({ id }) => id))
      cursor = page.next_cursor
    }
    const news = fresh[happened]?.items.map(({ id }) => id)
    if (news === undefined) continue
    const isJoined = news.some((id) => ids.includes(id))
    if (!isJoined) cursor = fresh[happened]?.next_cursor ?? null
    ids = isJoined ? [...news, ...ids.filter((id) => !news.includes(id))] : news
  }
  return { ids, cursor }
}

/** After which the newest events are still to be had. */
const owing = new Set(['something happens', 'the newest can not be had'])
/** They come by themselves, or all is asked for anew. */
const isNews = ({ happened }: Step<Seen>) => happened in fresh || happened in narrowings

export default specification(
  {
    machine: timelineMachine,
    input: { kinds: [], fetchPage: () => Promise.reject(new Error('unused')), hear: () => () => undefined },
    happenings: {
      'the server answers': (play) => play.answer('page', newest),
      'the server answers with the last page': (play) => play.answer('page', oldest),
      'the server fails': (play) => play.fail('page', new Error('gone')),
      'the operator wants earlier ones': (play) => play.send({ type: 'EARLIER' }),
      'the operator tries again': (play) => play.send({ type: 'RETRY' }),
      'something happens': (play) => play.report('changes', { type: 'moved on' }),
      'one that has happened comes': (play) => play.answer('newest', fresh['one that has happened comes']),
      'as many as a page holds come': (play) => play.answer('newest', fresh['as many as a page holds come']),
      'the newest can not be had': (play) => play.fail('newest', new Error('away')),
      'half a second passes': (play) => play.wait(500),
      'a second passes': (play) => play.wait(1_000),
      'five seconds pass': (play) => play.wait(5_000),
      'ten seconds pass': (play) => play.wait(10_000),
      ...Object.fromEntries(
        Object.entries(narrowings).map(([name, kinds]) => [
          name,
          (play: { send: (event: { type: 'NARROW'; kinds: readonly EventKind[] }) => boolean }) =>
            play.send({ type: 'NARROW', kinds }),
        ]),
      ),
    },
    fair: [
      'the server answers with the last page',
      'the operator wants earlier ones',
      'a second passes',
      'ten seconds pass',
      'one that has happened comes',
    ],
    screen: (snapshot): Seen => ({
      ids: snapshot.context.events.map(({ id }) => id),
      failure: snapshot.context.failure,
      isBehind: snapshot.matches({ shown: 'behind' }),
    }),
    keep: ({ context: { cursor, failure, isOutdated } }) => ({ cursor, failure, isOutdated }),
  },
  {
    'the server is asked for the newest first, and then for those before the last that is shown, one page at a time':
      always((step, before) => {
        const { cursor } = due(before.past)
        const isWanted =
          step === before ||
          step.happened in narrowings ||
          (before.waits('page') === 0 &&
            step.happened === 'the operator wants earlier ones' &&
            (cursor !== null || before.screen.failure !== ''))
        return (
          same(
            (step.calls('page') as { cursor: string | null }[]).map((asked) => asked.cursor),
            isWanted ? [step.happened in narrowings ? null : cursor] : [],
          ) && step.waits('page') <= 1
        )
      }),
    'only the kinds that are wanted are asked for': always((step) => {
      const wanted = narrowings[step.past.findLast(({ happened }) => happened in narrowings)?.happened ?? ''] ?? []
      const calls = [...step.calls('page'), ...step.calls('newest')] as { kinds: readonly EventKind[] }[]
      return calls.every(({ kinds }) => same(kinds, wanted))
    }),
    'what it answers is added below, and what has happened since in front; nothing else goes but where it would leave a gap, or other kinds are wanted':
      always((step) => same(step.screen.ids, due(step.past).ids)),
    'a failure says why until there is an answer, or what is there begins anew': always((step, before) => {
      const { happened, screen } = step
      const isAnew = fresh[happened]?.items.every(({ id }) => !before.screen.ids.includes(id)) === true
      const isOver = happened in pages || happened in narrowings || isAnew
      return screen.failure === (happened === 'the server fails' ? 'gone' : isOver ? '' : before.screen.failure)
    }),
    'live changes are heard as long as it is open': always((step) => step.waits('changes') === 1),
    'whatever happens is shown in the end': when('something happens', eventually(isNews)),
    'the newest are asked for where something has happened that was not asked for, one time at a time': always(
      (step, before) => {
        if (step.calls('newest').length === 0) return true
        const since = before.past.slice(before.past.findLastIndex((one) => one.calls('newest').length > 0) + 1)
        const isOwed =
          since.some(({ happened }) => owing.has(happened)) ||
          // Nobody waited for the answer any more.
          since.some((one) => one.happened === 'the operator wants earlier ones' && one.before.waits('newest') > 0)
        return isOwed && step.waits('newest') === 1
      },
    ),
    'they are asked for a second after something has happened, or after the page that was on its way': always(
      (step, before) => {
        const isQuiet = before.waits('page') === 0 && before.waits('newest') === 0
        const isJust = before.happened === 'something happens' && isQuiet
        // There is nothing yet in front of which it could stand.
        const isBare = before.screen.failure !== '' && before.screen.ids.length === 0
        if (!isJust || isBare || before.screen.isBehind) return true
        const owed = before.before.past.slice(before.past.findLastIndex((one) => one.calls('newest').length > 0))
        const isFirst = !owed.some(({ happened }) => owing.has(happened))
        if (step.happened === 'a second passes') return step.calls('newest').length === 1
        return step.happened !== 'half a second passes' || !isFirst || step.calls('newest').length === 0
      },
    ),
    'a server that is away is asked again after ten seconds, or when the operator wants it': always((step, before) => {
      if (!before.screen.isBehind) return true
      const failed = before.past.findLast(({ happened }) => happened === 'the newest can not be had')
      const isDue = step.at - (failed?.at ?? 0) >= 10_000
      const isAsked = step.calls('newest').length > 0
      return isAsked === (isDue || step.happened === 'the operator tries again')
    }),
    'that they could not be had is said until they are asked for again, or earlier ones are': always(
      (step, before) =>
        step.screen.isBehind ===
        (step.happened === 'the newest can not be had' ||
          (before.screen.isBehind && step.calls('newest').length === 0 && step.calls('page').length === 0)),
    ),
  },
)
