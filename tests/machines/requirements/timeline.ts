import type { Event, EventPage } from '../../../src/api/events.ts'
import { timelineMachine } from '../../../src/machines/events/timeline.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const event = (id: number): Event => ({ id }) as Event // No more of it is looked at.
const newest: EventPage = { items: [event(3), event(2)], next_cursor: 'before 2' }
const oldest: EventPage = { items: [event(1)], next_cursor: null }
const pages: Readonly<Record<string, EventPage>> = {
  'the server answers': newest,
  'the server answers with the last page': oldest,
}

export default specification(
  {
    machine: timelineMachine,
    input: { fetchPage: () => Promise.reject(new Error('unused')) },
    happenings: {
      'the server answers': (play) => play.answer('page', newest),
      'the server answers with the last page': (play) => play.answer('page', oldest),
      'the server fails': (play) => play.fail('page', new Error('gone')),
      'the operator wants earlier ones': (play) => play.send({ type: 'EARLIER' }),
      'the operator tries again': (play) => play.send({ type: 'RETRY' }),
    },
    screen: ({ context: { events, failure } }) => ({ ids: events.map(({ id }) => id), failure }),
    keep: ({ context: { cursor, failure } }) => ({ cursor, failure }),
  },
  {
    'the server is asked for the newest first, and then for those before the last that is shown, one page at a time':
      always((step, before) => {
        const last = before.past.findLast(({ happened }) => happened in pages)
        const cursor = (last && pages[last.happened]?.next_cursor) ?? null
        const isWanted =
          step === before ||
          (before.waits('page') === 0 &&
            (before.screen.failure === ''
              ? step.happened === 'the operator wants earlier ones' && cursor !== null
              : step.happened === 'the operator tries again'))
        return (
          same(
            (step.calls('page') as { cursor: string | null }[]).map((asked) => asked.cursor),
            isWanted ? [cursor] : [],
          ) && step.waits('page') <= 1
        )
      }),
    'what it answers is added below; nothing of what is there goes': always(({ happened, screen }, before) =>
      same(screen.ids, [...before.screen.ids, ...(pages[happened]?.items.map(({ id }) => id) ?? [])]),
    ),
    'a failure says why until there is an answer': always(
      ({ happened, screen }, before) =>
        screen.failure === (happened === 'the server fails' ? 'gone' : happened in pages ? '' : before.screen.failure),
    ),
  },
)
