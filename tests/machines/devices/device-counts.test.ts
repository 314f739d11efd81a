import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { deviceCountsMachine } from '../../../src/machines/devices/device-counts.ts'
import type { DeviceCounts } from '../../../src/api/device-totals.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const twelve: DeviceCounts = { thread_number: 12, using_number: 3 }
const gatheringTime = 1_000

/** Counts whose server and clock are the test's. */
function perform() {
  const clock = new SimulatedClock()
  const server = answeredByHand<DeviceCounts>()
  const machine = deviceCountsMachine.provide({ actors: { 'count the phones': fromPromise(() => server.call()) } })
  const actor = createActor(machine, { clock }).start()
  return { actor, clock, server, counts: () => actor.getSnapshot().context.counts }
}

describe('the device counts', () => {
  test('a click refreshes them; the old ones stay until the new ones are there', async () => {
    const { actor, server, counts } = perform()
    await server.answer(twelve)
    actor.send({ type: 'refresh' })
    expect(counts()).toEqual(twelve)
    await server.answer({ thread_number: 13, using_number: 4 })
    expect(counts()).toEqual({ thread_number: 13, using_number: 4 })
  })

  test('a thousand changes within a second are one question', async () => {
    const { actor, clock, server } = perform()
    await server.answer(twelve)
    for (let count = 0; count < 1_000; count += 1) actor.send({ type: 'fleet changed' })
    clock.increment(gatheringTime)
    expect(server.calls).toBe(2)
  })

  test('changes that never cease are counted once a second all the same', async () => {
    const { actor, clock, server } = perform()
    await server.answer(twelve)
    for (let tenths = 0; tenths < 30; tenths += 1) {
      actor.send({ type: 'fleet changed' })
      clock.increment(100)
      if (tenths % 10 === 9) await server.answer(twelve)
    }
    expect(server.calls).toBeGreaterThanOrEqual(3)
  })

  test('a change while the answer is under way asks again', async () => {
    const { actor, clock, server } = perform()
    actor.send({ type: 'fleet changed' })
    await server.answer(twelve)
    clock.increment(gatheringTime)
    expect(server.calls).toBe(2)
  })

  test('a double click asks once', async () => {
    const { actor, server } = perform()
    await server.answer(twelve)
    actor.send({ type: 'refresh' })
    actor.send({ type: 'refresh' })
    expect(server.calls).toBe(2)
  })

  test('a failure keeps the counts, and the next click asks again', async () => {
    const { actor, server, counts } = perform()
    await server.answer(twelve)
    actor.send({ type: 'refresh' })
    await server.fail(new Error('no'))
    expect(counts()).toEqual(twelve)
    actor.send({ type: 'refresh' })
    expect(server.calls).toBe(3)
  })

  test('a failure is made good by itself', async () => {
    const { clock, server, counts } = perform()
    await server.fail(new Error('no'))
    clock.increment(30_000)
    await server.answer(twelve)
    expect(counts()).toEqual(twelve)
  })
})
