import type { FastifyBaseLogger } from 'fastify'
import { IdleLimit } from './idle-limit.ts'
import type { ViewerTicket } from './tickets.ts'
import type { RelayTimings } from './timings.ts'

export interface LeasePorts {
  /** Renews leases; answers those that still hold. */
  renewLeases(leaseIds: string[]): Promise<string[]>
  /** The controller has left for good. */
  releaseLease(leaseId: string): Promise<void>
  log: FastifyBaseLogger
}

/** How a lease ended: left, taken away or expired; or unused for as long as may be. */
export type LeaseEnd = 'lost' | 'idle'

interface LeaseListener {
  /** A lease ended: released, expired, or taken over elsewhere. */
  ended(deviceId: number, leaseId: string, end: LeaseEnd): void
  /** The end of an unused lease has been announced, or put off. */
  idling(deviceId: number): void
}

type Person = ViewerTicket['user']

interface HeldLease {
  id: string
  holder: Person
  /** Outlasts a controller's sockets: whoever reloads the page has not used the phone. */
  idle: IdleLimit
  /** Runs while the controller is away. */
  grace?: NodeJS.Timeout
}

/** The control leases of the phones that are controlled through this relay, one a phone, kept alive while they are. */
export class ControlLeases {
  readonly #ports: LeasePorts
  readonly #timings: RelayTimings
  readonly #listener: LeaseListener
  readonly #held = new Map<number, HeldLease>()
  readonly #renewal: NodeJS.Timeout

  constructor(ports: LeasePorts, timings: RelayTimings, listener: LeaseListener) {
    this.#ports = ports
    this.#timings = timings
    this.#listener = listener
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
    const former = this.#held.get(deviceId)
    clearTimeout(former?.grace)
    if (former?.id === id) {
      this.#held.set(deviceId, { id, holder, idle: former.idle })
      return
    }
    former?.idle.stop()
    const { controlIdle: limit, idleWarning: warning } = this.#timings
    const idle = new IdleLimit(
      { limit, warning },
      { changed: () => this.#listener.idling(deviceId), expired: () => this.release(deviceId, id, 'idle') },
    )
    this.#held.set(deviceId, { id, holder, idle })
  }

  /** The controller does something. */
  used(deviceId: number): void {
    this.#held.get(deviceId)?.idle.used()
  }

  /** Milliseconds until unused control ends, once that is announced; else null. */
  idleEndsIn(deviceId: number): number | null {
    return this.#held.get(deviceId)?.idle.endsIn ?? null
  }

  /** The controller's socket closed: unless it comes back within the grace, the lease is released. */
  leave(deviceId: number, id: string): void {
    const lease = this.#held.get(deviceId)
    if (lease?.id !== id) return
    clearTimeout(lease.grace)
    lease.grace = setTimeout(() => this.release(deviceId, id), this.#timings.leaseGrace)
  }

  /** The controller won't come back, or has not used what it holds. */
  release(deviceId: number, id: string, end: LeaseEnd = 'lost'): void {
    if (!this.#forget(deviceId, id, end)) return
    this.#ports.releaseLease(id).catch((error: unknown) => {
      // It expires by itself within half a minute.
      this.#ports.log.warn({ err: error, device_id: deviceId }, 'a control lease could not be released')
    })
  }

  /** Stops renewing; the leases stay, so that controllers find theirs after a restart. */
  close(): void {
    clearInterval(this.#renewal)
    for (const { grace, idle } of this.#held.values()) {
      clearTimeout(grace)
      idle.stop()
    }
    this.#held.clear()
  }

  async #renew(): Promise<void> {
    const asked = [...this.#held].map(([deviceId, { id }]) => ({ deviceId, id }))
    if (asked.length === 0) return
    try {
      const renewed = new Set(await this.#ports.renewLeases(asked.map(({ id }) => id)))
      for (const { deviceId, id } of asked) if (!renewed.has(id)) this.#forget(deviceId, id, 'lost')
    } catch (error) {
      // Nobody else can take a lease either while the store is away; the next renewal tells which of them hold.
      this.#ports.log.warn({ err: error }, 'control leases could not be renewed')
    }
  }

  #forget(deviceId: number, id: string, end: LeaseEnd): boolean {
    const lease = this.#held.get(deviceId)
    if (lease?.id !== id) return false
    clearTimeout(lease.grace)
    lease.idle.stop()
    this.#held.delete(deviceId)
    this.#listener.ended(deviceId, id, end)
    return true
  }
}
