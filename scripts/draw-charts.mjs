// Draws every machine: Mermaid text, SVG, and one page with all of them. The same charts give the same bytes.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { render } from 'state-machine-cat'
import { chartsPage } from '../src/inspector/charts-page.ts'
import { pathOf, transitionsOf } from '../src/inspector/chart.ts'
import { mermaidOf } from '../src/inspector/mermaid.ts'
import { catMachineOf } from '../src/inspector/state-machine-cat.ts'
import { nodesWithin, transitionName } from '../src/inspector/transition-names.ts'
import { styledSvg } from '../src/inspector/svg-style.ts'
import { scoreOfChart } from './chart-scores.mjs'
import { findMachines } from './find-machines.mjs'
import { root } from './node-runtime.mjs'

const folder = resolve(process.argv[2] ?? join(root, 'docs/machines'))

// Elsewhere the machine's own Graphviz would be taken, whichever its version; without a path it is not found.
process.env.PATH = ''
const drawing = { inputType: 'json', outputType: 'svg', engine: 'dot', direction: 'top-down', noDotNativeWarning: true }
const dotGraphAttrs = [
  { name: 'nodesep', value: '0.45' },
  { name: 'ranksep', value: '0.45' },
  { name: 'pad', value: '0.3' },
]

/** The heat of each transition, as it was scored. */
function heatOf(machine, { heat }) {
  const names = new Map(
    nodesWithin(machine.root).map((node) => [pathOf(node), transitionsOf(node).map(transitionName)]),
  )
  return ({ path }, place) => heat[names.get(path)?.[place]]
}

mkdirSync(folder, { recursive: true })
for (const file of readdirSync(folder)) if (/\.(?:svg|mmd)$/.test(file)) rmSync(join(folder, file))

const charts = []
const scores = {}
for (const found of await findMachines()) {
  const { name, machine } = found
  const score = await scoreOfChart(found)
  if (score !== undefined) scores[name] = score
  charts.push({ ...found, score })
  writeFileSync(join(folder, `${name}.mmd`), mermaidOf(machine))
  writeFileSync(
    join(folder, `${name}.svg`),
    styledSvg(await render(catMachineOf(machine, score && heatOf(machine, score)), { ...drawing, dotGraphAttrs })),
  )
}
writeFileSync(join(folder, 'scores.json'), `${JSON.stringify(scores, undefined, 1)}\n`)
writeFileSync(join(folder, 'README.md'), chartsPage(charts))
console.log(`${charts.length} charts in ${folder}`)
