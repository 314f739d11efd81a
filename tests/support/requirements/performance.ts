import type { AnyMachineSnapshot, InspectionEvent } from 'xstate'
import { Play, Stage } from './played-machine.ts'
import type { AnySpecification } from './specification.ts'
import type { Step } from './step.ts'

const stages = new WeakMap<AnySpecification, Stage>()

function stageOf(specified: AnySpecification): Stage {
  const stage = stages.get(specified) ?? new Stage(specified)
  stages.set(specified, stage)
  return stage
}

/** What became of a path: its steps, and those happenings on it that could happen. */
interface Performed {
  steps: Step<unknown>[]
  taken: string[]
  /** What tells the place that it leads to from others. */
  place: string
  crash: unknown
}

interface Circumstances {
  /** Whose machine runs: the specification's own where none is given. */
  stage?: Stage
  watch?: (event: InspectionEvent) => void
  fair?: readonly string[]
}

/** No path gets longer by what is fair. */
const fairRounds = 12

/** Performs happenings one by one; those that can not happen are passed over. */
export function perform(
  specified: AnySpecification,
  happenings: readonly string[],
  { stage = stageOf(specified), watch, fair = specified.fair ?? [] }: Circumstances = {},
): Performed {
  const play = new Play(stage, specified.input, watch)
  const taken: string[] = []
  const look = (happened: string, before?: Step<unknown>) =>
    play.step(happened, specified.screen(play.snapshot, play), before)
  const steps = [look('at first')]
  const happen = (name: string): boolean => {
    const does = specified.happenings[name]
    if (does === undefined) throw new Error(`nobody says how "${name}" happens`)
    if (play.crash !== undefined || !does(play)) return false
    steps.push(look(name, steps.at(-1)))
    return true
  }
  try {
    for (const name of happenings) if (happen(name)) taken.push(name)
    const { value } = play.snapshot as AnyMachineSnapshot // A machine's.
    const { screen, waitsFor } = steps.at(-1) as Step<unknown> // The first is always there.
    const place = JSON.stringify([
      value,
      waitsFor.map(({ to }) => to),
      specified.keep ? specified.keep(play.snapshot, play) : screen,
    ])
    for (let round = 0; round < fairRounds; round += 1) if (!fair.map(happen).includes(true)) break
    return { steps, taken, place, crash: play.crash }
  } finally {
    play.stop()
  }
}

/** The first sentence that what was performed breaks, and after which steps. */
export function brokenBy(specified: AnySpecification, { steps, crash }: Performed): Broken | undefined {
  const nameOf = (at: number) => steps.slice(1, at + 1).map(({ happened }) => happened)
  if (crash !== undefined)
    return {
      sentence: 'no machine stops over an error',
      after: nameOf(steps.length),
      screen: steps.at(-1)?.screen,
      crash,
    }
  for (const [sentence, requirement] of Object.entries(specified.requirements)) {
    const verdict = requirement(steps, 0)
    if (typeof verdict === 'number') return { sentence, after: nameOf(verdict), screen: steps[verdict]?.screen }
  }
  return undefined
}

export interface Broken {
  sentence: string
  after: string[]
  /** What was to be seen then. */
  screen: unknown
  crash?: unknown
}
