import { expect, test } from 'vitest'
import { chartOf, statesWithin, transitionNames } from '../../packages/machines-inspector/src/charts/chart.ts'
import { scoreOfChart } from '../../scripts/chart-scores.mjs'
import { findMachines } from '../../scripts/find-machines.mjs'

const charts = await findMachines()

// From docs/machines/scores.json as long as neither the chart nor its requirements have changed since; found out anew where they have.
test.each(charts)('every transition of $name is taken on a path of its requirements', async (chart) => {
  const { proofs = {} } = (await scoreOfChart(chart)) ?? {}
  expect(transitionNames(chart.machine).filter((name) => (proofs[name]?.paths ?? 0) === 0)).toEqual([])
})

test.each(charts)('every state of $name says what it is', ({ machine }) => {
  const states = statesWithin(chartOf(machine)).slice(1) // The first is the machine, which its comment describes.
  expect(states.filter(({ description }) => description === '').map(({ path }) => path)).toEqual([])
})
