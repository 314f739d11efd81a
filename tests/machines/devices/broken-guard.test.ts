import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { deviceCountsMachine } from '../../../src/machines/devices/device-counts.ts'
import type { DeviceCounts } from '../../../src/api/device-totals.ts'
import { answeredByHand, failingPaths, type ChartUnderTest } from '../../support/chart-model.ts'

const twelve: DeviceCounts = { thread_number: 12, using_number: 3 }
const chart: ChartUnderTest<typeof deviceCountsMachine> = {
  machine: deviceCountsMachine,
  events: [
    { type: 'refresh' },
    { type: 'fleet changed' },
    { type: 'xstate.done.actor.count', output: twelve },
    { type: 'xstate.after.gatheringTime.deviceCounts.gathering' },
  ],
}

/** The paths that fail when the running machine's one guard answers so; as it should, where nothing is said. */
function pathsFailingWith(guard?: () => boolean) {
  return failingPaths(chart, () => {
    const clock = new SimulatedClock()
    const server = answeredByHand<DeviceCounts>()
    const machine = deviceCountsMachine.provide({
      actors: { 'count the phones': fromPromise(() => server.call()) },
      guards: guard === undefined ? {} : { 'something changed since': guard },
    })
    return {
      actor: createActor(machine, { clock }).start(),
      play: {
        'xstate.done.actor.count': () => server.answer(twelve),
        'xstate.after.gatheringTime.deviceCounts.gathering': () => clock.increment(1_000),
      },
    }
  })
}

describe('the paths through a chart', () => {
  test('all pass while its guard is what the chart says', async () => {
    expect(await pathsFailingWith()).toEqual([])
  })

  test('fail when its guard never lets anything through', async () => {
    expect(await pathsFailingWith(() => false)).toContainEqual(
      expect.stringMatching(/^fleet changed → xstate\.done\.actor\.count/),
    )
  })

  test('fail when its guard lets everything through', async () => {
    expect(await pathsFailingWith(() => true)).toContainEqual(expect.stringMatching(/^xstate\.done\.actor\.count/))
  })
})
