import type { Step } from './step.ts'

/** Where a path breaks a sentence; `kept` where it nowhere does; `untested` where nothing on it put the sentence to the test. */
export type Verdict = number | 'kept' | 'untested'

/** A sentence of SPEC or DESIGN, as a judge of paths from one of their steps on. */
export type Requirement<Screen> = (path: readonly Step<Screen>[], from: number) => Verdict

type Predicate<Screen> = (now: Step<Screen>, before: Step<Screen>) => boolean
/** What sets a sentence off: a happening by name, one of several, or whatever can be seen. */
type Cause<Screen> = string | readonly string[] | Predicate<Screen>

const holds = <Screen>(predicate: Predicate<Screen>, step: Step<Screen>): boolean => predicate(step, step.before)

const happens = <Screen>(cause: Cause<Screen>, step: Step<Screen>): boolean => {
  if (typeof cause === 'function') return holds(cause, step)
  return typeof cause === 'string' ? step.happened === cause : cause.includes(step.happened)
}

/** At every step. */
export const always =
  <Screen>(predicate: Predicate<Screen>): Requirement<Screen> =>
  (path, from) => {
    const broken = path.findIndex((step, at) => at >= from && !holds(predicate, step))
    return broken < 0 ? 'kept' : broken
  }

/** At no step. */
export const never = <Screen>(predicate: Predicate<Screen>): Requirement<Screen> =>
  always((now, before) => !predicate(now, before))

/** At some step, once everything that is fair has happened: calls are answered, time passes. */
export const eventually =
  <Screen>(predicate: Predicate<Screen>): Requirement<Screen> =>
  (path, from) =>
    path.some((step, at) => at >= from && holds(predicate, step)) ? 'kept' : path.length - 1

/** At every step before the one at which something else happens, if ever it does. */
export const until =
  <Screen>(predicate: Predicate<Screen>, end: Cause<Screen>): Requirement<Screen> =>
  (path, from) => {
    for (let at = from; at < path.length; at += 1) {
      const step = path[at]
      if (step === undefined || (at > from && happens(end, step))) return 'kept'
      if (!holds(predicate, step)) return at
    }
    return 'kept'
  }

/** Whenever the cause happens: at that very step where it is a predicate, from there on where it is a sentence. */
export const when =
  <Screen>(cause: Cause<Screen>, effect: Requirement<Screen>): Requirement<Screen> =>
  (path, from) => {
    let verdict: Verdict = 'untested'
    for (const [at, step] of path.entries()) {
      if (at < from || !happens(cause, step)) continue
      const then = effect(path, at)
      if (typeof then === 'number') return then
      if (then === 'kept') verdict = then
    }
    return verdict
  }

/** At this very step. */
export const now =
  <Screen>(predicate: Predicate<Screen>): Requirement<Screen> =>
  (path, from) => {
    const step = path[from]
    return step === undefined || holds(predicate, step) ? 'kept' : from
  }

/** Whether two things that were seen are the same, by what they say. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
