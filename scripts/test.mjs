// npm test: everything the suite needs, then the whole suite, then one line that sums it up.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rowsOf, unprovenRows } from './conformance.mjs'
import { nodeRuntime, root } from './node-runtime.mjs'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'
import { ensureEngines, ensureSystemTools } from './system-tools.mjs'

install()
ensureSystemTools()
ensureEngines()
await build()

const report = join(root, '.cache', 'test-report.json')
mkdirSync(join(root, '.cache'), { recursive: true })
rmSync(report, { force: true })
const wanted = process.argv.slice(2)
const code = await run(nodeRuntime(), [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=dot',
  '--reporter=json',
  `--reporter=${join(root, 'scripts/outcomes.mjs')}`,
  `--outputFile.json=${report}`,
  ...wanted,
])

if (!existsSync(report)) {
  console.error('The suite ended without a report.')
  process.exit(code || 1)
}
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
  readFileSync(report, 'utf8'),
)
// A file that could not even be loaded holds no failed test of its own, and still is a failure.
const brokenFiles = testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
)
for (const { name, message } of brokenFiles) console.error(`${name}\n${message}`)
const failed = numFailedTests + brokenFiles.length + reportUnproven()
const skipped = numPendingTests + numTodoTests
console.log(`${numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : code

/** Names what docs/conformance.md promises and this run has not proved, and counts it. A part of the suite proves no table. */
function reportUnproven() {
  if (wanted.length > 0) return 0
  const rows = rowsOf(readFileSync(join(root, 'docs', 'conformance.md'), 'utf8'))
  const results = testResults.map(({ name, assertionResults }) => ({ name: relative(root, name), assertionResults }))
  const unproven = unprovenRows(rows, results)
  for (const complaint of unproven) console.error(`docs/conformance.md: ${complaint}`)
  return unproven.length
}
