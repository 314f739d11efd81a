import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Event, EventPage } from '../../../src/api/events.ts'
import { timelineMachine } from '../../../src/machines/events/timeline.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

const event = (id: number): Event => ({
  id,
  at: id,
  until: null,
  kind: 'offline',
  device: { id: 1, name: 'B01-01' },
  box: { id: 1, name: 'B01' },
  environment: null,
  market: null,
  user: null,
  reason: null,
  action: null,
  target_kind: null,
  target_name: '',
  result: null,
})
const first: EventPage = { items: [event(9), event(8)], next_cursor: 'behind 8' }
const last: EventPage = { items: [event(7)], next_cursor: null }

/** A timeline whose server is the test. */
function perform() {
  const server = answeredByHand<EventPage>()
  const cursors: (string | null)[] = []
  const fetchPage = (cursor: string | null) => {
    cursors.push(cursor)
    return server.call()
  }
  const actor = createActor(timelineMachine, { input: { fetchPage } }).start()
  return { actor, server, cursors, shown: () => actor.getSnapshot().context.events.map(({ id }) => id) }
}

describe('a timeline', () => {
  testEveryShortestPath(
    {
      machine: timelineMachine,
      input: { fetchPage: async () => first },
      events: [
        { type: 'EARLIER' },
        { type: 'RETRY' },
        { type: 'xstate.done.actor.page', output: first },
        { type: 'xstate.error.actor.page', error: new Error('no') },
      ],
      keep: ({ cursor }) => cursor,
    },
    () => {
      const { actor, server } = perform()
      return {
        actor,
        play: {
          'xstate.done.actor.page': ({ output }) => server.answer(output as EventPage),
          'xstate.error.actor.page': ({ error }) => server.fail(error),
        },
      }
    },
  )

  test('goes back page by page behind what is there, and no further than there is', async () => {
    const { actor, server, cursors, shown } = perform()
    await server.answer(first)
    actor.send({ type: 'EARLIER' })
    expect(shown()).toEqual([9, 8])
    await server.answer(last)
    expect(shown()).toEqual([9, 8, 7])
    actor.send({ type: 'EARLIER' })
    expect(cursors).toEqual([null, 'behind 8'])
  })

  test('keeps what is there where the next page could not be had, and asks for that one again', async () => {
    const { actor, server, cursors, shown } = perform()
    await server.answer(first)
    actor.send({ type: 'EARLIER' })
    await server.fail(new Error('没有网络'))
    expect(actor.getSnapshot().context.failure).toBe('没有网络')
    expect(shown()).toEqual([9, 8])
    actor.send({ type: 'RETRY' })
    await server.answer(last)
    expect(cursors).toEqual([null, 'behind 8', 'behind 8'])
    expect(actor.getSnapshot().context).toMatchObject({ failure: '', cursor: null })
  })
})
