import type { FastifyBaseLogger } from 'fastify'
import type { ViewerTicket } from './tickets.ts'
import type { RelayTimings } from './timings.ts'

export interface LeasePorts {
  /** Renews leases; answers those that still hold. */
  renewLeases(leaseIds: string[]): Promise<string[]>
  /** The controller has left for good. */
  releaseLease(leaseId: string): Promise<void>
  log: FastifyBaseLogger
}

type Person = ViewerTicket['user']

interface HeldLease {
  id: string
  holder: Person
  /** Runs while the controller is away. */
  grace?: NodeJS.Timeout
}

/** The control leases of the phones that are controlled through this relay, one a phone, kept alive while they are. */
export class ControlLeases {
  readonly #ports: LeasePorts
  readonly #timings: RelayTimings
  readonly #ended: (deviceId: number, leaseId: string) => void
  readonly #held = new Map<number, HeldLease>()
  readonly #renewal: NodeJS.Timeout

  /** @param ended hears of a lease that ended: released, expired, or taken over elsewhere */
  constructor(ports: LeasePorts, timings: RelayTimings, ended: (deviceId: number, leaseId: string) => void) {
    this.#ports = ports
    this.#timings = timings
    this.#ended = ended
    this.#renewal = setInterval(() => void this.#renew(), timings.renewal)
  }

  /** Whether a lease holds now. Rejects when the store can't tell. */
  async holds(leaseId: string): Promise<boolean> {
    return (await this.#ports.renewLeases([leaseId])).includes(leaseId)
  }

  /** Who controls the phone, also during the grace after the controller's socket closed. */
  holder(deviceId: number): Person | null {
    return this.#held.get(deviceId)?.holder ?? null
  }

  /** A controller is here with its lease; the phone's former lease is forgotten. */
  hold(deviceId: number, id: string, holder: Person): void {
    clearTimeout(this.#held.get(deviceId)?.grace)
    this.#held.set(deviceId, { id, holder })
  }

  /** The controller's socket closed: unless it comes back within the grace, the lease is released. */
  leave(deviceId: number, id: string): void {
    const lease = this.#held.get(deviceId)
    if (lease?.id !== id) return
    clearTimeout(lease.grace)
    lease.grace = setTimeout(() => this.release(deviceId, id), this.#timings.leaseGrace)
  }

  /** The controller won't come back. */
  release(deviceId: number, id: string): void {
    if (!this.#forget(deviceId, id)) return
    this.#ports.releaseLease(id).catch((error: unknown) => {
      // It expires by itself within half a minute.
      this.#ports.log.warn({ err: error, device_id: deviceId }, 'a control lease could not be released')
    })
  }

  /** Stops renewing; the leases stay, so that controllers find theirs after a restart. */
  close(): void {
    clearInterval(this.#renewal)
    for (const { grace } of this.#held.values()) clearTimeout(grace)
    this.#held.clear()
  }

  async #renew(): Promise<void> {
    const asked = [...this.#held].map(([deviceId, { id }]) => ({ deviceId, id }))
    if (asked.length === 0) return
    try {
      const renewed = new Set(await this.#ports.renewLeases(asked.map(({ id }) => id)))
      for (const { deviceId, id } of asked) if (!renewed.has(id)) this.#forget(deviceId, id)
    } catch (error) {
      // Nobody else can take a lease either while the store is away; the next renewal tells which of them hold.
      this.#ports.log.warn({ err: error }, 'control leases could not be renewed')
    }
  }

  #forget(deviceId: number, id: string): boolean {
    const lease = this.#held.get(deviceId)
    if (lease?.id !== id) return false
    clearTimeout(lease.grace)
    this.#held.delete(deviceId)
    this.#ended(deviceId, id)
    return true
  }
}
