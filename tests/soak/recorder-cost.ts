// npm run soak -- recorder-cost 15: what it costs to record. Random walks through every chart that has requirements, and one chart that only goes
// to and fro, with a recorder and without one, in turn; medians of the processor's time.
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { assign, createActor, setup, type InspectionEvent } from 'xstate'
import { Recorder } from '../../packages/machines-inspector/src/recording/recorder.ts'
import { randomWalks } from '../support/requirements/generated-paths.ts'
import { perform } from '../support/requirements/performance.ts'
import type { AnySpecification } from '../support/requirements/specification.ts'

const [rounds = '15'] = process.argv.slice(2)
const walksOfEach = 20
const flips = 50_000

const files = globSync('tests/machines/requirements/*.ts')
const specifications = (
  await Promise.all(files.map(async (file) => ((await import(resolve(file))) as { default: AnySpecification }).default))
).flat()
const walks = specifications.flatMap((specified) =>
  randomWalks(specified, walksOfEach).map((walk) => ({ specified, walk })),
)

const flipped = setup({
  types: { context: {} as { times: number }, events: {} as { type: 'flip' } },
}).createMachine({
  id: 'switch',
  context: { times: 0 },
  initial: 'off',
  states: {
    off: { on: { flip: { target: 'on', actions: assign({ times: ({ context }) => context.times + 1 }) } } },
    on: { on: { flip: 'off' } },
  },
})

type Watch = ((event: InspectionEvent) => void) | undefined

const works: Record<string, (watch: Watch) => void> = {
  'every chart, with what plays its servers': (watch) => {
    for (const { specified, walk } of walks) perform(specified, walk, { watch, fair: [] })
  },
  'a chart of two states': (watch) => {
    const actor = createActor(flipped, { inspect: watch }).start()
    for (let flip = 0; flip < flips; flip += 1) actor.send({ type: 'flip' })
    actor.stop()
  },
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** Milliseconds of the processor. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

for (const [name, work] of Object.entries(works)) {
  const bare: number[] = []
  const recorded: number[] = []
  work(undefined)
  work(new Recorder().observe)
  for (let round = 0; round < Number(rounds); round += 1) {
    bare.push(timeOf(() => work(undefined)))
    recorded.push(timeOf(() => work(new Recorder().observe)))
  }
  const [one, other] = [median(bare), median(recorded)]
  console.log(
    `${name}: ${one.toFixed(1)} ms without, ${other.toFixed(1)} ms with a recorder: ${(((other - one) / one) * 100).toFixed(1)} %`,
  )
}
