import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { notificationsMachine, type Notice } from '../../../src/machines/shell/notifications.ts'

const error: Notice = { kind: 'error', text: '没有权限' }
const warning: Notice = { kind: 'warning', text: 'mqtt服务连接失败' }

/** What was done and can be undone. */
const undoable = (text: string): Notice => ({
  kind: 'success',
  text,
  action: { text: '撤销', run: () => undefined },
})

/** Notices whose clock is the test's. */
function perform() {
  const clock = new SimulatedClock()
  const actor = createActor(notificationsMachine, { clock }).start()
  const notify = (notice: Notice) => actor.send({ type: 'notify', notice })
  return { actor, clock, notify, texts: () => actor.getSnapshot().context.shown.map(({ text }) => text) }
}

describe('the notifications', () => {
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

  test('the same words about two things that can be undone are two notices', () => {
    const { notify, texts } = perform()
    notify(undoable('deleted'))
    notify(undoable('deleted'))
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

  test('what can be undone stays for the ten minutes that it can, whatever else is told meanwhile', () => {
    const { clock, notify, texts } = perform()
    notify(undoable('deleted'))
    for (let second = 0; second < 599; second += 1) {
      notify({ kind: 'error', text: `reason ${second}` })
      clock.increment(1_000)
    }
    clock.increment(999)
    expect(texts()).toContain('deleted')
    expect(texts().length).toBeLessThanOrEqual(5)
    clock.increment(1)
    expect(texts()).not.toContain('deleted')
  })

  test('among many that can be undone, a plain one is still told, and none of them leaves for it', () => {
    const { clock, notify, texts } = perform()
    const changes = ['1', '2', '3', '4', '5']
    for (const text of changes) notify(undoable(text))
    notify(error)
    expect(texts()).toEqual([...changes, error.text])
    notify(warning)
    expect(texts()).toEqual([...changes, warning.text])
    clock.increment(5_000)
    expect(texts()).toEqual(changes)
    notify(undoable('6'))
    expect(texts()).toEqual(['2', '3', '4', '5', '6'])
  })

  test('what its user alone can do leaves with its user; what only tells something stays for its time', () => {
    const { actor, clock, notify, texts } = perform()
    notify(undoable('deleted'))
    notify(error)
    notify(undoable('changed'))
    actor.send({ type: 'user left' })
    expect(texts()).toEqual([error.text])
    clock.increment(10_000)
    expect(texts()).toEqual([])
    notify(undoable('added'))
    actor.send({ type: 'user left' })
    expect(texts()).toEqual([])
    expect(actor.getSnapshot().matches('quiet')).toBe(true)
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
