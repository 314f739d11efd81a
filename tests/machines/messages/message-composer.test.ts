import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { roles } from '../../../domain/roles.ts'
import { messageComposerMachine, reachedBy } from '../../../src/machines/messages/message-composer.ts'
import type { SiteMessageDraft } from '../../../src/api/messages.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const submit = { type: 'submit' as const, msg_text: ' 今晚维护 ', roles: ['manager', 'element'] as const }

/** A composer whose server is the test. */
function perform() {
  const server = answeredByHand<{ count: number }>()
  const sent: SiteMessageDraft[] = []
  const machine = messageComposerMachine.provide({
    actors: {
      'send it': fromPromise<{ count: number }, SiteMessageDraft>(({ input }) => {
        sent.push(input)
        return server.call()
      }),
    },
  })
  const actor = createActor(machine).start()
  return { actor, server, sent, context: () => actor.getSnapshot().context }
}

describe('sending a site message', () => {
  test('reaches the own role and those below; admin and security reach all', () => {
    expect(reachedBy('admin')).toEqual(roles)
    expect(reachedBy('security')).toEqual(roles)
    expect(reachedBy('agent')).toEqual(['agent', 'manager', 'element'])
    expect(reachedBy('manager')).toEqual(['manager', 'element'])
  })

  test('needs a text and at least one role', () => {
    const { actor, sent, context } = perform()
    actor.send({ type: 'submit', msg_text: '  \n', roles: [] })
    expect(context().missing).toEqual({ text: true, roles: true })
    expect(sent).toEqual([])
  })

  test('a double click sends once, without the space around the text', async () => {
    const { actor, server, sent, context } = perform()
    actor.send(submit)
    actor.send(submit)
    expect(sent).toEqual([{ msg_text: '今晚维护', roles: ['manager', 'element'] }])
    await server.answer({ count: 12 })
    expect(actor.getSnapshot().status).toBe('done')
    expect(context().count).toBe(12)
  })

  test('a refusal says why, and the next try forgets it', async () => {
    const { actor, server, context } = perform()
    actor.send(submit)
    await server.fail(new Error('太频繁'))
    expect(context().failure).toBe('太频繁')
    actor.send(submit)
    expect(context().failure).toBe('')
  })
})
