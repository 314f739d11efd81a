/** What the generated paths and the requirements prove of one transition. */
export interface Proof {
  /** The generated paths that take it. */
  paths: number
  /** The mistakes that can be made in it, and how many of them a requirement notices. */
  mutants: number
  noticed: number
  /** What its condition has answered on the paths; absent where it has none. */
  answered?: 'true and false' | 'only true' | 'only false' | 'nothing'
  /** The transitions that may come right after it, and how many of them do on some path. */
  next: number
  followed: number
}

/** How well a transition is tested: no generated path takes it, one does, or every mistake in it is noticed by a requirement. */
export const heats = ['cold', 'taken', 'guarded'] as const
export type Heat = (typeof heats)[number]

export function heatOf({ paths, mutants, noticed }: Proof): Heat {
  if (paths === 0) return 'cold'
  return noticed < mutants ? 'taken' : 'guarded'
}

/** The least of several; undefined where none is known. */
export const coldest = (several: readonly (Heat | undefined)[]): Heat | undefined =>
  heats.find((heat) => several.includes(heat))

/** The same for people, a line each. */
export const wordsOfProof = ({ paths, mutants, noticed, answered, next, followed }: Proof): string[] => [
  paths === 0 ? 'taken by no path' : `taken by ${paths} ${paths === 1 ? 'path' : 'paths'}`,
  ...(answered === undefined ? [] : [`the condition was ${answered === 'nothing' ? 'never asked' : answered}`]),
  `${noticed} of ${mutants} mutants noticed`,
  ...(next === 0 ? [] : [`followed by ${followed} of the ${next} that may come next`]),
]

/** How much of a chart is proved: of what there is, how much was seen. */
interface Coverage {
  /** Transitions that a path takes. */
  taken: Part
  /** Two answers of each condition. */
  answers: Part
  /** Each transition with each that may come next. */
  pairs: Part
}
export interface Part {
  seen: number
  all: number
}

const answersSeen = { 'true and false': 2, 'only true': 1, 'only false': 1, nothing: 0 }

export function coverageOf(proofs: readonly Proof[]): Coverage {
  const sum = (count: (proof: Proof) => number): number => proofs.reduce((all, proof) => all + count(proof), 0)
  return {
    taken: { seen: sum(({ paths }) => Math.min(1, paths)), all: proofs.length },
    answers: {
      seen: sum(({ answered }) => (answered === undefined ? 0 : answersSeen[answered])),
      all: sum(({ answered }) => (answered === undefined ? 0 : 2)),
    },
    pairs: { seen: sum(({ followed }) => followed), all: sum(({ next }) => next) },
  }
}
