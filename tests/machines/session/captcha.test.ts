import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { captchaAnswer, captchaMachine } from '../../../src/machines/session/captcha.ts'
import type { Captcha } from '../../../src/api/session-calls.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const captcha: Captcha = { captcha_id: 'c1', image: 'data:image/png;base64,AAAA', required: true }
const noCaptcha: Captcha = { captcha_id: '', image: '', required: false }

/** A captcha whose pictures come from the test. */
function perform() {
  const picture = answeredByHand<Captcha>()
  const machine = captchaMachine.provide({ actors: { 'fetch a captcha': fromPromise(() => picture.call()) } })
  const actor = createActor(machine).start()
  return { actor, picture, shown: () => actor.getSnapshot().context.captcha }
}

describe('the captcha', () => {
  test('the picture before is gone while another one is on its way', async () => {
    const { actor, picture, shown } = perform()
    await picture.answer(captcha)
    expect(shown()).toBe(captcha)
    actor.send({ type: 'reload' })
    expect(shown()).toBeUndefined()
    await picture.answer({ ...captcha, captcha_id: 'c2' })
    expect(shown()).toMatchObject({ captcha_id: 'c2' })
  })

  test('several clicks ask for one picture', async () => {
    const { actor, picture } = perform()
    await picture.answer(captcha)
    actor.send({ type: 'reload' })
    actor.send({ type: 'reload' })
    expect(picture.calls).toBe(2)
  })

  test('an answer names its picture and has no space around it; where none is required there is none', () => {
    expect(captchaAnswer(captcha, ' 7Q ')).toEqual({ captcha_id: 'c1', captcha_val: '7Q' })
    expect(captchaAnswer(noCaptcha, '')).toEqual({})
  })
})
