import { and, or, type AnyStateMachine, type AnyTransitionDefinition } from 'xstate'
import { nodesWithin, transitionName, transitionsOf } from '../../../packages/machines-inspector/src/charts/chart.ts'
import { fresh, replaceTransition } from './mutants.ts'
import { Stage } from './played-machine.ts'
import type { AnySpecification } from './specification.ts'

/** A machine that is what it was, and keeps what the condition of each transition has answered. */
export class GuardWatch {
  readonly stage: Stage
  /** Of the transitions that have a condition. */
  readonly names: string[] = []
  readonly #seen = new Set<string>()
  /** Of the transitions that take their place. */
  readonly #named = new WeakMap<AnyTransitionDefinition, string>()
  readonly #answered: (name: string, answer: boolean) => void

  /** `answered` hears of each answer. */
  constructor(specified: AnySpecification, answered: (name: string, answer: boolean) => void = () => undefined) {
    this.#answered = answered
    this.stage = new Stage(specified, (machine) => this.#watched(machine))
  }

  saw(name: string, answer: boolean): boolean {
    return this.#seen.has(`${answer} ${name}`)
  }

  /** What a transition of the machine on the stage is called in the chart. */
  nameOf(transition: AnyTransitionDefinition): string {
    return this.#named.get(transition) ?? transitionName(transition)
  }

  #watched(machine: AnyStateMachine): AnyStateMachine {
    const watched = fresh(machine)
    for (const node of nodesWithin(watched.root))
      for (const [at, transition] of transitionsOf(node).entries()) {
        if (transition.guard === undefined) continue
        const name = transitionName(transition)
        this.names.push(name)
        /** Asked once it is known that the condition has answered so; what it says changes nothing. */
        const note = (answer: boolean) => () => {
          this.#seen.add(`${answer} ${name}`)
          this.#answered(name, answer)
          return answer
        }
        const guard = transition.guard as never // As it is written.
        replaceTransition(node, at, (one) => {
          const asking = { ...one, guard: or([and([guard, note(true)]), note(false)]) }
          this.#named.set(asking, name)
          return [asking]
        })
      }
    return watched
  }
}
