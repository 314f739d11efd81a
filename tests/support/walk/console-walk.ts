import type { Role } from '../../../domain/roles.ts'
import { randomOf } from '../../../server/demo/random.ts'
import type { Standing } from './standing.ts'
import { wordsOf, type WalkStep } from './step.ts'
import { Walker } from './walker.ts'
import type { World } from './world.ts'

/** What was done, and what is wrong after the last of it. */
export interface Walked {
  steps: WalkStep[]
  wrong: string | undefined
  /** Where the machine is then that was asked about. */
  standing?: Standing | undefined
}

interface Following {
  /** How long each step waits for what it is to be done with, in milliseconds. */
  patience: number
  /** The id of the machine that is asked about; nobody records anything where it is left out. */
  machine?: string | undefined
}

/** Takes one step after the other, those that can be taken, as long as there is one and nothing is wrong. */
async function follow(
  world: World,
  role: Role,
  { patience, machine }: Following,
  next: (walker: Walker, taken: number) => Promise<WalkStep | undefined>,
): Promise<Walked> {
  const walker = await Walker.start(world, role, machine !== undefined)
  const steps: WalkStep[] = []
  try {
    for (let step = await next(walker, 0); step !== undefined; step = await next(walker, steps.length)) {
      const wrong = await walker.take(step, patience)
      if (wrong === false) continue
      steps.push(step)
      if (wrong !== undefined) return { steps, wrong }
    }
    if (machine === undefined) return { steps, wrong: undefined }
    return { steps, wrong: undefined, standing: await walker.standingOf(machine) }
  } finally {
    await walker.stop()
  }
}

/** Walks at random, so many steps or until something is wrong. */
export function walk(world: World, role: Role, { seed, steps }: { seed: number; steps: number }): Promise<Walked> {
  const random = randomOf(seed)
  return follow(world, role, { patience: 0 }, async (walker, taken) =>
    taken < steps ? walker.choose(random) : undefined,
  )
}

/** Takes these steps again; those that can not be taken, though each was waited for, are passed over. */
export function retrace(world: World, role: Role, steps: readonly WalkStep[], following: Following): Promise<Walked> {
  const left = [...steps]
  return follow(world, role, following, async () => left.shift())
}

/** For people: what was done, and what is wrong with it. */
export const storyOf = (role: Role, { steps, wrong }: Walked): string =>
  [`${role}:`, ...steps.map((step) => `  ${wordsOf(step)}`), `  → ${wrong ?? 'all is well'}`].join('\n')
