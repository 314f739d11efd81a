import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { subscriptionMachine } from '../../../src/machines/shell/subscription.ts'

const bought = 1_700_000_000 // In seconds: ten digits.

/** A subscription of so many seconds whose clock is the test's. */
function perform(expiration: number, timestamp = bought) {
  const clock = new SimulatedClock()
  const time = { now: bought * 1_000, looks: 0 }
  const now = () => {
    time.looks += 1
    return time.now
  }
  const actor = createActor(subscriptionMachine, { clock, input: { expiration, timestamp, now } }).start()
  const pass = (seconds: number) => {
    for (let count = 0; count < seconds; count += 1) {
      time.now += 1_000
      clock.increment(1_000)
    }
  }
  return { actor, time, pass }
}

describe('the subscription', () => {
  test('of no time at all is over at once', () => {
    expect(perform(0).actor.getSnapshot().matches('expired')).toBe(true)
  })

  test('counts down once a second', () => {
    const { actor, pass } = perform(10)
    expect(actor.getSnapshot().context.left).toBe(10_000)
    pass(1)
    expect(actor.getSnapshot().context.left).toBe(9_000)
    pass(8)
    expect(actor.getSnapshot().context.left).toBe(1_000)
    expect(actor.getSnapshot().matches('running')).toBe(true)
  })

  test('that is renewed counts on, also after it was over', () => {
    const { actor, pass } = perform(3)
    pass(3)
    actor.send({ type: 'changed', service: { expiration: 10, timestamp: bought } })
    expect(actor.getSnapshot()).toMatchObject({ value: 'running', context: { left: 7_000 } })
    pass(7)
    expect(actor.getSnapshot().matches('expired')).toBe(true)
  })

  test('that is cut short of now is over at once', () => {
    const { actor } = perform(60)
    actor.send({ type: 'changed', service: { expiration: 0, timestamp: bought } })
    expect(actor.getSnapshot().matches('expired')).toBe(true)
  })

  test('expires in the second in which its time is up, and then looks at the clock no more', () => {
    const { actor, time, pass } = perform(3)
    pass(3)
    expect(actor.getSnapshot().matches('expired')).toBe(true)
    const { looks } = time
    pass(5)
    expect(time.looks).toBe(looks)
  })

  test('takes a timestamp of ten digits as seconds, and a longer one as milliseconds', () => {
    expect(perform(60, bought).actor.getSnapshot().context.endsAt).toBe((bought + 60) * 1_000)
    expect(perform(60, bought * 1_000).actor.getSnapshot().context.endsAt).toBe((bought + 60) * 1_000)
  })

  test('a clock that is put back lengthens it at the next second, and the countdown goes on from there', () => {
    const { actor, time, pass } = perform(60)
    time.now -= 3_600_000
    pass(1)
    expect(actor.getSnapshot().context.left).toBe(60_000 + 3_600_000 - 1_000)
    pass(1)
    expect(actor.getSnapshot().context.left).toBe(60_000 + 3_600_000 - 2_000)
  })

  test('a clock that jumps ahead ends it at the next second', () => {
    const { actor, time, pass } = perform(86_400)
    time.now += 100 * 86_400_000
    pass(1)
    expect(actor.getSnapshot().matches('expired')).toBe(true)
  })
})
