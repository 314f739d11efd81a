import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { sessionMachine, verdictOn, type SessionEmitted } from '../../../src/machines/session/session.ts'
import type { SessionInfo } from '../../../src/api/session-calls.ts'
import { answeredByHand, settled } from '../../support/chart-model.ts'
import { cookieJar } from './cookie-jar.ts'

const manager: SessionInfo = {
  id: 4,
  user_name: 'manager',
  avatar: '',
  role: 'manager',
  modules: ['amazon'],
  expiration: 86_400,
  authorization_at: 1_700_000_000,
  mqtt_config: { broker_url: 'ws://console/mqtt', user_name: 'u', password: 'p', client_id: 'c', topic: 'fleet/1/#' },
}
const signOutTimeout = 5_000

let cookies = new Map<string, string>()
beforeEach(() => {
  cookies = cookieJar()
})
afterEach(() => vi.unstubAllGlobals())

/** A session whose server, cookie and clock are the test's. */
function perform() {
  const clock = new SimulatedClock()
  const load = answeredByHand<SessionInfo | null>()
  const leave = answeredByHand<unknown>()
  const asked: string[] = []
  const heard: SessionEmitted[] = []
  const machine = sessionMachine.provide({
    actors: {
      'load the user': fromPromise<SessionInfo | null | undefined, { token: string }>(({ input }) => {
        asked.push(input.token)
        return load.call()
      }),
      'end the session': fromPromise(() => leave.call()),
    },
  })
  const actor = createActor(machine, { clock, input: { domain: 'console' } })
  actor.on('*', (news) => heard.push(news))
  actor.start()
  const navigate = (token: string | undefined) => {
    if (token !== undefined) cookies.set('token', token)
    actor.send({ type: 'navigate', token })
  }
  return {
    actor,
    clock,
    load,
    leave,
    asked,
    navigate,
    /** What it told since it was asked last. */
    news: () => heard.splice(0).filter(({ type }) => type !== 'left'),
    verdict: (path: string) => verdictOn(actor.getSnapshot(), path),
  }
}

async function signedIn() {
  const play = perform()
  play.navigate('mine')
  await play.load.answer(manager)
  play.navigate('mine')
  play.news()
  return play
}

describe('the session', () => {
  test('without a token only /login is open', () => {
    const { navigate, verdict, asked } = perform()
    navigate(undefined)
    expect(verdict('/login')).toEqual({ kind: 'pass' })
    for (const path of ['/', '/dashboard', '/404', '/remote/observe', '/nowhere'])
      expect(verdict(path)).toEqual({ kind: 'go', to: '/login' })
    expect(asked).toEqual([])
  })

  test('the first navigation with a token loads its user once and is then redone; the next ones pass', async () => {
    const { navigate, load, verdict, asked, news } = perform()
    navigate('mine')
    expect(asked).toEqual(['mine'])
    await load.answer(manager)
    expect(news()).toEqual([{ type: 'signed in', user: manager, token: 'mine' }])
    expect(verdict('/device/list')).toEqual({ kind: 'redo' })
    navigate('mine')
    expect(verdict('/device/list')).toEqual({ kind: 'pass' })
    navigate('mine')
    expect(verdict('/dashboard')).toEqual({ kind: 'pass' })
    expect(asked).toHaveLength(1)
  })

  test('a signed-in user who opens /login is sent to /', async () => {
    const { verdict } = await signedIn()
    expect(verdict('/login')).toEqual({ kind: 'go', to: '/' })
  })

  test('ten navigations in one tick load the user once', async () => {
    const { navigate, load, asked, verdict } = perform()
    for (let count = 0; count < 10; count += 1) navigate('mine')
    await load.answer(manager)
    navigate('mine')
    expect(verdict('/dashboard')).toEqual({ kind: 'pass' })
    expect(asked).toEqual(['mine'])
  })

  test('a failure clears the token, tells its message and leads to /login', async () => {
    const { navigate, load, verdict, news } = perform()
    navigate('mine')
    await load.fail(new Error('登录信息无效'))
    expect(news()).toEqual([{ type: 'not loaded', message: '登录信息无效' }])
    expect(cookies.has('token')).toBe(false)
    expect(verdict('/dashboard')).toEqual({ kind: 'go', to: '/login' })
  })

  test('a failure that says nothing is told without words', async () => {
    const { navigate, load, news } = perform()
    navigate('mine')
    await load.fail(undefined)
    expect(news()).toEqual([{ type: 'not loaded', message: '' }])
  })

  test('an answer without a user is told as such, and clears the token', async () => {
    const { navigate, load, verdict, news } = perform()
    navigate('mine')
    await load.answer(null)
    expect(news()).toEqual([{ type: 'nothing came back' }])
    expect(cookies.has('token')).toBe(false)
    expect(verdict('/dashboard')).toEqual({ kind: 'go', to: '/login' })
  })

  test('signing out ends the session at the server, clears token and user, and goes to /login', async () => {
    const { actor, leave, news } = await signedIn()
    actor.send({ type: 'sign out' })
    expect(cookies.get('token')).toBe('mine')
    await leave.answer(null)
    expect(news()).toEqual([{ type: 'signed out' }, { type: 'go', to: '/login' }])
    expect(cookies.has('token')).toBe(false)
    expect(actor.getSnapshot().context.user).toBeUndefined()
  })

  test('signing out twice asks the server once', async () => {
    const { actor, leave } = await signedIn()
    actor.send({ type: 'sign out' })
    actor.send({ type: 'sign out' })
    expect(leave.calls).toBe(1)
  })

  test('a server that does not answer keeps nobody signed in for longer than five seconds', async () => {
    const { actor, clock, news } = await signedIn()
    actor.send({ type: 'sign out' })
    clock.increment(signOutTimeout - 1)
    expect(actor.getSnapshot().matches('signingOut')).toBe(true)
    clock.increment(1)
    expect(news()).toContainEqual({ type: 'signed out' })
  })

  test('the server may end the session: the operator learns why and goes to /login', async () => {
    const { actor, news } = await signedIn()
    actor.send({ type: 'session is over', message: '账号已停用' })
    expect(news()).toEqual([
      { type: 'forced out', message: '账号已停用' },
      { type: 'go', to: '/login' },
    ])
    expect(cookies.has('token')).toBe(false)
  })

  test('can be left without a word and without asking the server, as after a change of the password', async () => {
    const { actor, leave, news } = await signedIn()
    actor.send({ type: 'leave' })
    expect(news()).toEqual([{ type: 'go', to: '/login' }])
    expect(cookies.has('token')).toBe(false)
    expect(leave.calls).toBe(0)
  })

  test('the end of the session while signing out is what was asked for, and nothing to tell', async () => {
    const { actor, leave, news } = await signedIn()
    actor.send({ type: 'sign out' })
    actor.send({ type: 'session is over', message: 'ended elsewhere' })
    await leave.answer(null)
    expect(news()).toEqual([{ type: 'signed out' }, { type: 'go', to: '/login' }])
  })

  test('of two tabs of which one signed out, the other one goes to /login at its next navigation', async () => {
    const { navigate, verdict } = await signedIn()
    cookies.delete('token')
    navigate(undefined)
    expect(verdict('/device/list')).toEqual({ kind: 'go', to: '/login' })
  })

  test("another tab's newer token is loaded at the next navigation", async () => {
    const { actor, navigate, load, asked } = await signedIn()
    navigate('another')
    await load.answer({ ...manager, id: 5 })
    expect(asked).toEqual(['mine', 'another'])
    expect(actor.getSnapshot().context.user?.id).toBe(5)
  })

  test.each(['focus', 'visibilitychange'])(
    'whoever comes back (%s) to a tab whose cookie is another one by now has its navigation done again',
    async (event) => {
      const { load, navigate, news } = await signedIn()
      dispatchEvent(new Event(event))
      expect(news()).toEqual([])
      cookies.set('token', 'another')
      dispatchEvent(new Event(event))
      expect(news()).toEqual([{ type: 'cookie changed' }])
      navigate('another')
      await load.answer({ ...manager, id: 5 })
      news()
      dispatchEvent(new Event(event))
      expect(news()).toEqual([])
      cookies.delete('token')
      dispatchEvent(new Event(event))
      expect(news()).toEqual([{ type: 'cookie changed' }])
    },
  )

  test('once nobody is signed in, nobody looks at the cookie', async () => {
    const { actor, news } = await signedIn()
    actor.send({ type: 'leave' })
    news()
    cookies.set('token', 'another')
    dispatchEvent(new Event('focus'))
    expect(news()).toEqual([])
  })

  test("being forced out does not clear another tab's newer token", async () => {
    const { actor } = await signedIn()
    cookies.set('token', 'another')
    actor.send({ type: 'session is over', message: '' })
    expect(cookies.get('token')).toBe('another')
  })

  test('leaves no call waiting when it is stopped', async () => {
    const { actor, navigate, load, news } = perform()
    navigate('mine')
    actor.stop()
    await load.answer(manager)
    await settled()
    expect(news()).toEqual([])
  })
})
