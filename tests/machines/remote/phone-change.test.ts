import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { phoneChangeMachine } from '../../../src/machines/remote/phone-change.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

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
  testEveryShortestPath(
    {
      machine: phoneChangeMachine,
      input: { opened: () => undefined },
      events: [
        { type: 'choose another', environment },
        { type: 'confirm' },
        { type: 'cancel' },
        { type: 'xstate.done.actor.reopen', output: 8 },
        { type: 'xstate.error.actor.reopen', error: new Error('没有可用的空闲设备') },
      ],
    },
    () => {
      const { actor, asked } = perform()
      return {
        actor,
        play: {
          'xstate.done.actor.reopen': () => asked.answer(8),
          'xstate.error.actor.reopen': ({ error }) => asked.fail(error),
        },
      }
    },
  )

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
