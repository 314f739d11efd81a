import { describe } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { deviceCheckMachine } from '../../../src/machines/devices/device-check.ts'
import type { FetchedPage } from '../../../src/api/fetched-page.ts'
import { resourceListMachine, type ResourceListInput } from '../../../src/machines/lists/resource-list.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

interface Row {
  id: number
}
interface Query {
  sort: string
}

const fetchedPage = (next_cursor: string | null): FetchedPage<Row> => ({
  page: { items: [], next_cursor, total: 0 },
  flight: { arrived: new Map(), gone: new Set(), moves: [] },
})

describe('any list', () => {
  const byName: Query = { sort: 'name' }
  const input: ResourceListInput<Row, Query> = {
    query: byName,
    letsAllThrough: () => true,
    fetchPage: () => new Promise(() => undefined),
    subscribe: () => () => undefined,
    watchConnection: () => () => undefined,
    watchNetwork: () => () => undefined,
    schedule: () => undefined,
  }
  const newcomersGather = 1_000
  const stage = () => {
    const clock = new SimulatedClock()
    const page = answeredByHand<FetchedPage<Row>>()
    const machine = resourceListMachine<Row, Query>().provide({
      actors: {
        page: fromPromise(() => page.call()),
        rowsAgain: fromPromise(() => page.call()),
        changes: fromCallback(() => undefined),
      },
    })
    return { machine, page, clock }
  }
  const actors = ['firstPage', 'nextPage', 'rowsAgain']

  testEveryShortestPath(
    {
      machine: stage().machine,
      input,
      events: [
        ...actors.flatMap((actor) => [
          { type: `xstate.done.actor.${actor}`, output: fetchedPage(null) },
          { type: `xstate.done.actor.${actor}`, output: fetchedPage('next') },
          { type: `xstate.error.actor.${actor}`, error: new Error('no') },
        ]),
        { type: 'xstate.after.newcomersGather.resourceList.rows.gathering' },
        ...[
          'NEAR_END',
          'RETRY',
          'REFRESH',
          'newcomer',
          'handed over',
          'connected',
          'disconnected',
          'network lost',
          'network returned',
        ].map((type) => ({
          type,
        })),
        { type: 'rows changed', version: 1 },
        { type: 'SELECT', selected: new Set([1]) },
        { type: 'SELECT', selected: 'matching' },
        { type: 'SETTLED', done: [1], failed: [] },
      ],
      keep: ({ cursor, newcomer, handedOver }) => [cursor, newcomer, handedOver],
    },
    () => {
      const { machine, page, clock } = stage()
      return {
        actor: createActor(machine, { clock, input }).start(),
        play: {
          ...Object.fromEntries(
            actors.flatMap((actor) => [
              // One of the pages above.
              [`xstate.done.actor.${actor}`, ({ output }) => page.answer(output as FetchedPage<Row>)],
              [`xstate.error.actor.${actor}`, ({ error }) => page.fail(error)],
            ]),
          ),
          'xstate.after.newcomersGather.resourceList.rows.gathering': () => clock.increment(newcomersGather),
        },
      }
    },
  )
})

describe('checking phones', () => {
  const input = { ids: [1], ask: () => new Promise<never>(() => undefined) }
  const machine = deviceCheckMachine.provide({ actors: { asking: fromCallback(() => undefined) } })
  const session = { device_id: 1, controller: null, controlled_since: null, observers: 0 }

  testEveryShortestPath(
    {
      machine,
      input,
      events: [{ type: 'answered', result: { id: 1, ok: true, session } }, { type: 'finished' }, { type: 'STOP' }],
    },
    () => ({ actor: createActor(machine, { input }).start() }),
  )
})
