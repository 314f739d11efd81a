import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import type { Event, EventKind, EventPage } from '../../../src/api/events.ts'
import { timelineMachine } from '../../../src/machines/events/timeline.ts'
import { answeredByHand } from '../../support/chart-model.ts'

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

const fresh: EventPage = { items: [event(10), event(9)], next_cursor: 'behind 9' }
const many: EventPage = { items: [event(21), event(20)], next_cursor: 'behind 20' }

/** A timeline whose server, fleet and clock are the test's. */
function perform() {
  const clock = new SimulatedClock()
  const listeners = new Set<() => void>()
  const hear = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const server = answeredByHand<EventPage>()
  const cursors: (string | null)[] = []
  const asked: (readonly EventKind[])[] = []
  const fetchPage = (kinds: readonly EventKind[], cursor: string | null) => {
    asked.push(kinds)
    cursors.push(cursor)
    return server.call()
  }
  const actor = createActor(timelineMachine, { clock, input: { kinds: [], fetchPage, hear } }).start()
  const happen = () => listeners.forEach((listener) => listener())
  return {
    actor,
    server,
    cursors,
    asked,
    clock,
    happen,
    shown: () => actor.getSnapshot().context.events.map(({ id }) => id),
  }
}

describe('a timeline', () => {
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

  test('begins anew with the kinds that are wanted, also while a page of others is on its way', async () => {
    const { actor, server, cursors, asked, shown } = perform()
    await server.answer(first)
    actor.send({ type: 'EARLIER' })
    actor.send({ type: 'NARROW', kinds: ['fault'] })
    expect(shown()).toEqual([])
    await server.answer(last)
    expect(shown()).toEqual([7])
    expect(asked).toEqual([[], [], ['fault']])
    expect(cursors).toEqual([null, 'behind 8', null])
  })

  test('keeps what is there where the next page could not be had, and asks for that one again', async () => {
    const { actor, server, cursors, shown } = perform()
    await server.answer(first)
    actor.send({ type: 'EARLIER' })
    await server.fail(new Error('没有网络'))
    expect(actor.getSnapshot().context.failure).toBe('没有网络')
    expect(shown()).toEqual([9, 8])
    actor.send({ type: 'EARLIER' })
    await server.answer(last)
    expect(cursors).toEqual([null, 'behind 8', 'behind 8'])
    expect(actor.getSnapshot().context).toMatchObject({ failure: '', cursor: null })
  })

  test('puts what happens in front, once for all that happens within a second, and goes on behind what was there', async () => {
    const { actor, server, cursors, clock, happen, shown } = perform()
    await server.answer(first)
    happen()
    happen()
    clock.increment(999)
    expect(cursors).toEqual([null])
    clock.increment(1)
    expect(cursors).toEqual([null, null])
    await server.answer(fresh)
    expect(shown()).toEqual([10, 9, 8])
    actor.send({ type: 'EARLIER' })
    await server.answer(last)
    expect(shown()).toEqual([10, 9, 8, 7])
    expect(cursors).toEqual([null, null, 'behind 8'])
  })

  test('goes on with what happens where the next page could not be had', async () => {
    const { actor, server, clock, happen, shown } = perform()
    await server.answer(first)
    actor.send({ type: 'EARLIER' })
    await server.fail(new Error('没有网络'))
    happen()
    clock.increment(1_000)
    await server.answer(fresh)
    expect(shown()).toEqual([10, 9, 8])
    expect(actor.getSnapshot().context.failure).toBe('没有网络')
  })

  test('begins anew where more has happened than a page holds, since there would be a gap', async () => {
    const { actor, server, cursors, clock, happen, shown } = perform()
    await server.answer(first)
    happen()
    clock.increment(1_000)
    await server.answer(many)
    expect(shown()).toEqual([21, 20])
    actor.send({ type: 'EARLIER' })
    expect(cursors.at(-1)).toBe('behind 20')
  })
})
