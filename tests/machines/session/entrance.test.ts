import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { entranceMachine } from '../../../src/machines/session/entrance.ts'
import { testEveryShortestPath } from '../../support/chart-model.ts'

describe('the entrance', () => {
  testEveryShortestPath(
    {
      machine: entranceMachine,
      events: [{ type: 'register' }, { type: 'back' }, { type: 'registered', userName: 'ann' }],
      keep: ({ userName }) => userName,
    },
    () => ({ actor: createActor(entranceMachine).start() }),
  )

  test('leads whoever has registered to the form to sign in, with that name', () => {
    const actor = createActor(entranceMachine).start()
    actor.send({ type: 'register' })
    actor.send({ type: 'registered', userName: 'ann' })
    expect(actor.getSnapshot()).toMatchObject({ value: 'signingIn', context: { userName: 'ann' } })
  })
})
