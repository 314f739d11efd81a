import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { ControlMessage } from '../../../domain/stream-protocol.ts'
import { GestureFan, gestureFan, type FanTarget } from '../../../src/api/gesture-fan.ts'

const none = { delay: 0, offset: 0 }
const touch = (action: 'down' | 'move' | 'up', x = 0.5, y = 0.5): ControlMessage => ({
  type: 'touch',
  action,
  pointer: 0,
  x,
  y,
})
const key = (action: 'down' | 'up'): ControlMessage => ({ type: 'key', action, keycode: 3, meta: 0 })

/** A fan whose clock and dice are the test's. */
function stage(dice: readonly number[] = []) {
  let now = 0
  const rolls = [...dice]
  let waiting: { at: number; call: () => void }[] = []
  const missed: number[] = []
  const sent: [id: number, at: number, message: ControlMessage][] = []
  const fan = new GestureFan(
    {
      now: () => now,
      later(call, milliseconds) {
        const entry = { at: now + milliseconds, call }
        waiting.push(entry)
        return () => {
          waiting = waiting.filter((each) => each !== entry)
        }
      },
      random: () => rolls.shift() ?? 0,
    },
    (id) => missed.push(id),
  )
  const pass = (milliseconds: number): void => {
    const until = now + milliseconds
    for (;;) {
      const [next] = waiting.toSorted((a, b) => a.at - b.at)
      if (next === undefined || next.at > until) break
      waiting = waiting.filter((each) => each !== next)
      now = next.at
      next.call()
    }
    now = until
  }
  const phone = (id: number, takes = () => true): FanTarget => ({
    id,
    size: { width: 200, height: 400 },
    takes,
    send: (message) => sent.push([id, now, message]),
  })
  return { fan, pass, phone, missed, sent }
}

describe('a gesture fanned out', () => {
  test('reaches every phone at once and in order, where nothing is left to chance', () => {
    const { fan, phone, sent } = stage()
    for (const message of [touch('down'), touch('move', 0.6), touch('up', 0.6)])
      fan.gesture(message, [phone(1), phone(2)], none)
    expect(sent.map(([id, at, { type }]) => [id, at, type])).toEqual([1, 2, 1, 2, 1, 2].map((id) => [id, 0, 'touch']))
  })

  test('is late by one time throughout on each phone', () => {
    const { fan, pass, phone, sent } = stage([0.5, 0, 0, 0.1, 0, 0])
    const phones = [phone(1), phone(2)]
    fan.gesture(touch('down'), phones, { delay: 100, offset: 0 })
    pass(30)
    fan.gesture(touch('up'), phones, { delay: 100, offset: 0 })
    pass(100)
    expect(sent.filter(([id]) => id === 1).map(([, at]) => at)).toEqual([50, 80])
    expect(sent.filter(([id]) => id === 2).map(([, at]) => at)).toEqual([10, 40])
  })

  test('never overtakes the one before it', () => {
    const { fan, pass, phone, sent } = stage([1, 0, 0, 0, 0, 0])
    fan.gesture({ type: 'text', text: 'a' }, [phone(1)], { delay: 100, offset: 0 })
    pass(10)
    fan.gesture({ type: 'text', text: 'b' }, [phone(1)], { delay: 100, offset: 0 })
    pass(200)
    expect(sent.map(([, at, message]) => [at, message])).toEqual([
      [100, { type: 'text', text: 'a' }],
      [100, { type: 'text', text: 'b' }],
    ])
  })

  test('lies beside the leader by one distance throughout, in pixels of the phone, and never outside its frame', () => {
    const { fan, phone, sent } = stage([0, 1, 0])
    fan.gesture(touch('down'), [phone(1)], { delay: 0, offset: 10 })
    fan.gesture(touch('up', 0.99, 0.01), [phone(1)], { delay: 0, offset: 10 })
    expect(sent.map(([, , message]) => message)).toEqual([touch('down', 0.55, 0.475), touch('up', 1, 0)])
  })

  test('is missed by a phone that cannot take it, which then hears nothing of its rest', () => {
    let isReady = false
    const { fan, phone, sent, missed } = stage()
    const late = phone(1, () => isReady)
    fan.gesture(touch('down'), [late], none)
    fan.gesture(key('down'), [late], none)
    isReady = true
    fan.gesture(touch('move'), [late], none)
    fan.gesture(touch('up'), [late], none)
    fan.gesture(key('up'), [late], none)
    expect(missed).toEqual([1, 1])
    expect(sent).toEqual([])
  })

  test('ends on a phone that is paused: its finger and its key come up, after what it has still to do', () => {
    const { fan, pass, phone, sent } = stage([0.1])
    fan.gesture(touch('down'), [phone(1)], { delay: 100, offset: 0 })
    fan.gesture(key('down'), [phone(1)], { delay: 100, offset: 0 })
    fan.release(1)
    fan.release(7)
    pass(10)
    expect(sent.map(([, , message]) => ('action' in message ? [message.type, message.action] : message.type))).toEqual([
      ['touch', 'down'],
      ['key', 'down'],
      ['touch', 'cancel'],
      ['key', 'up'],
    ])
  })

  test('does nothing more of what waits when all is over', () => {
    const { fan, pass, phone, sent } = stage([1])
    fan.gesture({ type: 'back' }, [phone(1)], { delay: 100, offset: 0 })
    fan.stop()
    pass(1_000)
    expect(sent).toEqual([])
  })
})

test('the actor lets go of everything when it is stopped', () => {
  const { phone, sent } = stage()
  const fan = createActor(gestureFan).start()
  fan.send({ type: 'gesture', message: key('down'), targets: [phone(1)], options: none })
  fan.send({ type: 'gesture', message: touch('down'), targets: [phone(2)], options: none })
  fan.send({ type: 'release', id: 1 })
  fan.stop()
  expect(sent.map(([id, , message]) => [id, 'action' in message && message.action])).toEqual([
    [1, 'down'],
    [2, 'down'],
    [1, 'up'],
    [2, 'cancel'],
  ])
})
