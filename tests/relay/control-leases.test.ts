import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ControlLeases } from '../../server/relay/control-leases.ts'
import { relayTimings } from '../../server/relay/timings.ts'
import { operator } from './relay-under-test.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function leases() {
  const store = new Set(['lease-1'])
  const released: string[] = []
  const ended: string[] = []
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
    relayTimings,
    (_deviceId, leaseId) => ended.push(leaseId),
  )
  return { held, store, released, ended, renewals }
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
