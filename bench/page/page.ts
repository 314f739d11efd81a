import { groups, holds, type Series } from '../figure.ts'
import { growthOf } from './growth.ts'
import { plotOf } from './plot.ts'
import type { Reasons } from './reasons.ts'
import { type BenchmarkRecord, type Circumstances, type Records, wasBusy } from './records.ts'
import { cellOf, inShort, rowOf, tableHead } from './table.ts'

const machineOf = ({ processor, cores, memory, node }: Circumstances): string =>
  `${cores} × ${processor}, ${inShort(memory)} GB, Node ${node}`

const whenOf = ({ on, commit, load }: Circumstances): string => `${on}, ${commit}, load ${load.toFixed(2)}`

const seconds = (took: number): string => (took < 100 ? `${took} s` : `${Math.round(took / 60)} min`)

/** Its rows, below one that says what they are of and when they were measured. */
function rowsOf(name: string, { title, figures, circumstances, took }: BenchmarkRecord, machine: string): string[] {
  const elsewhere = machineOf(circumstances) === machine ? '' : `, on ${machineOf(circumstances)}`
  const busy = wasBusy(circumstances) ? ', **the machine was busy**' : ''
  const when = `${whenOf(circumstances)}, ${seconds(took)}${elsewhere}${busy}`
  return [`| **${cellOf(title)}** (\`${name}\`) | ${when} | | | |`, ...figures.map(rowOf)]
}

/** What is said of limits that are missed, with the reason that somebody has written. */
const missedOf = (name: string, { figures }: BenchmarkRecord, reasons: Reasons): string[] =>
  figures
    .filter((figure) => !holds(figure))
    .map((figure) => `- ${figure.name}: ${reasons[name]?.[figure.name] ?? 'no reason is given yet.'}`)

const fileOf = (plot: string): string =>
  `${plot
    .toLowerCase()
    .replaceAll(',', '')
    .replaceAll(/[^a-z0-9]+/g, '-')}.svg`

/** The curve, and its points as text. */
function growthSection(plot: string, series: readonly Series[]): string[] {
  const [{ sizes, unit } = { sizes: '', unit: '' }] = series
  const counts = [...new Set(series.flatMap(({ points }) => points.map(({ size }) => size)))].toSorted((a, b) => a - b)
  const rows = series.map(({ name, points }) => {
    const values = counts.map((count) => points.find(({ size }) => size === count)?.value)
    const cells = [name, ...values.map((value) => (value === undefined ? '' : inShort(value))), growthOf(points)]
    return `| ${cells.map(cellOf).join(' | ')} |`
  })
  return [
    `### ${plot}`,
    '',
    `![${plot}](performance/${fileOf(plot)})`,
    '',
    `| ${cellOf([unit, sizes].filter((one) => one !== '').join(', by '))} | ${counts.map(inShort).join(' | ')} | |`,
    `|---|${'---|'.repeat(counts.length + 1)}`,
    ...rows,
    '',
  ]
}

/** The files of docs that tell what was measured, by their paths in it: the same records give the same bytes. */
export function pageOf(records: Records, reasons: Reasons): Map<string, string> {
  const named = Object.entries(records)
  const newest = named.map(([, { circumstances }]) => circumstances).toSorted((a, b) => (a.on < b.on ? 1 : -1))[0]
  const machine = newest === undefined ? 'nothing' : machineOf(newest)
  const busy = named.filter(([, { circumstances }]) => wasBusy(circumstances)).map(([name]) => `\`${name}\``)
  const missed = named.reduce((sum, [, { figures }]) => sum + figures.filter((one) => !holds(one)).length, 0)
  const plots = Object.groupBy(
    named.flatMap(([, { series = [] }]) => series),
    ({ plot }) => plot,
  )
  const drawn = Object.entries(plots).map(([plot, series = []]) => ({ plot, series }))
  const sections = groups.flatMap((group) => {
    const ofGroup = named.filter(([, record]) => record.group === group)
    if (ofGroup.length === 0) return []
    const reasonsGiven = ofGroup.flatMap(([name, record]) => missedOf(name, record, reasons))
    return [
      `## ${group}`,
      '',
      tableHead,
      ...ofGroup.flatMap(([name, record]) => rowsOf(name, record, machine)),
      '',
      ...(reasonsGiven.length === 0 ? [] : ['Missed:', '', ...reasonsGiven, '']),
    ]
  })
  const page = [
    '# Performance',
    '',
    'Written by `npm run bench`, which measures all of it, or by `npm run bench -- PART`, which measures some benchmarks anew and',
    'leaves the others as they were; what each has measured is in [figures.json](performance/figures.json). `npm run bench -- --draw` only',
    'writes this page. Why a limit is missed is written by hand, in `bench/page/reasons.ts`.',
    '',
    `On ${machine}, where nothing else is said. The load is that of the minute before the run began.`,
    '',
    ...(busy.length === 0
      ? []
      : [
          `**The machine was busy with something else while these were measured, which therefore say little: ${busy.join(', ')}.**`,
          '',
        ]),
    `Figures: ${named.reduce((sum, [, { figures }]) => sum + figures.length, 0)}. Limits missed: ${missed}.`,
    '',
    ...sections,
    ...(drawn.length === 0
      ? []
      : [
          '## How it grows',
          '',
          'Both axes are logarithmic. A line of a point reaches from the least to the most.',
          '',
        ]),
    ...drawn.flatMap(({ plot, series }) => growthSection(plot, series)),
  ]
  return new Map([
    ['performance.md', `${page.join('\n').trimEnd()}\n`],
    ...drawn.map(({ plot, series }) => [`performance/${fileOf(plot)}`, plotOf(series)] as const),
  ])
}
