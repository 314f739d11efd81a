import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { charts, type SubjectKind } from '../../domain/charts.ts'
import { fleetCountsFile, type FleetCounts } from '../../scripts/fleet-counts.ts'

// The counts of docs/machines are read as somebody reads them there, and held against the rows that the database had.

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/machines')
// Written by `npm run soak -- demo-fleet`, which the compiler has seen.
const fleet = JSON.parse(readFileSync(join(root, fleetCountsFile), 'utf8')) as FleetCounts
const page = readFileSync(join(folder, 'README.md'), 'utf8')

const chartOfKind: Record<SubjectKind, string> = {
  device: 'device-lifecycle',
  opening: 'opening-lifecycle',
  lease: 'lease-lifecycle',
  job: 'job-lifecycle',
  job_item: 'job-item-lifecycle',
}
const kinds = Object.entries(chartOfKind) as [SubjectKind, string][]

const rowsOf = (kind: SubjectKind) => fleet.transitions.filter((one) => one.kind === kind)
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const tick = (text: string): string => text.replaceAll('`', '')

/** The table of a chart, as the page shows it. */
function tableOf(chart: string) {
  const section = page.slice(page.indexOf(`\n## ${chart}\n`)).split('\n## ')[1] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) => {
    const [state = '', event = '', guard = '', to = '', , count = ''] = row.split(' | ')
    return {
      state: tick(state.slice(2)),
      event,
      guard,
      to: tick(to),
      count: Number.parseInt(count, 10) || 0,
      shown: count,
    }
  })
}

/** By event, how often the chips of a drawing say that it happened. */
function drawnIn(chart: string): Map<string, number> {
  const drawn = new Map<string, number>()
  const svg = readFileSync(join(folder, `${chart}.svg`), 'utf8')
  for (const [chip] of svg.matchAll(/<g class="transition[^]*?<\/g>/g)) {
    const words = (kind: string): string =>
      [...chip.matchAll(new RegExp(`<tspan class="${kind}">([^<]*)<`, 'g'))].map(([, text = '']) => text).join(' ')
    const [event, count] = [words('event').replace('↻ ', ''), words('count')]
    if (count !== '') drawn.set(event, (drawn.get(event) ?? 0) + Number(count.slice(1)))
  }
  return drawn
}

describe.each(kinds)('what was counted of %s', (kind, chart) => {
  test('is what its chart leads to', () => {
    expect(rowsOf(kind)).not.toEqual([])
    const elsewhere = rowsOf(kind).filter((row) => charts[kind].next(row) !== row.to)
    expect(elsewhere, 'the chart is another one: run npm run soak -- demo-fleet').toEqual([])
  })

  test('is what its table and its drawing say, event by event', () => {
    const table = tableOf(chart)
    const events = new Set(rowsOf(kind).flatMap(({ cause }) => cause.split(', ')))
    expect(events.size).toBeGreaterThan(1)
    const drawn = drawnIn(chart)
    for (const event of events) {
      const counted = sum(rowsOf(kind).map(({ cause, count }) => (cause.split(', ').includes(event) ? count : 0)))
      expect(sum(table.map((row) => (row.event === event ? row.count : 0))), `${event} in the table`).toBe(counted)
      expect(drawn.get(event), `${event} in the drawing`).toBe(counted)
    }
    const happened = table.filter(({ count, event }) => count > 0 && event !== 'at once').map(({ event }) => event)
    expect(new Set(happened)).toEqual(events)
  })
})

test.each(kinds.filter(([kind]) => kind !== 'device'))(
  'each row of %s says how often it led on from its state',
  (kind, chart) => {
    for (const { state, event, count } of tableOf(chart)) {
      const counted = rowsOf(kind).filter(({ from, cause }) => from === state && cause === event)
      expect(count, `${state} ${event}`).toBe(sum(counted.map((row) => row.count)))
    }
  },
)

test('each row of a phone says how often it led on from its state, and whoever is held by nobody any more is idle at once', () => {
  const table = tableOf(chartOfKind.device)
  const rows = rowsOf('device')
  const countOf = (state: string, event: string): number =>
    sum(table.filter((row) => row.state === state && row.event === event).map(({ count }) => count))
  for (const { state, event } of table) {
    const [region, place] = state.split('.')
    if (region !== 'there' || place === undefined || event === 'at once') continue
    const counted = rows.filter(({ from, cause }) => from === place && cause === event)
    expect(countOf(state, event), `${state} ${event}`).toBe(sum(counted.map((row) => row.count)))
  }
  const left = rows.filter(
    ({ from, to, cause, facts }) =>
      to === 'idle' &&
      !facts.includes('held') &&
      (['in_use', 'changing_ip', 'faulty'].includes(from) || from.endsWith('/in_use')) &&
      cause !== '',
  )
  expect(countOf('there.in_use', 'at once')).toBe(sum(left.map(({ count }) => count)))
})

test('what was never counted says so, and what nobody writes down has no number', () => {
  const shown = tableOf(chartOfKind.device)
  const cellOf = (state: string, event: string) =>
    shown.find((row) => row.state === state && row.event === event)?.shown
  expect(cellOf('there.idle', 'looked after')).toMatch(/^–/)
  expect(cellOf('there.idle', 'opening')).toMatch(/^\d+/)
  expect(page).toContain('`npm run soak -- demo-fleet`')
  expect(page).toContain(`${fleet.minutes} minutes`)
})
