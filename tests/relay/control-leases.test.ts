import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ControlLeases, type LeaseEnd } from '../../server/relay/lease-keeper.ts'
import { relayTimings, type RelayTimings } from '../../server/relay/timings.ts'
import { operator } from './relay-under-test.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function leases(timings: Partial<RelayTimings> = {}) {
  const store = new Set(['lease-1'])
  const released: string[] = []
  const ended: string[] = []
  const ends: LeaseEnd[] = []
  const idling: (number | null)[] = []
  const renewals: string[][] = []
  const held = new ControlLeases(
    {
      log: Fastify().log,
      renewLeases: async (ids) => {
        renewals.push(ids)
        if (store.size === 0) throw new Error('the store is away')
        return ids.filter((id) => store.has(id))
      },
      releaseLease: async (id) => {
        released.push(id)
      },
    },
    { ...relayTimings, ...timings },
    {
      ended(_deviceId, leaseId, end) {
        ended.push(leaseId)
        ends.push(end)
      },
      idling: (deviceId) => idling.push(held.idleEndsIn(deviceId)),
    },
  )
  return { held, store, released, ended, ends, idling, renewals }
}

test('a lease is renewed every ten seconds while its controller is here', async () => {
  const { held, renewals, ended } = leases()
  held.hold(7, 'lease-1', operator)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(renewals).toEqual([['lease-1'], ['lease-1'], ['lease-1']])
  expect(ended).toEqual([])
  held.close()
})

test('a controller that comes back within five seconds keeps its lease', async () => {
  const { held, released } = leases()
  held.hold(7, 'lease-1', operator)
  held.leave(7, 'lease-1')
  await vi.advanceTimersByTimeAsync(4_999)
  expect(held.holder(7)).toEqual(operator)
  held.hold(7, 'lease-1', operator)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(released).toEqual([])
  held.close()
})

test('a controller that does not come back loses its lease', async () => {
  const { held, released, ended } = leases()
  held.hold(7, 'lease-1', operator)
  held.leave(7, 'lease-1')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(released).toEqual(['lease-1'])
  expect(ended).toEqual(['lease-1'])
  expect(held.holder(7)).toBeNull()
  held.close()
})

test('leaving a lease that somebody else has replaced changes nothing', async () => {
  const { held, released } = leases()
  held.hold(7, 'lease-0', operator)
  held.hold(7, 'lease-1', operator)
  held.leave(7, 'lease-0')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(released).toEqual([])
  held.close()
})

test('a lease that is not renewed has ended, and is not released', async () => {
  const { held, store, released, ended } = leases()
  held.hold(7, 'lease-1', operator)
  store.delete('lease-1')
  store.add('lease-2')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ended).toEqual(['lease-1'])
  expect(released).toEqual([])
  held.close()
})

test('leases outlast a store that is away', async () => {
  const { held, store, ended } = leases()
  held.hold(7, 'lease-1', operator)
  store.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).toEqual([])
  expect(held.holder(7)).toEqual(operator)
  held.close()
})

const minute = 60_000

test('control that nobody uses is announced to end a minute before, and then released', async () => {
  const { held, released, ended, ends, idling } = leases()
  held.hold(7, 'lease-1', operator)
  await vi.advanceTimersByTimeAsync(29 * minute - 1)
  expect(held.idleEndsIn(7)).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(idling).toEqual([minute])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(held.idleEndsIn(7)).toBe(40_000)
  await vi.advanceTimersByTimeAsync(40_000)
  expect([released, ended, ends]).toEqual([['lease-1'], ['lease-1'], ['idle']])
  expect(held.holder(7)).toBeNull()
  held.close()
})

test('use puts the end of control off, also after it was announced', async () => {
  const { held, released, idling } = leases()
  held.hold(7, 'lease-1', operator)
  await vi.advanceTimersByTimeAsync(20 * minute)
  held.used(7)
  await vi.advanceTimersByTimeAsync(29 * minute)
  expect(idling).toEqual([minute])
  held.used(7)
  expect(idling).toEqual([minute, null])
  await vi.advanceTimersByTimeAsync(29 * minute + 59_999)
  expect(released).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(released).toEqual(['lease-1'])
  held.close()
})

test('a controller that only comes back has not used its control, and another that takes it has', async () => {
  const { held, store, ended } = leases()
  store.add('lease-2')
  held.hold(7, 'lease-1', operator)
  await vi.advanceTimersByTimeAsync(20 * minute)
  held.leave(7, 'lease-1')
  held.hold(7, 'lease-1', operator)
  await vi.advanceTimersByTimeAsync(9 * minute)
  expect(held.idleEndsIn(7)).toBe(minute)
  held.hold(7, 'lease-2', operator)
  await vi.advanceTimersByTimeAsync(10 * minute)
  expect(ended).toEqual([])
  expect(held.idleEndsIn(7)).toBeNull()
  held.close()
})

test('a limit of 0 never ends control', async () => {
  const { held, ended, idling } = leases({ controlIdle: 0 })
  held.hold(7, 'lease-1', operator)
  await vi.advanceTimersByTimeAsync(48 * 60 * minute)
  expect([ended, idling]).toEqual([[], []])
  held.close()
})
