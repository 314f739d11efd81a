// npm run check: format, lint (the import arrows among its rules), types, charts and figures that are current, and what the
// console may weigh and hold.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowsOf, unwrittenRows } from './conformance.mjs'
import { commands, nodeRuntime, root } from './node-runtime.mjs'
import { build, generateTypes, install } from './prepare.mjs'
import { run } from './run.mjs'
import { ensureSystemTools } from './system-tools.mjs'

install()
ensureSystemTools()
await build()
await generateTypes()

const dist = join(root, 'dist')

const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
const contentOf = (file) => textOf(file) ?? ''

async function chartsAreCurrent() {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-check-'))
  try {
    const code = await run(nodeRuntime(), ['scripts/draw-charts.mjs', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (code !== 0) return code
    const drawn = join(root, 'docs', 'machines')
    const names = new Set([...readdirSync(folder), ...(existsSync(drawn) ? readdirSync(drawn) : [])])
    const stale = [...names].filter((name) => contentOf(join(drawn, name)) !== contentOf(join(folder, name)))
    for (const name of stale) console.error(`docs/machines/${name} is not what the machines draw: run npm run charts`)
    return stale.length
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Each row of the conformance table names tests that there are; npm test sees whether they pass. */
async function conformanceNamesTests() {
  const unwritten = unwrittenRows(rowsOf(contentOf('docs/conformance.md')), textOf)
  for (const complaint of unwritten) console.error(`docs/conformance.md: ${complaint}`)
  return unwritten.length
}

/** What only the list of living machines and the pages of the benchmarks have. */
const inspectorWords = /recordings\.now\.alive|__bench|startPatches/

/** Watching living machines is for development, and some pages are for benchmarks: nothing of them may reach an operator. */
async function consoleHoldsNoInspector() {
  const files = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  const holding = files.filter((name) => inspectorWords.test(readFileSync(join(dist, 'assets', name), 'utf8')))
  for (const name of holding) console.error(`dist/assets/${name} holds the inspector or a page of a benchmark`)
  return holding.length
}

/** @type {[string, () => Promise<number>][]} */
const checks = [
  ['format', () => run(join(commands, 'oxfmt'), ['--check', '.'])],
  // Its rules are TypeScript, which an older Node of the machine does not read.
  ['lint', () => run(nodeRuntime(), [join(commands, 'oxlint'), '--deny-warnings'])],
  // One checker: several, of which four are usual, each find out anew what they share.
  ['types', () => run(join(commands, 'tsc'), ['--checkers', '1'])],
  ['charts', chartsAreCurrent],
  ['conformance table', conformanceNamesTests],
  ['figures of performance', () => run(nodeRuntime(), ['scripts/check-performance.mjs'])],
  ['weight of the first pages', () => run(nodeRuntime(), ['scripts/weigh-pages.mjs'])],
  ['no inspector and no benchmark in the console', consoleHoldsNoInspector],
]

const failed = []
for (const [name, check] of checks) {
  console.log(`· ${name}`)
  if ((await check()) !== 0) failed.push(name)
}
console.log(failed.length === 0 ? 'all is well' : `failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
