import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import type { RelayTimings } from './timings.ts'

interface SupplyPorts {
  /** Asks an agent to dial in. */
  request(): Promise<void>
  /** No video comes for the moment. */
  lost(why: Reason | null): void
}

type SupplyState = 'unneeded' | 'requested' | 'delivering' | 'resting' | 'held'

/**
 * Sees to it that an agent delivers a phone's video for as long as it is needed: requests one, waits for it to dial
 * in, and tries again at growing intervals when it fails or leaves.
 */
export class AgentSupply {
  readonly #ports: SupplyPorts
  readonly #timings: RelayTimings
  #state: SupplyState = 'unneeded'
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #arrivedAt = 0
  /** Why there is no use in trying; undefined while there is. */
  #obstacle: Reason | undefined

  constructor(ports: SupplyPorts, timings: RelayTimings) {
    this.#ports = ports
    this.#timings = timings
  }

  /** Somebody watches. */
  need(): void {
    if (this.#state !== 'unneeded') return
    if (this.#obstacle === undefined) this.#request()
    else this.hold(this.#obstacle)
  }

  /** Nobody watches any more. */
  release(): void {
    this.#enter('unneeded')
    this.#failures = 0
  }

  /** An agent has dialled in. */
  arrived(): void {
    this.#enter('delivering')
    this.#arrivedAt = performance.now()
  }

  /** The agent has left. */
  left(why: Reason | null): void {
    if (this.#state !== 'delivering') return
    if (performance.now() - this.#arrivedAt >= this.#timings.recovered) this.#failures = 0
    this.#rest(why)
  }

  /** The agent could not follow the request: another try is due later. */
  failed(why: Reason | null): void {
    if (this.#state === 'requested') this.#rest(why)
  }

  /** There is no use in trying until `resume`. */
  hold(why: Reason): void {
    this.#obstacle = why
    if (this.#state === 'unneeded') return
    this.#enter('held')
    this.#ports.lost(why)
  }

  /** The obstacle is gone: tries at once, with all failures forgiven. */
  resume(): void {
    this.#obstacle = undefined
    this.#failures = 0
    if (this.#state === 'held' || this.#state === 'resting') this.#request()
  }

  #request(): void {
    this.#enter('requested')
    const timer = setTimeout(() => this.#rest(reason('relay.lateBox')), this.#timings.dialIn)
    this.#timer = timer
    this.#ports.request().catch((error: unknown) => {
      // Another try may be under way by now; this one's failure is then of no more interest.
      if (this.#timer === timer)
        this.#rest(reason('relay.deafBox', { said: error instanceof Error ? error.message : String(error) }))
    })
  }

  #rest(why: Reason | null): void {
    this.#enter('resting')
    const { backoff } = this.#timings
    const wait = backoff[Math.min(this.#failures, backoff.length - 1)]
    this.#failures += 1
    this.#timer = setTimeout(() => this.#request(), wait)
    this.#ports.lost(why)
  }

  #enter(state: SupplyState): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#state = state
  }
}
