// Prints the mutation score of each chart, and its survivors with the reason why nobody can notice them.
import { survivors } from '../tests/machines/survivors.ts'
import { findMachines } from './find-machines.mjs'
import { scoreOfChart } from './find-scores.mjs'

const chosen = process.argv.slice(2)
const charts = (await findMachines()).filter(({ name }) => chosen.length === 0 || chosen.includes(name))
for (const name of chosen) if (!charts.some((chart) => chart.name === name)) throw new Error(`there is no chart ${name}`)

let bad = 0
const row = (...cells) => console.log(cells[0].padEnd(24), ...cells.slice(1).map((cell) => String(cell).padStart(9)))
row('chart', 'mutants', 'killed', 'score')
for (const { name } of charts) {
  const score = await scoreOfChart(name)
  if (score === undefined) {
    row(name, '–', '–', '–')
    continue
  }
  row(name, score.mutants, score.killed, `${score.percent} %`)
  for (const mutant of score.survivors) console.log(`    ${mutant}: ${survivors[name]?.[mutant] ?? 'SURVIVES, and nobody says why'}`)
  for (const mutant of score.stale) console.log(`    ${mutant}: no longer survives, and has a reason in tests/machines/survivors.ts`)
  bad += score.unexplained.length + score.stale.length
}
process.exitCode = bad === 0 ? 0 : 1
