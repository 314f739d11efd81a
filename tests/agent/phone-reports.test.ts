import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PhoneReports } from '../../agent/phone-reports.ts'
import type { BoxEvent } from '../../domain/box-protocol.ts'

let events: BoxEvent[]
let reports: PhoneReports

beforeEach(() => {
  vi.useFakeTimers()
  events = []
  reports = new PhoneReports((event) => events.push(event))
})
afterEach(() => {
  reports.close()
  vi.useRealTimers()
})

test('figures of many phones are told together, the newest of each', () => {
  reports.add({ serial: 'A', state: 'ready', cpu: 1 }, 'soon')
  reports.add({ serial: 'B', state: 'ready', cpu: 2 }, 'soon')
  vi.advanceTimersByTime(9_999)
  reports.add({ serial: 'A', state: 'ready', cpu: 3, battery: 50 }, 'soon')
  expect(events).toEqual([])

  vi.advanceTimersByTime(1)
  expect(events).toEqual([
    {
      type: 'phones',
      phones: [
        { serial: 'A', state: 'ready', cpu: 3, battery: 50 },
        { serial: 'B', state: 'ready', cpu: 2 },
      ],
    },
  ])

  vi.advanceTimersByTime(60_000)
  expect(events).toHaveLength(1)
})

test('a phone that is in another state is told at once, with what was gathered', () => {
  reports.add({ serial: 'A', state: 'ready', cpu: 1 }, 'soon')
  reports.add({ serial: 'A', state: 'starting' }, 'at once')
  expect(events).toEqual([{ type: 'phones', phones: [{ serial: 'A', state: 'starting', cpu: 1 }] }])

  vi.advanceTimersByTime(60_000)
  expect(events).toHaveLength(1)
})

test('nothing is told of a phone after its loss', () => {
  reports.add({ serial: 'A', state: 'ready', cpu: 1 }, 'soon')
  reports.lost('A')
  vi.advanceTimersByTime(60_000)
  expect(events).toEqual([{ type: 'phone_lost', serial: 'A' }])
})
