import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ApiError } from '../../../src/api/errors.ts'
import {
  changePasswordMachine,
  type PasswordForm,
  type PasswordEmitted,
} from '../../../src/machines/session/change-password.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const form: PasswordForm = { old_password: 'before-1', new_password: 'after-22', new_passwordcopy: 'after-22' }
const submit = { type: 'submit' as const, ...form }

/** The dialog, whose server is the test. */
function perform() {
  const server = answeredByHand<void>()
  const asked: PasswordForm[] = []
  const news: PasswordEmitted[] = []
  const machine = changePasswordMachine.provide({
    actors: {
      'change it': fromPromise<void, PasswordForm>(({ input }) => {
        asked.push(input)
        return server.call()
      }),
    },
  })
  const actor = createActor(machine)
  actor.on('*', (heard) => news.push(heard))
  actor.start()
  return { actor, server, asked, news, context: () => actor.getSnapshot().context }
}

function opened() {
  const play = perform()
  play.actor.send({ type: 'open' })
  return play
}

describe('the change of the password', () => {
  test('needs all three fields: each that is empty is pointed out, and nobody is asked', () => {
    const { actor, asked, context } = opened()
    actor.send({ type: 'submit', old_password: '', new_password: '', new_passwordcopy: '' })
    const required = { reason: 'required' }
    expect(context().problems).toEqual({ old_password: required, new_password: required, new_passwordcopy: required })
    actor.send({ ...submit, new_password: '' })
    expect(context().problems).toEqual({ new_password: required })
    expect(asked).toEqual([])
  })

  test('needs the new password twice alike', () => {
    const { actor, asked, context } = opened()
    actor.send({ ...submit, new_passwordcopy: 'after-23' })
    expect(context().problems).toEqual({ new_passwordcopy: { reason: 'mismatch' } })
    expect(asked).toEqual([])
  })

  test('leaves it to the server what a password has to be made of', () => {
    const { actor, asked } = opened()
    actor.send({ ...submit, new_password: 'x', new_passwordcopy: 'x' })
    expect(asked).toEqual([{ ...form, new_password: 'x', new_passwordcopy: 'x' }])
  })

  test('says that it was changed, and closes', async () => {
    const { actor, server, news } = opened()
    actor.send(submit)
    await server.answer()
    expect(news).toEqual([{ type: 'password submitted' }, { type: 'password changed' }])
    expect(actor.getSnapshot().value).toBe('closed')
  })

  test('a refusal keeps the dialog open, with the words of the server at their field', async () => {
    const { actor, server, news, context } = opened()
    actor.send(submit)
    const failure = new ApiError(40000, '输入有误', { old_password: '原密码不正确' })
    await server.fail(failure)
    expect(actor.getSnapshot().value).toBe('editing')
    expect(context()).toMatchObject({ problems: { old_password: { text: '原密码不正确' } }, failure: '输入有误' })
    expect(news.at(-1)).toEqual({ type: 'password not changed', failure })
    actor.send(submit)
    expect(context()).toMatchObject({ problems: {}, failure: '' })
  })

  test('a double click asks once, and what is under way can not be cancelled', () => {
    const { actor, server } = opened()
    actor.send(submit)
    actor.send(submit)
    actor.send({ type: 'cancel' })
    expect(server.calls).toBe(1)
    expect(actor.getSnapshot().value).toBe('submitting')
  })

  test('keeps no password once it has its answer', async () => {
    const { actor, server, context } = opened()
    actor.send(submit)
    await server.fail(new Error('no'))
    expect(JSON.stringify(context())).not.toMatch(/before-1|after-22/)
  })

  test('opens without the complaints of the last time', () => {
    const { actor, context } = opened()
    actor.send({ ...submit, old_password: '' })
    actor.send({ type: 'cancel' })
    actor.send({ type: 'open' })
    expect(context().problems).toEqual({})
  })
})
