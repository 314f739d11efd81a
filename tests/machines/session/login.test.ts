import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ApiError } from '../../../src/api/errors.ts'
import { captchaMachine } from '../../../src/machines/session/captcha.ts'
import type { Captcha, Credentials } from '../../../src/api/session-calls.ts'
import { loginMachine } from '../../../src/machines/session/login.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const captcha: Captcha = { captcha_id: 'c1', image: 'data:image/png;base64,AAAA', required: true }
const noCaptcha: Captcha = { captcha_id: '', image: '', required: false }
const filledIn = { type: 'submit' as const, user_name: ' manager ', password: 'secret', captcha_val: ' 7Q ' }

/** A login screen whose server is the test. */
function perform() {
  const picture = answeredByHand<Captcha>()
  const signIn = answeredByHand<{ token: string }>()
  const tried: Credentials[] = []
  const tokens: string[] = []
  const machine = loginMachine.provide({
    actors: {
      captcha: captchaMachine.provide({ actors: { 'fetch a captcha': fromPromise(() => picture.call()) } }),
      'sign in': fromPromise<{ token: string }, Credentials>(({ input }) => {
        tried.push(input)
        return signIn.call()
      }),
    },
  })
  const actor = createActor(machine)
  actor.on('accepted', ({ token }) => tokens.push(token))
  actor.start()
  return { actor, picture, signIn, tried, tokens, context: () => actor.getSnapshot().context }
}

describe('the login', () => {
  test('sends the user name without surrounding space, with the captcha of the picture, and hands out the token', async () => {
    const { actor, picture, signIn, tried, tokens } = perform()
    await picture.answer(captcha)
    actor.send(filledIn)
    expect(tried).toEqual([{ user_name: 'manager', password: 'secret', captcha_id: 'c1', captcha_val: '7Q' }])
    await signIn.answer({ token: 'fresh' })
    expect(tokens).toEqual(['fresh'])
  })

  test('sends no captcha where none is required', async () => {
    const { actor, picture, tried } = perform()
    await picture.answer(noCaptcha)
    actor.send({ ...filledIn, captcha_val: '' })
    expect(tried).toEqual([{ user_name: 'manager', password: 'secret' }])
  })

  test('points out each field that is missing, and asks nobody', async () => {
    const { actor, picture, tried, context } = perform()
    await picture.answer(captcha)
    actor.send({ type: 'submit', user_name: '   ', password: '', captcha_val: '' })
    expect(context().problems).toEqual({
      user_name: { reason: 'required' },
      password: { reason: 'required' },
      captcha_val: { reason: 'required' },
    })
    expect(tried).toEqual([])
  })

  test('a double submit tries once', async () => {
    const { actor, picture, signIn } = perform()
    await picture.answer(captcha)
    actor.send(filledIn)
    actor.send(filledIn)
    expect(signIn.calls).toBe(1)
  })

  test('waits for the picture before it tries', () => {
    const { actor, tried } = perform()
    actor.send(filledIn)
    expect(tried).toEqual([])
  })

  test('without a picture it says that one is missing and fetches another, which a try then needs', async () => {
    const { actor, picture, tried, context } = perform()
    await picture.fail(new Error('no'))
    actor.send({ ...filledIn, captcha_val: '' })
    expect(context().problems).toEqual({ captcha_val: { reason: 'required' } })
    expect(JSON.stringify(context())).not.toContain('secret')
    expect(picture.calls).toBe(2)
    await picture.answer(captcha)
    expect(tried).toEqual([])
    actor.send(filledIn)
    expect(tried).toHaveLength(1)
  })

  test('a failed try fetches another picture and forgets the password', async () => {
    const { actor, picture, signIn, context } = perform()
    await picture.answer(captcha)
    actor.send(filledIn)
    await signIn.fail(new ApiError(40101, 'wrong'))
    expect(picture.calls).toBe(2)
    expect(context().problems).toEqual({ password: { reason: 'wrongCredentials' } })
    expect(context().refusals).toBe(1)
    expect(JSON.stringify(context())).not.toContain('secret')
  })

  test('a wrong captcha is shown at the captcha, and what the server says of a field at that field', async () => {
    const { actor, picture, signIn, context } = perform()
    await picture.answer(captcha)
    actor.send(filledIn)
    await signIn.fail(new ApiError(40102, 'wrong'))
    expect(context()).toMatchObject({ problems: { captcha_val: { reason: 'wrongCaptcha' } }, refusals: 0 })
    await picture.answer(captcha)
    actor.send(filledIn)
    expect(context().problems).toEqual({})
    await signIn.fail(new ApiError(40000, 'invalid', { user_name: '太长' }))
    expect(context().problems).toEqual({ user_name: { text: '太长' } })
  })
})
