import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createActor, type Actor, type AnyStateMachine, type InspectionEvent } from 'xstate'
import { transitionName } from '../../packages/machines-inspector/src/charts/chart.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the tests of one run leave what they covered. */
    coverageFolder: string
  }
}

/** What the tests of a chart covered: its transitions, one for each state, event and branch of its guards. */
interface CoverageRecord {
  machine: string
  taken: string[]
}

/** Notes which transitions of a chart running actors take. */
export class TransitionCoverage {
  readonly #machine: AnyStateMachine
  readonly #taken = new Set<string>()

  constructor(machine: AnyStateMachine) {
    this.#machine = machine
  }

  watch<Machine extends AnyStateMachine>(actor: Actor<Machine>): void {
    // What it did at its creation has passed. Another one, which is never started, does the same again.
    const { input, clock } = actor.options
    createActor(actor.logic, {
      input,
      clock,
      inspect: (event: InspectionEvent) => {
        if (event.actorRef.sessionId === event.rootId) this.#take(event)
      },
    })
    actor.system.inspect((event) => {
      if (event.actorRef === actor) this.#take(event)
    })
  }

  #take(event: InspectionEvent): void {
    if (event.type !== '@xstate.microstep') return
    const { _transitions: transitions } = event
    for (const transition of transitions) this.#taken.add(transitionName(transition))
  }

  /** Leaves what was covered for the test that adds it all up. */
  record(): void {
    const folder = inject('coverageFolder')
    mkdirSync(folder, { recursive: true })
    const record: CoverageRecord = { machine: this.#machine.id, taken: [...this.#taken] }
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(record))
  }
}

/** Every transition that was taken in this run, by machine. */
export function coveredTransitions(): Map<string, Set<string>> {
  const folder = inject('coverageFolder')
  mkdirSync(folder, { recursive: true })
  const covered = new Map<string, Set<string>>()
  for (const file of readdirSync(folder)) {
    const { machine, taken } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CoverageRecord // As written above.
    covered.set(machine, new Set([...(covered.get(machine) ?? []), ...taken]))
  }
  return covered
}
