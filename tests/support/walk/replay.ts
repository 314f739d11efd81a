import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import type { Role } from '../../../domain/roles.ts'
import { retrace, type Walked } from './console-walk.ts'
import { shrink } from './shrink.ts'
import { isSameStanding, type Standing } from './standing.ts'
import type { WalkStep } from './step.ts'
import { openWorld, type Fleet, type World } from './world.ts'

/** The fewest steps that led somewhere once; a file of `tests/e2e/replays`, which a test takes again. */
export interface Replay {
  /** Of a walk at random what was wrong after the last of the steps, as the walk said it. */
  wrong?: string
  /** Of a recording where the machine ended that it is about; where that is what is wrong, how it should end. */
  standing?: Standing
  role: Role
  /** What the server has when the steps begin. */
  fleet: Fleet
  steps: readonly WalkStep[]
}

export const replaysFolder = join(import.meta.dirname, '../../e2e/replays')

/** How long a step of a replay waits for what it presses, in milliseconds: on a busy machine a page takes its time. */
const patience = 15_000

/** Their names. */
export const replays = (): string[] =>
  readdirSync(replaysFolder)
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted()

// A file of ours, whose steps the compiler has seen when they were written.
export const readReplay = (name: string): Replay =>
  JSON.parse(readFileSync(join(replaysFolder, `${name}.json`), 'utf8')) as Replay

/** Takes the steps of a replay, one after the other. */
export const replay = (
  world: World,
  { role, steps, standing }: Pick<Replay, 'role' | 'steps' | 'standing'>,
): Promise<Walked> => retrace(world, role, steps, { patience, machine: standing?.machine })

/**
 * Writes what went wrong as a replay, where the steps lead to the same in a world where nobody has walked before; answers its name, or
 * nothing where they do not.
 */
export async function keepAsReplay(
  browser: Browser,
  found: { role: Role; steps: readonly WalkStep[]; wrong: string; seed: number },
): Promise<string | undefined> {
  const { role, steps, wrong, seed } = found
  // That of the accounts alone starts sooner, in each run of the tests.
  for (const fleet of ['accounts', 'demo'] as const) {
    const world = await openWorld(browser, fleet)
    const again = await replay(world, { role, steps })
    await world.stop()
    if (again.wrong !== wrong) continue
    const name = `${nameOf(wrong)}-${seed}`
    write(name, { wrong, role, fleet, steps: again.steps })
    return name
  }
  return undefined
}

function write(name: string, kept: Replay): void {
  mkdirSync(replaysFolder, { recursive: true })
  writeFileSync(join(replaysFolder, `${name}.json`), `${JSON.stringify(kept, null, 2)}\n`)
}

/**
 * Writes what was done in a recording as a replay of this name, where it leads its machine to the same place in a world where nobody has
 * been before: with as few steps as still do. Answers those; nothing where they do not.
 */
export async function keepRecordedWalk(
  browser: Browser,
  name: string,
  recorded: Required<Pick<Replay, 'role' | 'steps' | 'standing'>>,
): Promise<readonly WalkStep[] | undefined> {
  const { role, standing } = recorded
  for (const fleet of ['accounts', 'demo'] as const) {
    const world = await openWorld(browser, fleet)
    try {
      const again = await replay(world, recorded)
      if (again.wrong !== undefined || !isSameStanding(again.standing, standing)) continue
      const { steps } = await shrink(world, role, again)
      write(name, { standing, role, fleet, steps })
      return steps
    } finally {
      await world.stop()
    }
  }
  return undefined
}

/** Of what went wrong, what a file's name can say. */
const nameOf = (wrong: string): string =>
  wrong
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '')
