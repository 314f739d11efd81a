import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { deviceOptionsMachine } from '../../../src/machines/devices/device-options.ts'
import type { Region } from '../../../src/api/devices.ts'
import { answeredByHand } from '../../support/chart-model.ts'

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
  test('are there after a second try, half a minute after the first failed', async () => {
    const { actor, clock, server } = perform()
    await server.fail(new Error('no'))
    clock.increment(untilNextTry)
    await server.answer(regions)
    expect(actor.getSnapshot().context).toEqual({ regions })
  })
})
