import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { deviceOptionsMachine } from '../../../src/machines/devices/device-options.ts'
import type { Region } from '../../../src/api/devices.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

const regions: readonly Region[] = [{ code: 'us-west', name: '美西', country: 'US', timezone: 'America/Los_Angeles' }]
const untilNextTry = 30_000

/** Options whose server and clock are the test's. */
function perform() {
  const clock = new SimulatedClock()
  const server = answeredByHand<readonly Region[]>()
  const machine = deviceOptionsMachine.provide({ actors: { options: fromPromise(() => server.call()) } })
  return { actor: createActor(machine, { clock }).start(), clock, server }
}

describe('what phones can be narrowed to', () => {
  testEveryShortestPath(
    {
      machine: deviceOptionsMachine,
      events: [
        { type: 'xstate.done.actor.0.deviceOptions.loading', output: regions },
        { type: 'xstate.error.actor.0.deviceOptions.loading', error: new Error('no') },
        { type: 'xstate.after.untilNextTry.deviceOptions.failed' },
      ],
    },
    () => {
      const { actor, clock, server } = perform()
      return {
        actor,
        play: {
          'xstate.done.actor.0.deviceOptions.loading': () => server.answer(regions),
          'xstate.error.actor.0.deviceOptions.loading': ({ error }) => server.fail(error),
          'xstate.after.untilNextTry.deviceOptions.failed': () => clock.increment(untilNextTry),
        },
      }
    },
  )

  test('are there after a second try, half a minute after the first failed', async () => {
    const { actor, clock, server } = perform()
    await server.fail(new Error('no'))
    clock.increment(untilNextTry)
    await server.answer(regions)
    expect(actor.getSnapshot().context).toEqual({ regions })
  })
})
