import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ApiError } from '../../../src/api/errors.ts'
import { captchaMachine } from '../../../src/machines/session/captcha.ts'
import type { Captcha } from '../../../src/api/session-calls.ts'
import { registerMachine, type RegisterForm } from '../../../src/machines/session/register.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const captcha: Captcha = { captcha_id: 'c1', image: 'data:image/png;base64,AAAA', required: true }
const noCaptcha: Captcha = { captcha_id: '', image: '', required: false }
const form: RegisterForm = {
  user_name: ' shop-07 ',
  password: 'secret-11',
  invite_code: ' K7XM2 ',
  captcha_val: ' 7Q ',
}
const submit = { type: 'submit' as const, ...form }

/** The form, whose server is the test. */
function perform() {
  const picture = answeredByHand<Captcha>()
  const server = answeredByHand<{ user_name: string }>()
  const tried: unknown[] = []
  const machine = registerMachine.provide({
    actors: {
      captcha: captchaMachine.provide({ actors: { 'fetch a captcha': fromPromise(() => picture.call()) } }),
      register: fromPromise<{ user_name: string }, { user_name: string; password: string; invite_code: string }>(
        ({ input }) => {
          tried.push(input)
          return server.call()
        },
      ),
    },
  })
  const actor = createActor(machine).start()
  return { actor, picture, server, tried, context: () => actor.getSnapshot().context }
}

describe('registering', () => {
  test('sends what was filled in without the space around it, and the captcha of the picture', async () => {
    const { actor, picture, server, tried, context } = perform()
    await picture.answer(captcha)
    actor.send(submit)
    expect(tried).toEqual([
      { user_name: 'shop-07', password: 'secret-11', invite_code: 'K7XM2', captcha_id: 'c1', captcha_val: '7Q' },
    ])
    await server.answer({ user_name: 'shop-07' })
    expect(context().registeredAs).toBe('shop-07')
  })

  test('points out what is missing, and an invite code that is not alphanumeric, and asks nobody', async () => {
    const { actor, picture, tried, context } = perform()
    await picture.answer(captcha)
    actor.send({ type: 'submit', user_name: ' ', password: '', invite_code: '', captcha_val: '' })
    const required = { reason: 'required' }
    expect(context().problems).toEqual({
      user_name: required,
      password: required,
      invite_code: required,
      captcha_val: required,
    })
    actor.send({ ...submit, invite_code: 'K7-XM' })
    expect(context().problems).toEqual({ invite_code: { reason: 'notAlphanumeric' } })
    expect(tried).toEqual([])
  })

  test('places what the server refuses at its field, and fetches another picture', async () => {
    const { actor, picture, server, context } = perform()
    await picture.answer(captcha)
    actor.send(submit)
    await server.fail(new ApiError(40000, '输入有误', { user_name: '已被使用' }))
    expect(context()).toMatchObject({ problems: { user_name: { text: '已被使用' } }, failure: '' })
    expect(picture.calls).toBe(2)
    await picture.answer(captcha)
    actor.send(submit)
    await server.fail(new ApiError(40102, 'wrong'))
    expect(context().problems).toEqual({ captcha_val: { reason: 'wrongCaptcha' } })
  })

  test('without a picture it says that one is missing and fetches another, which a try then needs', async () => {
    const { actor, picture, tried, context } = perform()
    await picture.fail(new Error('no'))
    actor.send({ ...submit, captcha_val: '' })
    expect(context().problems).toEqual({ captcha_val: { reason: 'required' } })
    expect(JSON.stringify(context())).not.toContain('secret-11')
    expect(picture.calls).toBe(2)
    await picture.answer(captcha)
    expect(tried).toEqual([])
    actor.send(submit)
    expect(tried).toHaveLength(1)
  })

  test('says what no field is to blame for, and keeps no password', async () => {
    const { actor, picture, server, context } = perform()
    await picture.answer(noCaptcha)
    actor.send(submit)
    await server.fail(new ApiError(42900, '太频繁'))
    expect(context()).toMatchObject({ problems: {}, failure: '太频繁' })
    expect(JSON.stringify(context())).not.toContain('secret-11')
  })
})
