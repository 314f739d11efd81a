// npm run check: docs/performance.md and its curves are what the kept figures draw, and reasons are those of missed limits.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { keptIn, staleIn } from '../bench/page/files.ts'
import { complaintsOf, reasons } from '../bench/page/reasons.ts'
import { root } from './node-runtime.mjs'

const docs = join(root, 'docs')
const benchmarks = readdirSync(join(root, 'bench'))
const complaints = [
  ...staleIn(docs, reasons).map((name) => `docs/${name} is not what was measured: run npm run bench -- --draw`),
  ...Object.keys(keptIn(docs))
    .filter((name) => !benchmarks.includes(`${name}.ts`))
    .map((name) => `docs/performance/figures.json has figures of ${name}, which is no benchmark`),
  ...complaintsOf(keptIn(docs), reasons),
]
for (const complaint of complaints) console.error(complaint)
process.exitCode = complaints.length === 0 ? 0 : 1
