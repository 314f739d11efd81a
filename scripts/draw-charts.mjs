// Draws every machine: Mermaid text, SVG, and one page with all of them. The same charts and counts give the same bytes.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { chartsPage } from './charts-page.ts'
import { countsOf, fleetCountsFile } from './fleet-counts.ts'
import { chartSvg } from '../packages/machines-inspector/src/charts/chart-svg.ts'
import { mermaidOf } from '../packages/machines-inspector/src/charts/mermaid.ts'
import { refuse, scoreOfChart } from './chart-scores.mjs'
import { findMachines } from './find-machines.mjs'
import { root } from './node-runtime.mjs'

const folder = resolve(process.argv[2] ?? join(root, 'docs/machines'))

const counted = readFileSync(join(root, fleetCountsFile))
const fleet = JSON.parse(counted)
const charts = []
const scores = {}
for (const found of await findMachines()) {
  const score = await scoreOfChart(found).catch(refuse)
  if (score !== undefined) scores[found.name] = score
  charts.push({ ...found, score, counts: countsOf(fleet, found.machine) })
}

// Nothing is drawn of charts that break a requirement.
mkdirSync(folder, { recursive: true })
for (const file of readdirSync(folder)) if (/\.(?:svg|mmd)$/.test(file)) rmSync(join(folder, file))
for (const { name, machine, score, counts } of charts) {
  writeFileSync(join(folder, `${name}.mmd`), mermaidOf(machine))
  writeFileSync(join(folder, `${name}.svg`), await chartSvg(machine, score?.proofs, counts))
}
// A proof a line.
const text = JSON.stringify(scores, undefined, 1).replaceAll(
  /\{\s*("paths"[^}]*?)\s*\}/g,
  (_, proof) => `{ ${proof.replaceAll(/\s+/g, ' ')} }`,
)
writeFileSync(join(folder, 'scores.json'), `${text}\n`)
writeFileSync(join(folder, basename(fleetCountsFile)), counted)
writeFileSync(join(folder, 'README.md'), chartsPage(charts, fleet))
console.log(`${charts.length} charts in ${folder}`)
