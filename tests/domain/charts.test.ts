import type { AnyStateMachine } from 'xstate'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  allowedBy,
  charts,
  phoneChart,
  plainChart,
  subjectKinds,
  type Chart,
  type SubjectKind,
} from '../../domain/charts.ts'
import { deviceLifecycle } from '../../domain/device-lifecycle.ts'
import { jobItemLifecycle } from '../../domain/job-item-lifecycle.ts'
import { jobLifecycle } from '../../domain/job-lifecycle.ts'
import { leaseLifecycle } from '../../domain/lease-lifecycle.ts'
import { openingLifecycle } from '../../domain/opening-lifecycle.ts'
import { TransitionCheck, type Deviation, type Standing, type MadeTransition } from '../../domain/transition-check.ts'
import { randomOf } from '../../server/demo/random.ts'
import { mutantsOf } from '../support/requirements/mutants.ts'

/** Of all mistakes that are made, so many have to be noticed. */
const wanted = 0.99

/** As in tests/support/properties.ts: `npm run soak -- properties` tries others. */
const seed = Number(process.env.PROPERTIES_SEED ?? 20_261_126)
/** Of the mistakes in a chart, one of so many is made in a run: to make a machine's every move takes its time. */
const partOfMistakes = 4

const random = randomOf(seed)
const below = (count: number): number => Math.floor(random() * count)
const oneOf = <T>(choices: readonly T[]): T | undefined => choices[below(choices.length)]

/** What one subject went through, and where it is. */
interface Life {
  transitions: MadeTransition[]
  standing: Standing
}

let subjects = 0

/** Transitions by where they begin, and where something begins. */
interface Ways {
  initial: readonly string[]
  from: ReadonlyMap<string, Omit<MadeTransition, 'kind' | 'subject'>[]>
}
const waysOf = (chart: Chart): Ways => ({
  initial: chart.initial,
  from: Map.groupBy(allowedBy(chart), ({ from }) => from),
})

/** A life as a chart leads it, whichever way it takes. */
function lived(kind: SubjectKind, { initial, from }: Ways, count: number): Life {
  const transitions: MadeTransition[] = []
  subjects += 1
  let state = oneOf(initial) ?? ''
  for (let made = 0; made < count; made += 1) {
    const transition = oneOf(from.get(state) ?? [])
    if (transition === undefined) break
    transitions.push({ kind, subject: subjects, ...transition })
    state = transition.to
  }
  return { transitions, standing: { kind, subject: subjects, state, isWhole: true } }
}

/** The transitions of several lives as they are written: each life's in order, and those of others between. */
function interleaved(lives: readonly Life[]): MadeTransition[] {
  const written: MadeTransition[] = []
  const left = lives.map(({ transitions }) => transitions[Symbol.iterator]())
  while (left.length > 0) {
    const at = below(left.length)
    const { value } = left[at]?.next() ?? {}
    if (value === undefined) left.splice(at, 1)
    else written.push(value)
  }
  return written
}

function deviationsOf(lives: readonly Life[], by: Readonly<Record<SubjectKind, Chart>> = charts): Deviation[] {
  const check = new TransitionCheck(by)
  const read = interleaved(lives).map((transition) => check.read(transition))
  return [...read, ...lives.map(({ standing }) => check.compare(standing))].filter((one) => one !== undefined)
}

const ways = Object.fromEntries(subjectKinds.map((kind) => [kind, waysOf(charts[kind])])) as Record<SubjectKind, Ways>
/** Some lives of each kind. */
const some = (): Life[] =>
  subjectKinds.flatMap((kind) => Array.from({ length: 4 }, () => lived(kind, ways[kind], 1 + below(20))))

const isDifferent = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  JSON.stringify(one) !== JSON.stringify(other)

/** How many of the mistakes are noticed, of so many that change anything. */
function noticed(mistake: (transitions: MadeTransition[]) => MadeTransition[]): number {
  const tries = 1_000
  let found = 0
  for (let made = 0; made < tries;) {
    const lives = some()
    const life = oneOf(lives)
    if (life === undefined) continue
    const wrong = mistake([...life.transitions])
    if (!isDifferent(wrong, life.transitions)) continue
    made += 1
    life.transitions = wrong
    if (deviationsOf(lives).length > 0) found += 1
  }
  return found / tries
}

test('what takes the ways of the charts deviates in nothing', () => {
  for (let round = 0; round < 100; round += 1) expect(deviationsOf(some())).toEqual([])
})

test('of transitions that are dropped, at least 99 of a hundred are noticed', () => {
  const share = noticed((transitions) => transitions.toSpliced(below(transitions.length), 1))
  expect(share).toBeGreaterThanOrEqual(wanted)
})

test('of transitions that are out of their order, at least 99 of a hundred are noticed', () => {
  const share = noticed((transitions) => {
    const [moved] = transitions.splice(below(transitions.length), 1)
    return moved === undefined ? transitions : transitions.toSpliced(below(transitions.length + 1), 0, moved)
  })
  expect(share).toBeGreaterThanOrEqual(wanted)
})

test('of transitions that are written twice or said to be of another cause, state or subject, as many are', () => {
  const share = noticed((transitions) => {
    const at = below(transitions.length)
    const one = transitions[at]
    if (one === undefined) return transitions
    const { causes, states } = charts[one.kind]
    const wrong = oneOf<MadeTransition[]>([
      [one, one],
      [{ ...one, cause: '' }],
      [{ ...one, to: oneOf(states) ?? '' }],
      [{ ...one, from: oneOf(states) ?? '' }],
      // Another cause may lead to the same: a job's item fails in two ways.
      [{ ...one, cause: oneOf(causes.filter((cause) => charts[one.kind].next({ ...one, cause }) !== one.to)) ?? '' }],
    ])
    return transitions.toSpliced(at, 1, ...(wrong ?? []))
  })
  expect(share).toBeGreaterThanOrEqual(wanted)
})

describe('a chart with a mistake', () => {
  const machines: Record<SubjectKind, { machine: AnyStateMachine; chart: (mutant: AnyStateMachine) => Chart }> = {
    // A mutant has the form of what it was made of.
    device: { machine: deviceLifecycle, chart: (mutant) => phoneChart(mutant as typeof deviceLifecycle) },
    opening: { machine: openingLifecycle, chart: plainChart },
    lease: { machine: leaseLifecycle, chart: plainChart },
    job: { machine: jobLifecycle, chart: (mutant) => plainChart(mutant, ['skipped']) },
    job_item: { machine: jobItemLifecycle, chart: plainChart },
  }
  const results: { name: string; isSame: boolean; isNoticed: boolean }[] = []

  beforeAll(() => {
    for (const kind of subjectKinds) {
      const { machine, chart } = machines[kind]
      const right = charts[kind]
      const rightLives = Array.from({ length: 60 }, () => lived(kind, ways[kind], 300))
      const mistakes = mutantsOf(machine).filter((_, index) => index % partOfMistakes === seed % partOfMistakes)
      for (const { name, made } of mistakes) {
        const wrong = chart(made(machine))
        const wrongWays = waysOf(wrong)
        const isSame =
          !isDifferent([...allowedBy(wrong)], [...allowedBy(right)]) && !isDifferent(wrong.initial, right.initial)
        // Whoever moves by one of the two is held against the other.
        const wrongLives = Array.from({ length: 60 }, () => lived(kind, wrongWays, 300))
        const isNoticed =
          deviationsOf(wrongLives).length > 0 || deviationsOf(rightLives, { ...charts, [kind]: wrong }).length > 0
        results.push({ name, isSame, isNoticed })
      }
    }
  })

  test('is noticed in at least 99 of a hundred that lead anything elsewhere', () => {
    const real = results.filter(({ isSame }) => !isSame)
    const missed = real.filter(({ isNoticed }) => !isNoticed).map(({ name }) => name)
    console.log(`${real.length} mistakes in charts, not noticed: ${missed.join('; ') || 'none'}`)
    expect(real.length).toBeGreaterThan(40)
    expect((real.length - missed.length) / real.length).toBeGreaterThanOrEqual(wanted)
  })

  test('is in what changes no state where it leads nothing elsewhere, and is not noticed there', () => {
    const same = results.filter(({ isSame }) => isSame)
    expect(same.filter(({ isNoticed }) => isNoticed)).toEqual([])
    for (const { name } of same) expect(name).toMatch(/taken|freed|worked on|looked after|begins in/)
  })
})

const moved = (from: string, cause: string, to: string, facts = '') => ({ from, cause, to, facts })

describe('what is held against its chart', () => {
  const device = { kind: 'device', subject: 1 } as const

  test('goes on where it was left, whoever moves between', () => {
    const check = new TransitionCheck(charts)
    expect(check.read({ ...device, ...moved('offline', 'ready', 'idle') })).toBeUndefined()
    expect(check.read({ kind: 'lease', subject: 1, ...moved('free', 'taken', 'held') })).toBeUndefined()
    expect(check.read({ ...device, subject: 2, ...moved('offline', 'starting', 'booting') })).toBeUndefined()
    const late = moved('booting', 'lost', 'offline')
    expect(check.read({ ...device, ...late })).toEqual({ what: 'out of order', transition: late, expected: 'idle' })
  })

  test('may do what it is asked for only with the facts that its chart wants', () => {
    const taken = moved('faulty', 'recovered', 'releasing', 'held occupied')
    expect(new TransitionCheck(charts).read({ ...device, ...taken })).toBeUndefined()
    const free = { ...taken, facts: 'held' }
    expect(new TransitionCheck(charts).read({ ...device, ...free })).toEqual({
      what: 'against the chart',
      transition: free,
    })
  })

  test('is lost and wiped in one step, where its environment is opened on another phone', () => {
    const abandoned = moved('offline/in_use', 'abandoned, lost', 'offline/releasing', 'occupied')
    expect(new TransitionCheck(charts).read({ ...device, ...abandoned })).toBeUndefined()
  })

  test('has no state that its chart has not', () => {
    const broken = moved('idle', 'failed', 'broken')
    expect(new TransitionCheck(charts).read({ ...device, ...broken })).toEqual({
      what: 'unknown state',
      state: 'broken',
    })
  })

  test('has its beginning, unless that is older than what is kept', () => {
    const check = new TransitionCheck(charts)
    check.read({ ...device, ...moved('idle', 'lost', 'offline/idle') })
    const standing = { ...device, state: 'offline/idle' }
    expect(check.compare({ ...standing, isWhole: false })).toBeUndefined()
    expect(check.compare({ ...standing, isWhole: true })).toEqual({ what: 'without a beginning', first: 'idle' })
  })

  test('is where its transitions led it, or where everything begins', () => {
    const check = new TransitionCheck(charts)
    check.read({ ...device, ...moved('offline', 'ready', 'idle') })
    const elsewhere = { what: 'not where it was led', state: 'faulty' }
    expect(check.compare({ ...device, state: 'faulty', isWhole: false })).toEqual({ ...elsewhere, expected: 'idle' })
    const other = { ...device, subject: 2, state: 'faulty' }
    expect(check.compare({ ...other, isWhole: true })).toEqual({ ...elsewhere, expected: 'offline' })
    expect(check.compare({ ...other, isWhole: false })).toBeUndefined()
    expect(check.compare({ kind: 'job', subject: 3, state: 'skipped', isWhole: true })).toBeUndefined()
  })
})
