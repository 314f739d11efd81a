// npm run check: format, lint (the import arrows among its rules), types, generated files that are current, and what the
// console may weigh and hold.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowsOf, unwrittenRows } from './conformance.mjs'
import { commands, nodeRuntime, root } from './node-runtime.mjs'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'

install()
await build()

const dist = join(root, 'dist')

/** Calls with a folder that is gone afterwards. */
async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-check-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const generatedFiles = [
  'src/api/schema.ts',
  'src/api/operation-roles.ts',
  'src/api/body-rules.ts',
  'server/contract-types.ts',
  'server/contract.json',
]

const generatedFilesAreCurrent = () =>
  inTemporaryFolder(async (folder) => {
    const code = await run(nodeRuntime(), ['scripts/generate.mjs', folder], { stdio: 'ignore' })
    if (code !== 0) return code
    const stale = generatedFiles.filter((file) => contentOf(file) !== readFileSync(join(folder, file), 'utf8'))
    for (const file of stale) console.error(`${file} is not what openapi.yaml generates: run npm run generate`)
    return stale.length
  })

const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
const contentOf = (file) => textOf(file) ?? ''

const chartsAreCurrent = () =>
  inTemporaryFolder(async (folder) => {
    const code = await run(nodeRuntime(), ['scripts/draw-charts.mjs', folder], { stdio: 'ignore' })
    if (code !== 0) return code
    const drawn = join(root, 'docs', 'machines')
    const names = new Set([...readdirSync(folder), ...(existsSync(drawn) ? readdirSync(drawn) : [])])
    const stale = [...names].filter((name) => contentOf(join(drawn, name)) !== contentOf(join(folder, name)))
    for (const name of stale) console.error(`docs/machines/${name} is not what the machines draw: run npm run charts`)
    return stale.length
  })

/** Each row of the conformance table names tests that there are; npm test sees whether they pass. */
async function conformanceNamesTests() {
  const unwritten = unwrittenRows(rowsOf(contentOf('docs/conformance.md')), textOf)
  for (const complaint of unwritten) console.error(`docs/conformance.md: ${complaint}`)
  return unwritten.length
}

/** What only the page of machines, its dock and the pages of the benchmarks say. */
const inspectorWords = /__machines|actors are alive|__bench|startPatches/

/** The inspector is for development, and some pages for benchmarks: nothing of them may reach an operator. */
async function consoleHoldsNoInspector() {
  const files = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  const holding = files.filter((name) => inspectorWords.test(readFileSync(join(dist, 'assets', name), 'utf8')))
  for (const name of holding) console.error(`dist/assets/${name} holds the inspector or a page of a benchmark`)
  return holding.length
}

/** @type {[string, () => Promise<number>][]} */
const checks = [
  ['format', () => run(join(commands, 'oxfmt'), ['--check', '.'])],
  ['lint', () => run(join(commands, 'oxlint'), ['--deny-warnings'])],
  ['types', () => run(join(commands, 'tsc'), [])],
  ['generated files', generatedFilesAreCurrent],
  ['charts', chartsAreCurrent],
  ['conformance table', conformanceNamesTests],
  ['weight of the login page', () => run(nodeRuntime(), ['scripts/weigh-login.mjs'])],
  ['no inspector and no benchmark in the console', consoleHoldsNoInspector],
]

const failed = []
for (const [name, check] of checks) {
  console.log(`· ${name}`)
  if ((await check()) !== 0) failed.push(name)
}
console.log(failed.length === 0 ? 'all is well' : `failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
