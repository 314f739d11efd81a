import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { marketOptionsMachine } from '../../../src/machines/environments/market-options.ts'
import type { MarketOptions } from '../../../src/api/environments.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const options: MarketOptions = {
  regions: [{ code: 'us-west', name: '美西', country: 'US', timezone: 'America/Los_Angeles' }],
  groups: [],
  members: [{ id: 4, user_name: 'manager' }],
}
const input = { market: 'amazon', role: 'manager', hear: () => () => undefined } as const

/** Options whose server is the test. */
function perform(hear: (listener: () => void) => () => void = input.hear) {
  const server = answeredByHand<MarketOptions>()
  const machine = marketOptionsMachine.provide({ actors: { options: fromPromise(() => server.call()) } })
  return { actor: createActor(machine, { clock: new SimulatedClock(), input: { ...input, hear } }).start(), server }
}

describe('what environments can be given', () => {
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
