import type { Chart, SubjectKind, Transition } from './charts.ts'

/** A row of `transitions`. */
export interface MadeTransition extends Transition {
  kind: SubjectKind
  subject: number
}

/** The state that something is in by its own row. */
export interface Standing {
  kind: SubjectKind
  subject: number
  state: string
  /** Whether it is younger than the oldest transition that is kept, so that its first one has to be there. */
  isWhole: boolean
}

export type Deviation =
  /** The chart has no such state. */
  | { what: 'unknown state'; state: string }
  /** The cause does not lead there from where it was. */
  | { what: 'against the chart'; transition: Transition }
  /** It was elsewhere before: something between is missing, or is not in its place. */
  | { what: 'out of order'; transition: Transition; expected: string }
  /** Its first transition begins where nothing begins. */
  | { what: 'without a beginning'; first: string }
  /** Its own row says another state than its last transition, or than it begins in. */
  | { what: 'not where it was led'; state: string; expected: string }

/**
 * Holds transitions against charts, in the order in which those of one subject were written; whatever comes between, of others,
 * changes nothing. It remembers where each subject was left.
 */
export class TransitionCheck {
  readonly #charts: Readonly<Record<SubjectKind, Chart>>
  readonly #states: ReadonlyMap<SubjectKind, ReadonlySet<string>>
  readonly #lastOf = new Map<SubjectKind, Map<number, string>>()
  /** Of those that began where nothing begins, where that was. */
  readonly #strangers = new Map<SubjectKind, Map<number, string>>()

  constructor(charts: Readonly<Record<SubjectKind, Chart>>) {
    this.#charts = charts
    this.#states = new Map(Object.entries(charts).map(([kind, { states }]) => [kind as SubjectKind, new Set(states)])) // Its keys.
  }

  /** What a transition deviates in, the gravest first. */
  read({ kind, subject, ...transition }: MadeTransition): Deviation | undefined {
    const lastOf = of(this.#lastOf, kind)
    const expected = lastOf.get(subject)
    lastOf.set(subject, transition.to)
    if (expected === undefined && !this.#charts[kind].initial.includes(transition.from))
      of(this.#strangers, kind).set(subject, transition.from)
    for (const state of [transition.from, transition.to])
      if (!this.#states.get(kind)?.has(state)) return { what: 'unknown state', state }
    if (expected !== undefined && expected !== transition.from) return { what: 'out of order', transition, expected }
    const isAllowed = transition.from !== transition.to && this.#charts[kind].next(transition) === transition.to
    return isAllowed ? undefined : { what: 'against the chart', transition }
  }

  /** What deviates in the state that something is in once all of its transitions are read. */
  compare({ kind, subject, state, isWhole }: Standing): Deviation | undefined {
    const last = of(this.#lastOf, kind).get(subject)
    const first = of(this.#strangers, kind).get(subject)
    if (isWhole && first !== undefined) return { what: 'without a beginning', first }
    if (last !== undefined) return last === state ? undefined : { what: 'not where it was led', state, expected: last }
    const { initial } = this.#charts[kind]
    if (!isWhole || initial.includes(state)) return undefined
    return { what: 'not where it was led', state, expected: initial.join(' or ') }
  }
}

/** A kind's own map. */
function of(maps: Map<SubjectKind, Map<number, string>>, kind: SubjectKind): Map<number, string> {
  const own = maps.get(kind) ?? new Map<number, string>()
  maps.set(kind, own)
  return own
}
