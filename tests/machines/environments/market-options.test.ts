import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { marketOptionsMachine } from '../../../src/machines/environments/market-options.ts'
import type { MarketOptions } from '../../../src/api/environments.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

const options: MarketOptions = {
  regions: [{ code: 'us-west', name: '美西', country: 'US', timezone: 'America/Los_Angeles' }],
  groups: [],
  members: [{ id: 4, user_name: 'manager' }],
}
const untilNextTry = 30_000
const input = { market: 'amazon', role: 'manager', hear: () => () => undefined } as const

/** Options whose server and clock are the test's. */
function perform(hear: (listener: () => void) => () => void = input.hear) {
  const clock = new SimulatedClock()
  const server = answeredByHand<MarketOptions>()
  const machine = marketOptionsMachine.provide({ actors: { options: fromPromise(() => server.call()) } })
  return { actor: createActor(machine, { clock, input: { ...input, hear } }).start(), clock, server }
}

describe('what environments can be given', () => {
  testEveryShortestPath(
    {
      machine: marketOptionsMachine,
      input,
      events: [
        { type: 'REFRESH' },
        { type: 'xstate.done.actor.options', output: options },
        { type: 'xstate.error.actor.options', error: new Error('no') },
        { type: 'xstate.after.untilNextTry.marketOptions.failed' },
      ],
    },
    () => {
      const { actor, clock, server } = perform()
      return {
        actor,
        play: {
          'xstate.done.actor.options': () => server.answer(options),
          'xstate.error.actor.options': ({ error }) => server.fail(error),
          'xstate.after.untilNextTry.marketOptions.failed': () => clock.increment(untilNextTry),
        },
      }
    },
  )

  test('is asked for anew when somebody else has changed groups, until the screen is left', async () => {
    const heard = { tell: () => {}, left: 0 }
    const { actor, server } = perform((listener) => {
      heard.tell = listener
      return () => (heard.left += 1)
    })
    await server.answer(options)
    heard.tell()
    expect([server.calls, actor.getSnapshot().value]).toEqual([2, 'loading'])
    actor.stop()
    expect(heard.left).toBe(1)
  })

  test('stays while it is asked for anew, and when that fails', async () => {
    const { actor, server } = perform()
    await server.answer(options)
    actor.send({ type: 'REFRESH' })
    expect(actor.getSnapshot().context).toMatchObject(options)
    await server.fail(new Error('no'))
    expect(actor.getSnapshot().context).toMatchObject(options)
  })
})
