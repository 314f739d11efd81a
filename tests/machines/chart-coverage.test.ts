import { describe, expect, test } from 'vitest'
import { findMachines } from '../../scripts/find-machines.mjs'
import { chartOf, statesWithin, transitionNames } from '../../packages/machines-inspector/src/charts/chart.ts'
import { coveredTransitions } from '../support/transition-coverage.ts'

/** How much of each chart the tests of this run went through. It runs after all of them, as a project of its own. */
const covered = coveredTransitions()
const charts = (await findMachines()).map(({ name, machine }) => {
  const transitions = transitionNames(machine)
  const missed = transitions.filter((transition) => covered.get(machine.id)?.has(transition) !== true)
  const states = statesWithin(chartOf(machine)).slice(1) // The first is the machine, which its comment describes.
  const undescribed = states.filter(({ description }) => description === '').map(({ path }) => path)
  return { name, transitions: transitions.length, missed, undescribed }
})

const percent = (part: number, whole: number): string => `${whole === 0 ? 100 : Math.floor((100 * part) / whole)} %`

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(pad).join('  ')).join('\n')
}

describe('every transition of every chart is taken by a replayed path', () => {
  test('of all of them together', () => {
    const total = charts.reduce((sum, { transitions }) => sum + transitions, 0)
    const taken = charts.reduce((sum, { transitions, missed }) => sum + transitions - missed.length, 0)
    const rows = charts.map(({ name, transitions, missed }) => [
      name,
      String(transitions),
      percent(transitions - missed.length, transitions),
    ])
    console.log(tableOf([['chart', 'transitions', 'covered'], ...rows, ['all', String(total), percent(taken, total)]]))
    expect(taken).toBe(total)
  })

  test.each(charts)('of $name', ({ missed }) => {
    expect(missed).toEqual([])
  })
})

test.each(charts)('every state of $name says what it is', ({ undescribed }) => {
  expect(undescribed).toEqual([])
})
