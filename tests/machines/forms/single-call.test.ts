import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { singleCallMachine } from '../../../src/machines/forms/single-call.ts'
import { answeredByHand, settled } from '../../support/chart-model.ts'
import { cookieJar } from '../session/cookie-jar.ts'

let cookies = new Map<string, string>()
beforeEach(() => {
  cookies = cookieJar()
})
afterEach(() => vi.unstubAllGlobals())

/** Buttons of a user whose server is the test; `sent` has whose token each call went out with. */
function perform() {
  const server = answeredByHand<void>()
  const sent: string[] = []
  const change = (what: string) => () => {
    sent.push(`${what} by ${cookies.get('token')}`)
    return server.call()
  }
  const actor = createActor(singleCallMachine<void, string>()).start()
  return {
    actor,
    server,
    sent,
    press: (what: string) => actor.send({ type: 'CALL', what, change: change(what) }),
    ask: (about: string) => actor.send({ type: 'ASK', about, change: change(about) }),
  }
}

describe('changes that buttons make', () => {
  test('wait for each other, and are those of one session', async () => {
    const { server, sent, press } = perform()
    cookies.set('token', 'ada')
    press('free 1')
    press('free 2')
    expect(sent).toEqual(['free 1 by ada'])
    await server.answer()
    expect(sent).toEqual(['free 1 by ada', 'free 2 by ada'])
  })

  test.each([
    ['nobody is signed in', undefined],
    ['another one is signed in', 'bob'],
  ])('that still wait once %s are not made', async (_when, token) => {
    const { actor, server, sent, press } = perform()
    cookies.set('token', 'ada')
    press('free 1')
    press('free 2')
    press('free 3')
    if (token === undefined) cookies.delete('token')
    else cookies.set('token', token)
    await server.answer()
    await settled()
    expect(sent).toEqual(['free 1 by ada'])
    expect(actor.getSnapshot().context.calls).toEqual([])
    expect(actor.getSnapshot().hasTag('to be finished')).toBe(false)
  })

  test('that one session asked about are not made in the next', async () => {
    const { actor, sent, press, ask } = perform()
    cookies.set('token', 'ada')
    ask('delete 1')
    cookies.set('token', 'bob')
    actor.send({ type: 'CONFIRM' })
    await settled()
    press('free 2')
    expect(sent).toEqual(['free 2 by bob'])
  })
})
