import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { roles } from '../../../domain/roles.ts'
import { accountMachine, mayInvite } from '../../../src/machines/people/account.ts'
import type { AccountFacts } from '../../../src/api/people.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const facts: AccountFacts = {
  contact: { user_name: 'agent', role: 'agent', contact_name: '王', phone: '', email: '' },
  inviteCode: 'K7XM2PQR9A',
}

/** An account's card whose server is the test. */
function perform() {
  const server = answeredByHand<AccountFacts>()
  const asked: { invites: boolean }[] = []
  const machine = accountMachine.provide({
    actors: {
      'load the facts': fromPromise<AccountFacts, { invites: boolean }>(({ input }) => {
        asked.push(input)
        return server.call()
      }),
    },
  })
  return { actor: createActor(machine, { input: { invites: true } }).start(), server, asked }
}

describe("the account's card", () => {
  test('has an invite code for those who may invite', () => {
    expect(roles.filter(mayInvite)).toEqual(['admin', 'agent', 'manager'])
    expect(perform().asked).toEqual([{ invites: true }])
  })

  test('says why it could not be loaded, and loads at the next try', async () => {
    const { actor, server } = perform()
    await server.fail(new Error('offline'))
    expect(actor.getSnapshot().context.failure).toBe('offline')
    actor.send({ type: 'retry' })
    await server.answer(facts)
    expect(actor.getSnapshot().context.facts).toEqual(facts)
  })
})
