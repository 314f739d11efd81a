// npm run prove: breaks the product on purpose, one way at a time (tests/breakages.mjs), and sees that the tests which stand for
// it notice: those of its row in docs/conformance.md, or the one that it names. First they all have to pass on the product as it
// is, because one that fails anyway notices nothing. Rows or files of tests choose some:
// npm run prove -- 2.19 tests/log/undo.test.ts. `tenth` takes every tenth breakage, others each day, and leaves
// it to npm test, which comes next, to see the tests pass on the product as it is.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { spawnSync } from 'node:child_process'
import { breakages } from '../tests/breakages.mjs'
import { patternOf, rowsOf, unprovenRows } from './conformance.mjs'
import { childEnvironment, nodeRuntime, root } from './node-runtime.mjs'
import { generate, install } from './prepare.mjs'
import { ensureSystemTools } from './system-tools.mjs'

install()
ensureSystemTools()
await generate()

const wanted = process.argv.slice(2)
const isTenth = wanted[0] === 'tenth'
const today = Math.floor(Date.now() / 86_400_000)
const chosen = breakages.filter(({ row, test }, index) => {
  if (wanted.length === 0) return true
  return isTenth ? index % 10 === today % 10 : wanted.includes(row ?? test)
})
const rows = rowsOf(readFileSync(join(root, 'docs', 'conformance.md'), 'utf8'))

/** A copy of the checkout that may be broken, with our packages; gone afterwards. */
const copy = mkdtempSync(join(tmpdir(), 'phonedeck-broken-'))
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const left = new Set(['node_modules', '.git', 'docs'].map((name) => join(root, name)))
cpSync(root, copy, { recursive: true, filter: (source) => !left.has(source) })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const inCopy = (args) =>
  spawnSync(nodeRuntime(), args, { cwd: copy, env: childEnvironment({ NO_COLOR: '1' }), encoding: 'utf8' })

/** Writes a file of the copy, and what is made of it where it is the contract. */
function write(file, text) {
  writeFileSync(join(copy, file), text)
  if (file !== 'openapi.yaml') return
  const { status, stderr } = inCopy(['scripts/generate-contract.mjs'])
  if (status !== 0) throw new Error(`what is broken in ${file} can't be read\n${stderr}`)
}

/** Whether what was built last in the copy is the console without a breakage: what breaks the server alone needs that one. */
let isConsoleWhole = false

/** Whether a test serves the console as it was built. */
const servesConsole = (file) => file.startsWith('tests/e2e/')

/** The tests that have to notice. */
function proofsOf({ row, test, title }) {
  if (row === undefined) return [{ file: test, titles: [title] }]
  const proofs = rows.find(({ number }) => number === row)?.proofs ?? []
  if (proofs.length === 0) throw new Error(`${row} is no row of docs/conformance.md`)
  return proofs
}

/** Runs tests on what stands in the copy, which `broken` is broken in; answers Vitest's report of each file. */
function reportOf(proofs, { broken, flags = [] }) {
  const files = [...new Set(proofs.map(({ file }) => file))]
  if (files.some(servesConsole)) {
    const breaksConsole = broken !== undefined && /^(src|domain|texts|index|openapi)/.test(broken)
    if (breaksConsole || !isConsoleWhole) {
      const built = inCopy(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'])
      if (built.status !== 0) throw new Error(`${broken ?? 'the console'} can't be built\n${built.stderr}`)
    }
    isConsoleWhole = !breaksConsole
  }
  const report = join(copy, '.cache', 'prove.json')
  rmSync(report, { force: true })
  const titles = new Set(proofs.map(({ titles: all }) => patternOf(all.at(-1)).source.slice(1, -1)))
  const { stdout, stderr } = inCopy([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=json',
    '--testTimeout=90000',
    `--outputFile.json=${report}`,
    `--testNamePattern=(${[...titles].join('|')})$`,
    ...flags,
    ...files,
  ])
  if (!existsSync(report)) throw new Error(`the tests ended without a report\n${stdout}${stderr}`)
  return JSON.parse(readFileSync(report, 'utf8')).testResults
}

/** Runs the tests of a breakage on the broken copy; answers what became of each. */
function verdictsOf(breakage) {
  // One that fails is enough, and one that waits for what the breakage took away has failed too.
  const flags = ['--bail=1', '--retry=0']
  return reportOf(proofsOf(breakage), { broken: breakage.file, flags }).flatMap(({ assertionResults, message }) =>
    assertionResults.length > 0 ? assertionResults.map(({ status }) => status) : [`not loaded: ${message}`],
  )
}

const nameOf = ({ row, test, what }) => `${row ?? test} ${what}`

/** Runs the tests of all breakages on the copy as it is; answers what is wrong with those of one. */
function controlRun() {
  const results = reportOf(chosen.flatMap(proofsOf), {}).map(({ name, assertionResults }) => ({
    name: relative(copy, name),
    assertionResults,
  }))
  return (breakage) => unprovenRows([{ number: nameOf(breakage), proofs: proofsOf(breakage) }], results)
}

let unnoticed = 0
const complain = (text) => {
  unnoticed += 1
  console.error(text)
}
const began = performance.now()
const wrongUnbroken = isTenth ? () => [] : controlRun()
for (const breakage of chosen) {
  const { file, from, to } = breakage
  const name = nameOf(breakage)
  const [wrong] = wrongUnbroken(breakage)
  if (wrong !== undefined) {
    complain(`${wrong} on the product as it is`)
    continue
  }
  const whole = readFileSync(join(copy, file), 'utf8')
  const parts = whole.split(from)
  if (parts.length !== 2) {
    complain(`${name}: what is to be broken stands ${parts.length - 1} times in ${file}`)
    continue
  }
  try {
    write(file, parts.join(to))
    const verdicts = verdictsOf(breakage)
    const odd = verdicts.find((verdict) => verdict.startsWith('not loaded'))
    if (odd !== undefined) complain(`${name}: ${odd}`)
    else if (verdicts.includes('failed')) console.log(`· ${name}: noticed`)
    else complain(`${name}: NOT noticed`)
  } finally {
    write(file, whole)
  }
}
const seconds = Math.round((performance.now() - began) / 1_000)
console.log(`${chosen.length - unnoticed} of ${chosen.length} breakages noticed, in ${seconds} s`)
process.exitCode = unnoticed === 0 ? 0 : 1
