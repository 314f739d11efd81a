import type { Role } from '../../../domain/roles.ts'
import { retrace, type Walked } from './console-walk.ts'
import type { WalkStep } from './step.ts'
import type { World } from './world.ts'

/** Walks that are made anew to find a shorter one at most, and how long that may take, in milliseconds. */
const shrinkingTries = 24
const shrinkingTime = 120_000

/**
 * Fewer of these steps that come to the same: the last ones first, since what went wrong did so just now, and then ever fewer are left
 * out.
 */
export async function shrink(world: World, role: Role, walked: Walked): Promise<Walked> {
  let shortest = walked
  let tries = 0
  const until = performance.now() + shrinkingTime
  const shorten = async (fewer: readonly WalkStep[]): Promise<boolean> => {
    tries += 1
    const again = await retrace(world, role, fewer)
    const isSame = again.wrong === walked.wrong
    if (isSame) shortest = again
    return isSame
  }
  for (let last = 1; last < walked.steps.length; last *= 4) if (await shorten(walked.steps.slice(-last))) break
  let portion = Math.ceil(shortest.steps.length / 2)
  while (portion >= 1) {
    for (let at = 0; at < shortest.steps.length; at += portion) {
      if (tries === shrinkingTries || performance.now() > until) return shortest
      // The same place holds others then.
      if (await shorten(shortest.steps.toSpliced(at, portion))) at -= portion
    }
    portion = Math.floor(portion / 2)
  }
  return shortest
}
