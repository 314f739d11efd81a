import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { phoneChangeMachine } from '../../../src/machines/remote/phone-change.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const environment = { id: 5, name: 'shop', market: 'amazon' } as const

/** A change whose server the test plays. */
function perform() {
  const asked = answeredByHand<number>()
  const opened: number[] = []
  const machine = phoneChangeMachine.provide({ actors: { reopen: fromPromise(() => asked.call()) } })
  const actor = createActor(machine, { input: { opened: (deviceId) => opened.push(deviceId) } }).start()
  return { actor, asked, opened }
}

describe('the environment of a lost phone', () => {
  test('goes to another only once what is lost was read', async () => {
    const { actor, asked, opened } = perform()
    actor.send({ type: 'confirm' })
    expect(actor.getSnapshot().value).toBe('waiting')
    actor.send({ type: 'choose another', environment })
    actor.send({ type: 'confirm' })
    await asked.answer(8)
    expect(opened).toEqual([8])
  })
})
