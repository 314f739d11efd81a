import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { BoxToken } from '../../../src/api/boxes.ts'
import { tokenReplacementMachine } from '../../../src/machines/boxes/token-replacement.ts'
import { answeredByHand } from '../../support/chart-model.ts'

function perform() {
  const server = answeredByHand<BoxToken>()
  const actor = createActor(tokenReplacementMachine, { input: { replace: () => server.call() } }).start()
  return { actor, server }
}

describe('the replacement of a token', () => {
  test('asks the server only once the operator means it', () => {
    const { actor, server } = perform()
    expect(server.calls).toBe(0)
    actor.send({ type: 'CONFIRM' })
    expect(server.calls).toBe(1)
  })
})
