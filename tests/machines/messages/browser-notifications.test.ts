import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { Standing } from '../../../src/api/browser-notifications.ts'
import { browserNotificationsMachine } from '../../../src/machines/messages/browser-notifications.ts'
import { answeredByHand } from '../../support/chart-model.ts'

/** The switch, whose browser and server are the test. */
function perform() {
  const looking = answeredByHand<Standing>()
  const turningOn = answeredByHand<Standing>()
  const turningOff = answeredByHand<void>()
  const machine = browserNotificationsMachine.provide({
    actors: {
      'look up how it stands': fromPromise(() => looking.call()),
      'turn it on': fromPromise(() => turningOn.call()),
      'turn it off': fromPromise(() => turningOff.call()),
    },
  })
  return { actor: createActor(machine).start(), looking, turningOn, turningOff }
}

describe('the switch of the browser’s notifications', () => {
  test('asks nobody for anything before the operator wants it on', async () => {
    const { actor, looking, turningOn } = perform()
    await looking.answer('off')
    expect(turningOn.calls).toBe(0)
    actor.send({ type: 'TURN_ON' })
    expect(turningOn.calls).toBe(1)
  })

  test('pressed twice asks once', async () => {
    const { actor, looking, turningOn, turningOff } = perform()
    await looking.answer('off')
    actor.send({ type: 'TURN_ON' })
    actor.send({ type: 'TURN_ON' })
    expect(turningOn.calls).toBe(1)
    await turningOn.answer('on')
    actor.send({ type: 'TURN_OFF' })
    actor.send({ type: 'TURN_OFF' })
    expect(turningOff.calls).toBe(1)
  })

  test('tries again what has failed, and says why it had', async () => {
    const { actor, looking, turningOn, turningOff } = perform()
    await looking.fail(new Error('away'))
    expect(actor.getSnapshot().context.failure).toBe('away')
    actor.send({ type: 'RETRY' })
    await looking.answer('off')
    actor.send({ type: 'TURN_ON' })
    await turningOn.fail(new Error('no service'))
    expect(actor.getSnapshot().context.failure).toBe('no service')
    actor.send({ type: 'RETRY' })
    await turningOn.answer('on')
    actor.send({ type: 'TURN_OFF' })
    await turningOff.fail(new Error('cut off'))
    expect(actor.getSnapshot().context.failure).toBe('cut off')
    actor.send({ type: 'RETRY' })
    await turningOff.answer()
    expect([looking.calls, turningOn.calls, turningOff.calls]).toEqual([2, 2, 2])
    expect(actor.getSnapshot().matches('off')).toBe(true)
  })
})
