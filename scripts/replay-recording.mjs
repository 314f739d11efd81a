// Runs under Node 24, which reads TypeScript (npm run replay).
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Moments } from '../packages/machines-inspector/src/recording/moments.ts'
import { readRecording, UnreadableRecording } from '../packages/machines-inspector/src/recording/recording-file.ts'
import { replay } from '../packages/machines-inspector/src/recording/replay.ts'
import { shrink } from '../packages/machines-inspector/src/recording/shrink.ts'
import { testOf } from './recorded-test.ts'
import { errorOf } from './recorded-errors.ts'
import { roles } from '../domain/roles.ts'
import { launchBrowser } from '../tests/support/browser.ts'
import { keepRecordedWalk } from '../tests/support/walk/replay.ts'
import { standingAt } from '../tests/support/walk/standing.ts'
import { findMachines } from './find-machines.mjs'
import { root } from './node-runtime.mjs'

/** Ends with what is wrong, for people. */
function refuse(words) {
  console.error(words)
  process.exit(2)
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { actor: { type: 'string' }, out: { type: 'string' }, walk: { type: 'string' } },
})
const [file] = positionals
if (file === undefined) refuse('npm run replay -- FILE [--actor NAME] [--out TEST] [--walk NAME]')

function read() {
  try {
    return readRecording(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof UnreadableRecording) refuse(`${file} is no recording that can be replayed: ${error.message}`)
    throw error
  }
}

const recording = read()
const charts = new Map((await findMachines()).map((chart) => [chart.machine.id, chart]))
const moments = new Moments(recording)

let differing = 0
for (const one of replay(recording, (id) => charts.get(id)?.machine, { errorOf })) {
  differing += one.differing.length
  for (const { entry, event, changes } of one.differing)
    console.error(
      `${one.machine} ${one.session}: ${event}, entry ${entry + 1}, leads elsewhere: ${JSON.stringify(changes).slice(0, 400)}`,
    )
}
console.error(
  differing === 0
    ? `${recording.entries.length} entries of ${recording.build} replay`
    : `${differing} of ${recording.entries.length} entries lead elsewhere than they did in ${recording.build}`,
)

/** Whom a test is about: who was asked for, who stopped over an error, or who was the last to be in another state. */
function subject() {
  const known = recording.actors.filter(({ name }) => charts.has(name))
  if (values.actor !== undefined)
    return known.find(({ name, session }) => name === values.actor || session === values.actor)
  const failed = known.find(({ session }) => moments.of(session, moments.last)?.status === 'error')
  if (failed !== undefined) return failed
  for (let at = moments.last; at > 0; at -= 1) {
    const { actor } = recording.entries[at - 1]
    const [before, after] = [moments.of(actor, at - 1), moments.of(actor, at)]
    const moved = JSON.stringify(before?.value) !== JSON.stringify(after?.value)
    if (moved && before !== undefined && known.some(({ session }) => session === actor))
      return known.find(({ session }) => session === actor)
  }
  return known[0]
}

const actor = subject()
if (actor === undefined) refuse(`${file} has no ${values.actor ?? 'machine of this console'}`)
const chart = charts.get(actor.name)
const shrunk = shrink(moments, actor.session, chart.machine, { errorOf })
if (shrunk === undefined) refuse(`${actor.name} took no event in ${file}`)

const out = resolve(values.out ?? 'tests/machines/recorded.test.ts')
const from = (path) => {
  const way = relative(dirname(out), resolve(root, path))
  return way.startsWith('.') ? way : `./${way}`
}
const text = testOf(shrunk, {
  machine: chart.code,
  name: chart.machine.id,
  machineFile: from(chart.file),
  replayFile: from('packages/machines-inspector/src/recording/replay.ts'),
  errorsFile: from('scripts/recorded-errors.ts'),
  build: recording.build,
  savedAt: recording.savedAt,
})
if (values.out === undefined) process.stdout.write(text)
else writeFileSync(out, text)
console.error(
  `${actor.name}: ${shrunk.events.length} of ${shrunk.recorded} events${shrunk.leadsThere ? '' : ', which alone do not lead there: it asked what no recording has'}`,
)

/** Whose console it was, as its session says. */
function roleOf() {
  const session = recording.actors.findLast(({ name }) => name === 'session')
  const role = session && moments.of(session.session, moments.last)?.context?.user?.role
  return roles.includes(role) ? role : refuse(`${file} does not say who was signed in`)
}

if (values.walk !== undefined) {
  const standing = standingAt(recording, actor.name)
  const browser = await launchBrowser()
  const steps = await keepRecordedWalk(browser, values.walk, { role: roleOf(), steps: recording.steps, standing })
  await browser.close()
  if (steps === undefined)
    refuse(`${recording.steps.length} steps of ${file} do not lead ${actor.name} there in a browser`)
  console.error(`${steps.length} of ${recording.steps.length} steps, as tests/e2e/replays/${values.walk}.json`)
}
