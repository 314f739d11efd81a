import type { Role } from '../../../domain/roles.ts'
import { retrace, type Walked } from './console-walk.ts'
import { isSameStanding } from './standing.ts'
import type { WalkStep } from './step.ts'
import type { World } from './world.ts'

/** Walks that are made anew to find a shorter one at most, and how long that may take, in milliseconds. */
const shrinkingTries = 40
const shrinkingTime = 300_000

/** How long a step waits, in milliseconds: of a random walk each was possible at once, of a recording the operator waited for it. */
const patienceWith = (machine: string | undefined): number => (machine === undefined ? 200 : 3_000)

/**
 * Fewer of these steps that come to the same: the last ones first, since what went wrong did so just now, and then ever fewer are left
 * out. Where a machine stands is no matter of the last step.
 */
export async function shrink(world: World, role: Role, walked: Walked): Promise<Walked> {
  let shortest = walked
  let tries = 0
  const until = performance.now() + shrinkingTime
  const machine = walked.standing?.machine
  const shorten = async (fewer: readonly WalkStep[]): Promise<boolean> => {
    tries += 1
    const again = await retrace(world, role, fewer, { patience: patienceWith(machine), machine })
    const isSame = again.wrong === walked.wrong && isSameStanding(again.standing, walked.standing)
    if (isSame) shortest = again
    return isSame
  }
  if (machine === undefined)
    for (let last = 1; last < walked.steps.length; last *= 4) if (await shorten(walked.steps.slice(-last))) break
  // The last one is where it went wrong.
  const others = (): number => shortest.steps.length - (machine === undefined ? 1 : 0)
  for (let portion = Math.ceil(others() / 2); portion >= 1; portion = Math.floor(Math.min(portion, others()) / 2)) {
    for (let at = 0; at < others(); at += portion) {
      if (tries === shrinkingTries || performance.now() > until) return shortest
      // The same place holds others then.
      if (await shorten(shortest.steps.toSpliced(at, Math.min(portion, others() - at)))) at -= portion
    }
  }
  return shortest
}
