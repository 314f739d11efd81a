import type { Role } from '../../../domain/roles.ts'
import { randomOf } from '../random.ts'
import { wordsOf, type WalkStep } from './step.ts'
import { Walker } from './walker.ts'
import type { World } from './world.ts'

/** What was done, and what is wrong after the last of it. */
export interface Walked {
  steps: WalkStep[]
  wrong: string | undefined
}

/** Takes one step after the other, those that can be taken, as long as there is one and nothing is wrong. */
async function follow(
  world: World,
  role: Role,
  patience: number,
  next: (walker: Walker, taken: number) => Promise<WalkStep | undefined>,
): Promise<Walked> {
  const walker = await Walker.start(world, role)
  const steps: WalkStep[] = []
  try {
    for (let step = await next(walker, 0); step !== undefined; step = await next(walker, steps.length)) {
      const wrong = await walker.take(step, patience)
      if (wrong === false) continue
      steps.push(step)
      if (wrong !== undefined) return { steps, wrong }
    }
    return { steps, wrong: undefined }
  } finally {
    await walker.stop()
  }
}

/** Walks at random, so many steps or until something is wrong. */
export function walk(world: World, role: Role, { seed, steps }: { seed: number; steps: number }): Promise<Walked> {
  const random = randomOf(seed)
  return follow(world, role, 0, async (walker, taken) => (taken < steps ? walker.choose(random) : undefined))
}

/** Takes these steps again; those that can not be taken, though so many milliseconds were waited for each, are passed over. */
export function retrace(world: World, role: Role, steps: readonly WalkStep[], patience = 200): Promise<Walked> {
  const left = [...steps]
  return follow(world, role, patience, async () => left.shift())
}

/** For people: what was done, and what is wrong with it. */
export const storyOf = (role: Role, { steps, wrong }: Walked): string =>
  [`${role}:`, ...steps.map((step) => `  ${wordsOf(step)}`), `  → ${wrong ?? 'all is well'}`].join('\n')
