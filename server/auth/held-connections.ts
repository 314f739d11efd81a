import type { FastifyBaseLogger } from 'fastify'
import type { Code } from '../../domain/codes.ts'
import { inChinese, openingReasons, relayReasons } from '../../domain/reasons.ts'
import { isServed } from '../../domain/service.ts'
import { isOwn } from '../device-rights.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { Store } from '../store/store.ts'

import type { Caller, Sessions } from './sessions.ts'

/** Between two looks at whether those who hold something may still have it. Milliseconds. */
const lookInterval = 1_000

const reasons = inChinese({ ...relayReasons, serviceOver: openingReasons.serviceOver })

/** What one session has open about one phone. */
export interface PhoneHolding {
  session_id: string
  device_id: number
  /** Whether the phone is only watched, controlled by its lease, or used without one. */
  use: 'watch' | 'control' | 'terminal'
  /** Ends it, and says why. */
  end(reason: string): void
}

/** A kind of connection that sessions hold open at this server. */
export interface HeldKind {
  sessionIds(): Iterable<string>
  /** Closes everything of a session that has ended. */
  signOut(sessionId: string, end: Code): void
  /** What of it is about phones. */
  phones?(): Iterable<PhoneHolding>
}

interface Ports {
  sessions: Pick<Sessions, 'standingOf'>
  store: Pick<Store, 'devices'>
  log: FastifyBaseLogger
}

/**
 * The right to be here: whatever a session holds open ends with the right to it. What ends a session is told by whichever
 * server ended it; a look every second finds everything else, also what was told while nobody could hear it: sessions that ran
 * out, owners, roles and services that changed.
 */
export class HeldConnections {
  readonly #kinds: readonly HeldKind[]
  readonly #ports: Ports
  readonly #looks: NodeJS.Timeout
  #isLooking = false

  constructor(kinds: readonly HeldKind[], ports: Ports) {
    this.#kinds = kinds
    this.#ports = ports
    this.#looks = setInterval(() => void this.#look(), lookInterval)
  }

  /** A session has ended: so does all that it holds. */
  sessionEnded(sessionId: string, end: Code): void {
    for (const kind of this.#kinds) kind.signOut(sessionId, end)
  }

  stop(): void {
    clearInterval(this.#looks)
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const callers = await this.#lookAtSessions()
      await this.#lookAtPhones(callers)
    } catch (error) {
      // No right can be lost while the store is away; the next look tells.
      this.#ports.log.warn({ err: error }, 'the rights to what is held open could not be looked at')
    } finally {
      this.#isLooking = false
    }
  }

  /** Ends what is over; answers who the others are by now. */
  async #lookAtSessions(): Promise<Map<string, Caller>> {
    const held = new Set(this.#kinds.flatMap((kind) => [...kind.sessionIds()]))
    if (held.size === 0) return new Map()
    const { callers, ended } = await this.#ports.sessions.standingOf([...held])
    for (const [sessionId, end] of ended) this.sessionEnded(sessionId, end)
    return callers
  }

  async #lookAtPhones(callers: Map<string, Caller>): Promise<void> {
    const holdings = this.#kinds.flatMap((kind) => [...(kind.phones?.() ?? [])])
    if (holdings.length === 0) return
    const rows = await this.#ports.store.devices.rightsTo([...new Set(holdings.map(({ device_id }) => device_id))])
    const devices = new Map(rows.map((device) => [device.id, device]))
    for (const holding of holdings) {
      const caller = callers.get(holding.session_id) // What came meanwhile is looked at next time.
      const obstacle = caller && obstacleTo(caller, holding, devices.get(holding.device_id))
      if (obstacle !== undefined) holding.end(obstacle)
    }
  }
}

/** Why a caller may no longer have this open; undefined where it may. */
function obstacleTo(
  caller: Caller,
  { use }: PhoneHolding,
  device: Pick<DeviceRow, 'removed_at' | 'in_use_by' | 'owner_path'> | undefined,
): string | undefined {
  if (use !== 'watch' && !isServed(caller, Date.now())) return reasons.serviceOver
  if (device === undefined || device.removed_at !== null) return reasons.noLongerYours
  if (device.in_use_by === caller.id) return undefined
  if (use === 'terminal' && device.in_use_by !== null) return reasons.heldByOther
  return isOwn(caller, device) ? undefined : reasons.noLongerYours
}
