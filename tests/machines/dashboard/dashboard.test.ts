import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { FleetPatch } from '../../../domain/fleet-topics.ts'
import { dashboardMachine, withPhone } from '../../../src/machines/dashboard/dashboard.ts'
import type { Summary } from '../../../src/api/dashboard-summary.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const fleet: Summary = {
  at: 1,
  samples: false,
  steps: [],
  phones: 12,
  statuses: [
    { status: 'idle', phones: 11 },
    { status: 'offline', phones: 1 },
  ],
  troubled: { total: 0, items: [] },
  shared: { total: 0, items: [] },
  failed_jobs: { total: 0, items: [] },
  boxes: {
    total: 1,
    online: 1,
    items: [
      { id: 5, name: 'B01', online: true, slots: 2, phones: [{ id: 1, slot: 1, name: 'B01-01', status: 'idle' }] },
    ],
  },
  people: null,
  jobs: null,
  use: [],
  expiring: { total: 0, items: [] },
  own_service: null,
  recent: null,
}
const gatheringTime = 1_000
const refreshInterval = 60_000

/** A dashboard whose server, fleet and clock are the test's. */
function perform() {
  const clock = new SimulatedClock()
  const server = answeredByHand<Summary>()
  const listeners = new Set<(patch: FleetPatch) => void>()
  const atReturns = new Set<() => void>()
  const machine = dashboardMachine.provide({
    actors: { 'look at the fleet': fromPromise<Summary>(() => server.call()) },
  })
  const hearPatches = (listener: (patch: FleetPatch) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const hearReturns = (listener: () => void) => {
    atReturns.add(listener)
    return () => atReturns.delete(listener)
  }
  const actor = createActor(machine, { clock, input: { hearPatches, hearReturns } }).start()
  const change = (type: FleetPatch['type'], changed: FleetPatch['changed']) => {
    for (const listener of listeners) listener({ type, id: 1, at: 1, changed })
  }
  const comeBack = () => {
    for (const listener of atReturns) listener()
  }
  return { actor, clock, server, listeners, change, comeBack, context: () => actor.getSnapshot().context }
}

describe('the dashboard', () => {
  test('looks again when a phone changes its state, and when a box changes', async () => {
    const { clock, server, change } = perform()
    await server.answer(fleet)
    change('device', { status: 'in_use' })
    clock.increment(gatheringTime)
    await server.answer(fleet)
    change('box', { online: false })
    clock.increment(gatheringTime)
    expect(server.calls).toBe(3)
  })

  test('looks again when the line to the fleet is there, before which changes were missed', async () => {
    const { clock, server, comeBack } = perform()
    await server.answer(fleet)
    comeBack()
    clock.increment(gatheringTime)
    expect(server.calls).toBe(2)
  })

  test('moves a phone that it shows at once, and its counts with it', async () => {
    const { server, change, context } = perform()
    await server.answer(fleet)
    change('device', { status: 'in_use' })
    expect(context().summary?.boxes.items[0]?.phones).toMatchObject([{ id: 1, status: 'in_use' }])
    expect(context().summary?.statuses).toEqual([
      { status: 'idle', phones: 10 },
      { status: 'offline', phones: 1 },
      { status: 'in_use', phones: 1 },
    ])
  })

  test('leaves everything as it is for a phone that it does not show, or shows so already', () => {
    expect(withPhone(fleet, 2, 'in_use')).toBe(fleet)
    expect(withPhone(fleet, 1, 'idle')).toBe(fleet)
  })

  test('looks again every minute where nothing changes', async () => {
    const { clock, server } = perform()
    await server.answer(fleet)
    clock.increment(refreshInterval)
    expect(server.calls).toBe(2)
  })

  test('does not look again for what it does not show', async () => {
    const { clock, server, change } = perform()
    await server.answer(fleet)
    change('device', { battery: 55 })
    clock.increment(10 * gatheringTime)
    expect(server.calls).toBe(1)
  })

  test('keeps what it showed when the server does not answer, says why, and looks again when asked', async () => {
    const { actor, server, context } = perform()
    await server.answer(fleet)
    actor.send({ type: 'refresh' })
    await server.fail(new Error('没有权限'))
    expect(context()).toMatchObject({ summary: fleet, failure: '没有权限' })
    actor.send({ type: 'refresh' })
    await server.answer(fleet)
    expect(context().failure).toBe('')
  })

  test('hears no more of the fleet when it is left', () => {
    const { actor, listeners } = perform()
    expect(listeners.size).toBe(1)
    actor.stop()
    expect(listeners.size).toBe(0)
  })
})
