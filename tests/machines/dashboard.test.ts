import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { FleetPatch } from '../../domain/fleet-topics.ts'
import { dashboardMachine, type Overview } from '../../src/machines/dashboard.ts'
import { answeredByHand, testEveryShortestPath } from '../support/chart-model.ts'

const twelve: Overview = { total: 12, in_use: 3, idle: 8, offline: 1, boxes: undefined, regions: new Map() }
const gatheringTime = 1_000

/** A dashboard whose server, fleet and clock are the test's. */
function perform() {
  const clock = new SimulatedClock()
  const server = answeredByHand<Overview>()
  const listeners = new Set<(patch: FleetPatch) => void>()
  const machine = dashboardMachine.provide({
    actors: { 'look at the fleet': fromPromise<Overview, { listsBoxes: boolean }>(() => server.call()) },
  })
  const hearPatches = (listener: (patch: FleetPatch) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const actor = createActor(machine, { clock, input: { listsBoxes: false, hearPatches } }).start()
  const change = (type: FleetPatch['type'], changed: FleetPatch['changed']) => {
    for (const listener of listeners) listener({ type, id: 1, at: 1, changed })
  }
  return { actor, clock, server, listeners, change, context: () => actor.getSnapshot().context }
}

describe('the dashboard', () => {
  testEveryShortestPath(
    {
      machine: dashboardMachine,
      input: { listsBoxes: false, hearPatches: () => () => undefined },
      events: [
        { type: 'refresh' },
        { type: 'fleet changed' },
        { type: 'xstate.done.actor.look', output: twelve },
        { type: 'xstate.error.actor.look', error: new Error('no') },
        { type: 'xstate.after.gatheringTime.dashboard.gathering' },
      ],
    },
    () => {
      const { actor, clock, server } = perform()
      return {
        actor,
        play: {
          'xstate.done.actor.look': () => server.answer(twelve),
          'xstate.error.actor.look': ({ error }) => server.fail(error),
          'xstate.after.gatheringTime.dashboard.gathering': () => clock.increment(gatheringTime),
        },
      }
    },
  )

  test('looks again when a phone changes its state, and when a box changes', async () => {
    const { clock, server, change } = perform()
    await server.answer(twelve)
    change('device', { status: 'in_use' })
    clock.increment(gatheringTime)
    await server.answer(twelve)
    change('box', { online: false })
    clock.increment(gatheringTime)
    expect(server.calls).toBe(3)
  })

  test('does not look again for what it does not show', async () => {
    const { clock, server, change } = perform()
    await server.answer(twelve)
    change('device', { battery: 55 })
    clock.increment(10 * gatheringTime)
    expect(server.calls).toBe(1)
  })

  test('keeps what it showed when the server does not answer, says why, and looks again when asked', async () => {
    const { actor, server, context } = perform()
    await server.answer(twelve)
    actor.send({ type: 'refresh' })
    await server.fail(new Error('没有权限'))
    expect(context()).toMatchObject({ overview: twelve, failure: '没有权限' })
    actor.send({ type: 'refresh' })
    await server.answer(twelve)
    expect(context().failure).toBe('')
  })

  test('hears no more of the fleet when it is left', () => {
    const { actor, listeners } = perform()
    expect(listeners.size).toBe(1)
    actor.stop()
    expect(listeners.size).toBe(0)
  })
})
