import { readdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { tableOf, type Benchmark, type Figure } from './figure.ts'

const support = new Set(['main.ts', 'figure.ts'])
const wanted = process.argv.slice(2)

const names = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !support.has(entry.name))
  .map(({ name }) => name.slice(0, -'.ts'.length))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))

const figures: Figure[] = []
for (const name of names) {
  console.error(`· ${name}`)
  // A file of this folder that is not support exports its benchmark by default.
  const { default: measure } = (await import(`./${name}.ts`)) as { default: Benchmark }
  figures.push(...(await measure()))
}
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`)
console.log(tableOf(figures))
