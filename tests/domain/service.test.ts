import { expect, test } from 'vitest'
import { isServed, needsService, renewedUntil } from '../../domain/service.ts'
import type { Role } from '../../domain/roles.ts'

const now = 1_800_000_000_000
const begun = 1_800_000_000 - 3_600

const cases: [Role, expiration: number, needs: boolean, served: boolean][] = [
  ['admin', 0, false, true],
  ['admin', 60, false, true],
  ['security', 0, false, true],
  ['security', 60, false, true],
  ['agent', 0, false, true],
  ['agent', 60, true, false],
  ['agent', 7_200, true, true],
  ['manager', 0, true, false],
  ['manager', 60, true, false],
  ['manager', 7_200, true, true],
  ['element', 0, true, false],
  ['element', 60, true, false],
  ['element', 7_200, true, true],
]

test.each(cases)(
  '%s with a service of %i s, an hour ago: needs one %s, works %s',
  (role, expiration, needs, served) => {
    const user = { role, expiration, authorization_at: begun }
    expect(needsService(user)).toBe(needs)
    expect(isServed(user, now)).toBe(served)
  },
)

test('a service ends with its last second', () => {
  const user = { role: 'manager', authorization_at: begun, expiration: 3_600 } as const
  expect(isServed(user, now - 1)).toBe(true)
  expect(isServed(user, now)).toBe(false)
})

test.each([
  ['2026-03-01T12:00:00Z', null, 30, '2026-03-31T12:00:00Z'],
  ['2026-03-01T12:00:00Z', '2026-02-01T00:00:00Z', 30, '2026-03-31T12:00:00Z'],
  ['2026-03-01T12:00:00Z', '2026-03-05T08:30:00Z', 90, '2026-06-03T08:30:00Z'],
] as const)('renewed at %s, a service that ends %s by %i days runs until %s', (now, end, days, until) => {
  const ends = end === null ? null : Date.parse(end)
  expect(new Date(renewedUntil(ends, days, Date.parse(now))).toISOString().replace('.000', '')).toBe(until)
})
