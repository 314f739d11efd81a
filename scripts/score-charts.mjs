// Prints the mutation score of each chart, and its survivors with the reason why nobody can notice them.
import { survivors } from '../tests/machines/survivors.ts'
import { refuse, scoreOfChart } from './chart-scores.mjs'
import { findMachines } from './find-machines.mjs'

const chosen = process.argv.slice(2)
const all = await findMachines()
for (const name of chosen) if (!all.some((chart) => chart.name === name)) throw new Error(`there is no chart ${name}`)

const row = (name, ...cells) => console.log(name.padEnd(24), ...cells.map((cell) => String(cell).padStart(9)))
row('chart', 'mutants', 'killed', 'score')
let unexplained = 0
for (const chart of all.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
  const score = await scoreOfChart(chart, { anew: true }).catch(refuse)
  if (score === undefined) {
    row(chart.name, '–', '–', '–')
    continue
  }
  row(chart.name, score.mutants, score.killed, `${Math.floor((100 * score.killed) / score.mutants)} %`)
  for (const mutant of score.survivors) {
    const reason = survivors[chart.name]?.[mutant]
    if (reason === undefined) unexplained += 1
    console.log(`    ${mutant}: ${reason ?? 'survives, and nobody says why'}`)
  }
}
process.exitCode = unexplained === 0 ? 0 : 1
