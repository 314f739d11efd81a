import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { BoxToken } from '../../../src/api/boxes.ts'
import { tokenReplacementMachine } from '../../../src/machines/boxes/token-replacement.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

const token = { enrolment_token: 'new' } as BoxToken // No more of it is looked at.

function perform() {
  const server = answeredByHand<BoxToken>()
  const actor = createActor(tokenReplacementMachine, { input: { replace: () => server.call() } }).start()
  return { actor, server }
}

describe('the replacement of a token', () => {
  testEveryShortestPath(
    {
      machine: tokenReplacementMachine,
      input: { replace: async () => token },
      events: [
        { type: 'CONFIRM' },
        { type: 'CANCEL' },
        { type: 'xstate.done.actor.replace', output: token },
        { type: 'xstate.error.actor.replace', error: new Error('no') },
      ],
    },
    () => {
      const { actor, server } = perform()
      return {
        actor,
        play: {
          'xstate.done.actor.replace': () => server.answer(token),
          'xstate.error.actor.replace': ({ error }) => server.fail(error),
        },
      }
    },
  )

  test('asks the server only once the operator means it', () => {
    const { actor, server } = perform()
    expect(server.calls).toBe(0)
    actor.send({ type: 'CONFIRM' })
    expect(server.calls).toBe(1)
  })
})
