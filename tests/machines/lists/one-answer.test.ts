import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { oneAnswerMachine } from '../../../src/machines/lists/one-answer.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const machine = oneAnswerMachine<string>()

/** A question whose server is the test. */
function perform() {
  const server = answeredByHand<string>()
  const actor = createActor(machine, { input: { ask: () => server.call() } }).start()
  return { actor, server, context: () => actor.getSnapshot().context }
}

describe('one question', () => {
  test('keeps its answer while it is asked again, and says why there is no newer one', async () => {
    const { actor, server, context } = perform()
    await server.answer('yes')
    actor.send({ type: 'AGAIN' })
    actor.send({ type: 'AGAIN' })
    expect(server.calls).toBe(2)
    expect(context().answer).toBe('yes')
    await server.fail(new Error('没有权限'))
    expect(context()).toMatchObject({ answer: 'yes', failure: '没有权限' })
  })
})
