import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { entranceMachine } from '../../../src/machines/session/entrance.ts'

describe('the entrance', () => {
  test('shows the name that the address has, and leads whoever has registered to the form to sign in with theirs', () => {
    const actor = createActor(entranceMachine, { input: { userName: 'bob' } }).start()
    expect(actor.getSnapshot()).toMatchObject({ value: 'signingIn', context: { userName: 'bob' } })
    actor.send({ type: 'register' })
    actor.send({ type: 'registered', userName: 'ann' })
    expect(actor.getSnapshot()).toMatchObject({ value: 'signingIn', context: { userName: 'ann' } })
  })
})
