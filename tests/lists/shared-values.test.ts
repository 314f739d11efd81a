import { expect, test } from 'vitest'
import { RowStore } from '../../src/api/row-store.ts'
import { sharedValues } from '../../src/api/shared-values.ts'

const parsed = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

test('rows have equal values in common, also those of different pages, and stay what they were', () => {
  const people = [{ id: 1, user_name: 'wang' }, { id: 2, user_name: 'li' }, null]
  const page = (from: number) =>
    Array.from({ length: 50 }, (_, at) => ({
      id: from + at,
      holder: people[at % people.length] ?? null,
      settings: at % 2 === 0 ? {} : { fps: 30 },
      note: 'spare',
    }))
  const store = new RowStore<ReturnType<typeof page>[number]>(() => undefined)
  store.replace({ items: parsed(page(1)), total: 100 }, store.depart())
  store.append({ items: parsed(page(51)), total: 100 }, store.depart())
  const rows = Array.from({ length: store.size }, (_, at) => store.at(at))
  expect(rows).toEqual([...page(1), ...page(51)])
  expect(new Set(rows.map((row) => row?.holder)).size).toBe(people.length)
  expect(new Set(rows.map((row) => row?.settings)).size).toBe(2)
})

test('values that come many at a time are shared, however many there are', () => {
  const share = sharedValues()
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ own: { at }, box: { name: `B${at >> 5}` } }))
  for (const row of rows) share(row)
  expect(rows.every(({ own, box }, at) => 'at' in own && own.at === at && box.name === `B${at >> 5}`)).toBe(true)
  // A few are forgotten in their midst.
  expect(new Set(rows.map(({ box }) => box)).size).toBeLessThan(Math.ceil(10_000 / 32) * 1.02)
})
