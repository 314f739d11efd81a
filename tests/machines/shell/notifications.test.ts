import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { notificationsMachine, type Notice } from '../../../src/machines/shell/notifications.ts'
import { testEveryShortestPath } from '../../support/chart-model.ts'

const error: Notice = { kind: 'error', text: '没有权限' }
const warning: Notice = { kind: 'warning', text: 'mqtt服务连接失败' }

/** Notices whose clock is the test's. */
function perform() {
  const clock = new SimulatedClock()
  const actor = createActor(notificationsMachine, { clock }).start()
  const notify = (notice: Notice) => actor.send({ type: 'notify', notice })
  return { actor, clock, notify, texts: () => actor.getSnapshot().context.shown.map(({ text }) => text) }
}

describe('the notifications', () => {
  testEveryShortestPath(
    {
      machine: notificationsMachine,
      events: [
        { type: 'notify', notice: error },
        { type: 'notify', notice: warning },
        { type: 'dismiss', id: 1 },
        { type: 'dismiss', id: 2 },
        { type: 'time is up', id: 1 },
        { type: 'clear' },
      ],
      // Each new notice has a new number, without end; the first three tell all there is to tell.
      keep: ({ shown, nextId }) => [shown.map(({ id }) => id), Math.min(nextId, 3)],
    },
    () => ({ actor: perform().actor }),
  )

  test('an error stays for ten seconds, a warning for five, anything else for three', () => {
    const { clock, notify, texts } = perform()
    notify(error)
    notify(warning)
    notify({ kind: 'success', text: '退出成功' })
    clock.increment(2_999)
    expect(texts()).toHaveLength(3)
    clock.increment(1)
    expect(texts()).toEqual([error.text, warning.text])
    clock.increment(2_000)
    expect(texts()).toEqual([error.text])
    clock.increment(4_999)
    expect(texts()).toEqual([error.text])
    clock.increment(1)
    expect(texts()).toEqual([])
  })

  test('the same notice again is not shown twice; its time begins anew', () => {
    const { clock, notify, texts } = perform()
    notify(error)
    clock.increment(9_000)
    notify(error)
    expect(texts()).toEqual([error.text])
    clock.increment(9_999)
    expect(texts()).toEqual([error.text])
    clock.increment(1)
    expect(texts()).toEqual([])
  })

  test('the same words as an error and as a warning are two notices', () => {
    const { notify, texts } = perform()
    notify({ kind: 'error', text: 'x' })
    notify({ kind: 'warning', text: 'x' })
    expect(texts()).toHaveLength(2)
  })

  test('at most five are shown: the oldest leaves, and its timer takes nothing else with it', () => {
    const { clock, notify, texts } = perform()
    notify({ kind: 'success', text: '0' })
    for (const text of ['1', '2', '3', '4', '5']) notify({ kind: 'error', text })
    expect(texts()).toEqual(['1', '2', '3', '4', '5'])
    clock.increment(3_000)
    expect(texts()).toHaveLength(5)
  })

  test('dismissing one leaves the others with their own time', () => {
    const { actor, clock, notify, texts } = perform()
    notify(error)
    clock.increment(4_000)
    notify({ kind: 'error', text: 'later' })
    actor.send({ type: 'dismiss', id: 1 })
    clock.increment(9_999)
    expect(texts()).toEqual(['later'])
    clock.increment(1)
    expect(texts()).toEqual([])
  })

  test('dismissing what is gone already changes nothing', () => {
    const { actor, notify, texts } = perform()
    notify(error)
    actor.send({ type: 'dismiss', id: 99 })
    expect(texts()).toEqual([error.text])
  })

  test('a thousand failures for five reasons show five notices', () => {
    const { notify, texts } = perform()
    for (let count = 0; count < 1_000; count += 1) notify({ kind: 'error', text: `reason ${count % 5}` })
    expect(texts()).toHaveLength(5)
  })
})
