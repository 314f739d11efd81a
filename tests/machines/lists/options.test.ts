import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { optionsMachine } from '../../../src/machines/lists/options.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

const machine = optionsMachine<string>()
const untilNextTry = 30_000

/** Options whose server and clock are the test's. */
function perform(hear?: (listener: () => void) => () => void) {
  const clock = new SimulatedClock()
  const server = answeredByHand<string>()
  const input = { options: 'known', ask: () => server.call(), ...(hear && { hear }) }
  return { actor: createActor(machine, { clock, input }).start(), clock, server }
}

describe('what rows can be given', () => {
  testEveryShortestPath(
    {
      machine,
      input: { options: 'known', ask: async () => '' },
      events: [
        { type: 'REFRESH' },
        { type: 'xstate.done.actor.ask', output: 'newer' },
        { type: 'xstate.error.actor.ask', error: new Error('no') },
        { type: 'xstate.after.untilNextTry.options.failed' },
      ],
    },
    () => {
      const { actor, clock, server } = perform()
      return {
        actor,
        play: {
          'xstate.done.actor.ask': () => server.answer('newer'),
          'xstate.error.actor.ask': ({ error }) => server.fail(error),
          'xstate.after.untilNextTry.options.failed': () => clock.increment(untilNextTry),
        },
      }
    },
  )

  test('is asked for anew when somebody else has changed it, until the screen is left', async () => {
    const heard = { tell: () => {}, left: 0 }
    const { actor, server } = perform((listener) => {
      heard.tell = listener
      return () => (heard.left += 1)
    })
    await server.answer('newer')
    heard.tell()
    expect([server.calls, actor.getSnapshot().value]).toEqual([2, 'loading'])
    actor.stop()
    expect(heard.left).toBe(1)
  })

  test('stays while it is asked for anew, and when that fails', async () => {
    const { actor, server } = perform()
    await server.answer('newer')
    actor.send({ type: 'REFRESH' })
    expect(actor.getSnapshot().context).toMatchObject({ options: 'newer' })
    await server.fail(new Error('no'))
    expect(actor.getSnapshot().context).toMatchObject({ options: 'newer' })
  })
})
