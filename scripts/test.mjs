// npm test: everything the suite needs, then the whole suite, then one line that sums it up.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeRuntime, root } from './node-runtime.mjs'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'
import { ensureSystemTools } from './system-tools.mjs'

install()
ensureSystemTools()
await build()

const report = join(root, '.cache', 'test-report.json')
mkdirSync(join(root, '.cache'), { recursive: true })
rmSync(report, { force: true })
const code = await run(nodeRuntime(), [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
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
const failed = numFailedTests + brokenFiles.length
const skipped = numPendingTests + numTodoTests
console.log(`${numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : code
