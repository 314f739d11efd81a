import { and, or, type AnyStateMachine } from 'xstate'
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

  constructor(specified: AnySpecification) {
    this.stage = new Stage(specified, (machine) => this.#watched(machine))
  }

  saw(name: string, answer: boolean): boolean {
    return this.#seen.has(`${answer} ${name}`)
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
          return answer
        }
        const guard = transition.guard as never // As it is written.
        replaceTransition(node, at, (one) => [{ ...one, guard: or([and([guard, note(true)]), note(false)]) }])
      }
    return watched
  }
}
