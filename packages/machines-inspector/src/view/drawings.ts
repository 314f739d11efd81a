import type { AnyStateMachine } from 'xstate'
import type { Proofs } from '../charts/chart-svg.ts'

/** The picture of a machine's chart, or why there is none. */
export type Drawing =
  | { is: 'drawn'; svg: string }
  | { is: 'being drawn' }
  | { is: 'missing' }
  | { is: 'failed'; error: Error }

/** Where pictures of charts come from. */
export interface Drawings {
  /** Of the machine of that name, which the actor runs; the same answer until listeners are told. */
  of: (machine: string, session: string) => Drawing
  subscribe: (listener: () => void) => () => void
}

const beingDrawn: Drawing = { is: 'being drawn' }
const missing: Drawing = { is: 'missing' }

/** Draws charts when they are first looked at. What lays them out is 1.6 MB, which is fetched then. */
export class DrawnHere implements Drawings {
  readonly #machineOf: (machine: string, session: string) => AnyStateMachine | undefined
  readonly #proofs: Readonly<Record<string, Proofs>>
  readonly #drawings = new WeakMap<AnyStateMachine, Drawing>()
  readonly #listeners = new Set<() => void>()

  /** @param proofs what is proved of each machine's transitions, by its id */
  constructor(
    machineOf: (machine: string, session: string) => AnyStateMachine | undefined,
    proofs: Readonly<Record<string, Proofs>> = {},
  ) {
    this.#machineOf = machineOf
    this.#proofs = proofs
  }

  readonly of = (name: string, session: string): Drawing => {
    const machine = this.#machineOf(name, session)
    if (machine === undefined) return missing
    const drawing = this.#drawings.get(machine)
    if (drawing !== undefined) return drawing
    this.#drawings.set(machine, beingDrawn)
    void this.#draw(machine)
    return beingDrawn
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #draw(machine: AnyStateMachine): Promise<void> {
    this.#drawings.set(machine, await this.#drawn(machine))
    for (const listener of this.#listeners) listener()
  }

  async #drawn(machine: AnyStateMachine): Promise<Drawing> {
    try {
      const { chartSvg } = await import('../charts/chart-svg.ts')
      return { is: 'drawn', svg: await chartSvg(machine, this.#proofs[machine.id]) }
    } catch (error) {
      return { is: 'failed', error: error instanceof Error ? error : new Error(String(error)) }
    }
  }
}
