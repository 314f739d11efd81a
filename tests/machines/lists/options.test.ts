import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { optionsMachine } from '../../../src/machines/lists/options.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const machine = optionsMachine<string>()

/** Options whose server is the test’s. */
function perform(hear?: (listener: () => void) => () => void) {
  const server = answeredByHand<string>()
  const input = { options: 'known', ask: () => server.call(), ...(hear && { hear }) }
  return { actor: createActor(machine, { input }).start(), server }
}

describe('what rows can be given', () => {
  test('is asked for anew when somebody else has changed it, until the screen is left', async () => {
    const heard = { tell: () => {}, left: 0 }
    const { actor, server } = perform((listener) => {
      heard.tell = listener
      return () => (heard.left += 1)
    })
    await server.answer('newer')
    heard.tell()
    expect([server.calls, actor.getSnapshot().matches('loading')]).toEqual([2, true])
    actor.stop()
    expect(heard.left).toBe(1)
  })

  test('is what it was changed to while the answer before was under way', async () => {
    const { actor, server } = perform()
    actor.send({ type: 'REFRESH' })
    await server.answer('older')
    expect(server.calls).toBe(2)
    await server.answer('newer')
    expect([server.calls, actor.getSnapshot().context.options, actor.getSnapshot().value]).toEqual([
      2,
      'newer',
      'ready',
    ])
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
