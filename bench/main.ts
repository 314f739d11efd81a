import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Benchmark } from './figure.ts'
import { circumstancesNow } from './page/circumstances.ts'
import { keptIn, writeTo } from './page/files.ts'
import { complaintsOf, reasons } from './page/reasons.ts'
import { merged, wasBusy, type Records } from './page/records.ts'
import { measureAll } from './page/run.ts'
import { rowOf, tableHead } from './page/table.ts'

const support = new Set(['main.ts', 'figure.ts'])
const docs = join(import.meta.dirname, '..', 'docs')
const parts = process.argv.slice(2)
const drawsOnly = parts.includes('--draw')

const all = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !support.has(entry.name))
  .map(({ name }) => name.slice(0, -'.ts'.length))
const names = all.filter((name) => !drawsOnly && (parts.length === 0 || parts.some((part) => name.includes(part))))
if (!drawsOnly && names.length === 0) {
  console.error(`there is none of that name, but ${all.join(', ')}`)
  process.exit(2)
}

const circumstances = circumstancesNow()
if (!drawsOnly && wasBusy(circumstances))
  console.error(`the machine is busy, with a load of ${circumstances.load.toFixed(2)}: figures will say little`)

const keep = (measured: Records): void => writeTo(docs, merged(keptIn(docs), measured, all), reasons)
const { measured, failures } = await measureAll({
  names,
  // A file of this folder that is not support exports its benchmark by default.
  benchmarkOf: async (name) => ((await import(`./${name}.ts`)) as { default: Benchmark }).default,
  circumstances,
  keep,
})
if (drawsOnly) keep({})

const rows = Object.values(measured).flatMap(({ title, figures }) => [
  `| **${title}** | | | | |`,
  ...figures.map(rowOf),
])
if (rows.length > 0) console.log([tableHead, ...rows].join('\n'))
for (const complaint of complaintsOf(keptIn(docs), reasons)) console.error(complaint)
for (const { name, failure } of failures) console.error(`${name} failed:`, failure)
process.exitCode = failures.length === 0 ? 0 : 1
