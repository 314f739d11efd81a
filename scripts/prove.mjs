// npm run prove: breaks the product on purpose, one way at a time (tests/breakages.mjs), and sees that the tests which stand for
// it notice: those of its row in docs/conformance.md, or the one that it names. First they all have to pass on the product as it
// is, because one that fails anyway notices nothing. Rows or files of tests choose some:
// npm run prove -- 2.19 tests/log/undo.test.ts.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { execFile } from 'node:child_process'
import { breakages } from '../tests/breakages.mjs'
import { patternOf, rowsOf, unprovenRows } from './conformance.mjs'
import { childEnvironment, nodeRuntime, root } from './node-runtime.mjs'
import { build, install } from './prepare.mjs'
import { ensureEngines, ensureSystemTools } from './system-tools.mjs'

install()
ensureSystemTools()
ensureEngines()
await build()

const wanted = process.argv.slice(2)
const chosen = breakages.filter(({ row, test }) => wanted.length === 0 || wanted.includes(row ?? test))
if (chosen.length === 0) {
  console.error(`tests/breakages.mjs has none of ${wanted.join(', ')}`)
  process.exit(2)
}
const rows = rowsOf(readFileSync(join(root, 'docs', 'conformance.md'), 'utf8'))

/** What no copy needs: of what Node has compiled, all use the checkout's. */
const left = new Set(
  ['node_modules', '.git', '.cache/compiled', 'backups', 'data', 'docs/screenshots'].map((name) => join(root, name)),
)

/** A copy of the checkout that may be broken, with our packages; gone afterwards. */
class Copy {
  #folder = mkdtempSync(join(tmpdir(), 'phonedeck-broken-'))
  /** Whether the console that stands here is the one without a breakage: what breaks the server alone needs that one. */
  #isConsoleWhole = true

  constructor() {
    process.once('exit', () => rmSync(this.#folder, { recursive: true, force: true }))
    cpSync(root, this.#folder, { recursive: true, filter: (source) => !left.has(source) })
    symlinkSync(join(root, 'node_modules'), join(this.#folder, 'node_modules'))
  }

  #run(args) {
    const options = { cwd: this.#folder, env: childEnvironment({ NO_COLOR: '1' }), maxBuffer: Infinity }
    return new Promise((resolve) => {
      execFile(nodeRuntime(), args, options, (error, stdout, stderr) =>
        resolve({ failed: error !== null, stdout, stderr }),
      )
    })
  }

  read(file) {
    return readFileSync(join(this.#folder, file), 'utf8')
  }

  /** Writes a file, and what is made of it where it is the contract; what was made of a migration is made anew by whoever needs it. */
  async write(file, text) {
    writeFileSync(join(this.#folder, file), text)
    if (file.startsWith('server/store/migrations/'))
      rmSync(join(this.#folder, '.cache', 'cluster'), { recursive: true, force: true })
    if (file !== 'openapi.yaml') return
    const { failed, stderr } = await this.#run(['scripts/generate-contract.mjs'])
    if (failed) throw new Error(`what is broken in ${file} can't be read\n${stderr}`)
  }

  async #buildConsole(broken) {
    this.#isConsoleWhole = false
    const vite = ['node_modules/vite/bin/vite.js', 'build', '--mode=uncompressed', '--logLevel=error']
    const built = await this.#run(vite)
    if (built.failed) throw new Error(`${broken} can't be built\n${built.stderr}`)
  }

  /** The console without a breakage is the one of the checkout, and need not be built again. */
  #mendConsole() {
    const dist = join(this.#folder, 'dist')
    rmSync(dist, { recursive: true, force: true })
    cpSync(join(root, 'dist'), dist, { recursive: true })
    this.#isConsoleWhole = true
  }

  /** Runs tests on what stands here, which `broken` is broken in; answers Vitest's report of each file. */
  async reportOf(proofs, { broken, flags = [] }) {
    const files = [...new Set(proofs.map(({ file }) => file))]
    if (files.some(servesConsole)) {
      const breaksConsole = broken !== undefined && /^(src|domain|texts|index|openapi)/.test(broken)
      if (breaksConsole) await this.#buildConsole(broken)
      else if (!this.#isConsoleWhole) this.#mendConsole()
    }
    const report = join(this.#folder, '.cache', 'prove.json')
    rmSync(report, { force: true })
    const titles = new Set(proofs.map(({ titles: all }) => patternOf(all.at(-1)).source.slice(1, -1)))
    const { stdout, stderr } = await this.#run([
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
    return JSON.parse(readFileSync(report, 'utf8')).testResults.map(({ name, ...result }) => ({
      ...result,
      name: relative(this.#folder, name),
    }))
  }
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** Whether a test serves the console as it was built. */
const servesConsole = (file) => file.startsWith('tests/e2e/')

/** The tests that have to notice. */
function proofsOf({ row, test, title }) {
  if (row === undefined) return [{ file: test, titles: [title] }]
  const proofs = rows.find(({ number }) => number === row)?.proofs ?? []
  if (proofs.length === 0) throw new Error(`${row} is no row of docs/conformance.md`)
  return proofs
}

/** Runs the tests of a breakage on the broken copy, those that need no console first; answers what became of each. */
async function verdictsOf(copy, breakage) {
  const proofs = proofsOf(breakage)
  const verdicts = []
  for (const inPage of [false, true]) {
    const some = proofs.filter(({ file }) => servesConsole(file) === inPage)
    if (some.length === 0) continue
    // One that fails is enough, and one that waits for what the breakage took away has failed too.
    const flags = ['--bail=1', '--retry=0']
    const results = await copy.reportOf(some, { broken: breakage.file, flags })
    for (const { assertionResults, message } of results)
      if (assertionResults.length > 0) verdicts.push(...assertionResults.map(({ status }) => status))
      else verdicts.push(`not loaded: ${message}`)
    if (verdicts.includes('failed')) break
  }
  return verdicts
}

const nameOf = ({ row, test, what }) => `${row ?? test} ${what}`

/** Runs the tests of all breakages on a copy as it is; answers what is wrong with those of one. */
async function controlRun(copy) {
  const results = await copy.reportOf(chosen.flatMap(proofsOf), {})
  return (breakage) => unprovenRows([{ number: nameOf(breakage), proofs: proofsOf(breakage) }], results)
}

let unnoticed = 0
const complain = (text) => {
  unnoticed += 1
  console.error(text)
}
const began = performance.now()
/** One more than there are cores: each waits for a server or a page much of the time, and some for what the breakage took away. */
const copies = Array.from({ length: Math.min(availableParallelism() + 1, chosen.length) }, () => new Copy())
const wrongUnbroken = await controlRun(copies[0])

async function prove(copy, breakage) {
  const { file, from, to } = breakage
  const name = nameOf(breakage)
  const [wrong] = wrongUnbroken(breakage)
  if (wrong !== undefined) return complain(`${wrong} on the product as it is`)
  const whole = copy.read(file)
  const parts = whole.split(from)
  if (parts.length !== 2) return complain(`${name}: what is to be broken stands ${parts.length - 1} times in ${file}`)
  try {
    await copy.write(file, parts.join(to))
    const verdicts = await verdictsOf(copy, breakage)
    const odd = verdicts.find((verdict) => verdict.startsWith('not loaded'))
    // After the first failure the others are not begun, and a file of theirs looks as if it could not be loaded.
    if (verdicts.includes('failed')) console.log(`· ${name}: noticed`)
    else if (odd !== undefined) complain(`${name}: ${odd}`)
    else complain(`${name}: NOT noticed`)
  } finally {
    await copy.write(file, whole)
  }
}

const waiting = [...chosen]
const proveAll = async (copy) => {
  for (let breakage = waiting.shift(); breakage !== undefined; breakage = waiting.shift()) await prove(copy, breakage)
}
await Promise.all(copies.map(proveAll))
const seconds = Math.round((performance.now() - began) / 1_000)
console.log(`${chosen.length - unnoticed} of ${chosen.length} breakages noticed, in ${seconds} s`)
process.exitCode = unnoticed === 0 ? 0 : 1
