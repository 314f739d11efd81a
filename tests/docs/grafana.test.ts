import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { deviceStatuses } from '../../domain/device-lifecycle.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore } from '../support/test-store.ts'

/** What Prometheus itself has of each server that it asks. */
const ofPrometheus = new Set(['up'])
const labelsOfPrometheus = ['instance', 'job']

const dashboard = readFileSync('docs/grafana/phonedeck.json', 'utf8')
const rules = readFileSync('docs/grafana/alerts.yml', 'utf8')

interface Panel {
  title: string
  targets: { expr: string }[]
}
interface Rule {
  alert: string
  expr: string
  for: string
  annotations: { summary: string }
}
const panels = (JSON.parse(dashboard) as { panels: Panel[] }).panels
const alerts = (parse(rules) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
const expressions = [...panels.flatMap(({ targets }) => targets), ...alerts].map(({ expr }) => expr)

/** The series of a text in Prometheus' format, each with the labels that its samples have. */
function seriesOf(text: string): Map<string, Set<string>> {
  const series = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const [, name, pairs = ''] = /^([a-z_]+)(?:\{(.*)\})? /.exec(line) ?? []
    if (name === undefined) continue
    const labels = series.get(name) ?? new Set()
    for (const [, label = ''] of pairs.matchAll(/([a-z_]+)="/g)) labels.add(label)
    series.set(name, labels)
  }
  return series
}

const namesIn = (expression: string): string[] =>
  [...expression.matchAll(/\b((?:phonedeck|process)_[a-z_]+|up)\b/g)].flatMap(([name]) => [name])

let server: TestServer
let series: Map<string, Set<string>>
beforeAll(async () => {
  server = await startServer()
  const store = openTestStore(server)
  await sql`insert into devices (box_id, slot, serial, name, owner_id, owner_path, region)
    select id, 1, 'S1', 'Phone', owner_id, owner_path, region from boxes limit 1`.execute(store.db)
  await store.close()
  await fetch(`${server.url}/healthz`) // Calls are counted once there was one.
  series = seriesOf(await (await fetch(`${server.url}/metrics`)).text())
})
afterAll(() => server.stop())

test('dashboard and rules ask for nothing that a server does not answer', () => {
  const asked = new Set(expressions.flatMap(namesIn))
  expect([...asked].filter((name) => !series.has(name) && !ofPrometheus.has(name))).toEqual([])
  expect(expressions.filter((expression) => namesIn(expression).length === 0)).toEqual([])
})

test('they select and sum up by labels that the series have', () => {
  for (const expression of expressions) {
    const known = new Set([
      ...labelsOfPrometheus,
      ...namesIn(expression).flatMap((name) => [...(series.get(name) ?? [])]),
    ])
    const selected = [...expression.matchAll(/[{,]\s*([a-z_]+)\s*(?:=~?|!=|!~)/g)].map(([, label]) => label)
    const summedBy = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/))
    expect(
      [...selected, ...summedBy].filter((label) => label === undefined || !known.has(label)),
      expression,
    ).toEqual([])
  }
})

test('the states of phones that they ask for are ones that phones have', () => {
  const asked = expressions.flatMap((expression) => [...expression.matchAll(/phonedeck_devices\{status="(\w+)"/g)])
  expect(asked.length).toBeGreaterThan(0)
  for (const [, status] of asked) expect(deviceStatuses).toContain(status)
})

test('the dashboard shows everything that a server answers', () => {
  const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr))))
  expect([...series.keys()].filter((name) => !shown.has(name))).toEqual([])
})

test('each rule waits, and says what it is about', () => {
  for (const { alert, for: pause, annotations } of alerts) {
    expect(alert).toMatch(/^Phonedeck\w+$/)
    expect(pause).toMatch(/^\d+[mh]$/)
    expect(annotations.summary).not.toBe('')
  }
})
