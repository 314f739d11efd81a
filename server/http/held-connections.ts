import type { FastifyBaseLogger } from 'fastify'
import type { Code } from '../../domain/codes.ts'
import { isServed } from '../../domain/service.ts'
import type { ChangedRights, RightChanges } from '../store/right-changes.ts'
import type { Store } from '../store/store.ts'
import type { Caller, Sessions } from './sessions.ts'
import type { Reason } from '../../domain/reason.ts'
import { obstacleTo, type PhoneUse } from './phone-rights.ts'

/** Between two looks at whether those who hold something may still have it. Milliseconds. */
const lookInterval = 500
/** Between two looks at all of them, whatever was told. Milliseconds. */
const wholeLookInterval = 60_000

/** What one session has open about one phone. */
export interface PhoneHolding {
  session_id: string
  device_id: number
  use: PhoneUse
  /** Ends it, and says why. */
  end(why: Reason): void
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
  changes: Pick<RightChanges, 'take' | 'prove' | 'doubt'>
  log: FastifyBaseLogger
}

/** A caller as it was when it was looked at. */
type Known = Caller & { expires_at: number; isServed: boolean }

/**
 * The right to be here: whatever a session holds open ends with the right to it. What ends a session is told by whichever server
 * ended it. Twice a second those are looked at whose rights the database said have changed, whose time has come, and who have
 * come since; and all of them while it can't be heard.
 */
export class HeldConnections {
  readonly #kinds: readonly HeldKind[]
  readonly #ports: Ports
  readonly #looks: NodeJS.Timeout
  readonly #wholeLooks: NodeJS.Timeout
  /** By session. */
  #known = new Map<string, Known>()
  /** The phones of sessions that were found to be theirs. */
  #rightful = new Set<string>()
  #isLooking = false

  constructor(kinds: readonly HeldKind[], ports: Ports) {
    this.#kinds = kinds
    this.#ports = ports
    this.#looks = setInterval(() => void this.#look(), lookInterval)
    this.#wholeLooks = setInterval(() => ports.changes.doubt(), wholeLookInterval)
  }

  /** A session has ended: so does all that it holds. */
  sessionEnded(sessionId: string, end: Code): void {
    for (const kind of this.#kinds) kind.signOut(sessionId, end)
  }

  stop(): void {
    clearInterval(this.#looks)
    clearInterval(this.#wholeLooks)
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const { changes, log } = this.#ports
    try {
      const changed = changes.take()
      const held = new Set(this.#kinds.flatMap((kind) => [...kind.sessionIds()]))
      const asked = await this.#lookAtSessions(held, changed)
      await this.#lookAtPhones(asked, changed)
      if (held.size > 0) await changes.prove()
      else changes.doubt() // Nobody hears what concerns nobody.
    } catch (error) {
      // No right can be lost while the store is away; the next look tells.
      changes.doubt()
      log.warn({ err: error }, 'the rights to what is held open could not be looked at')
    } finally {
      this.#isLooking = false
    }
  }

  /** Ends what is over; answers the sessions that it has asked for. */
  async #lookAtSessions(held: ReadonlySet<string>, changed: ChangedRights | undefined): Promise<ReadonlySet<string>> {
    const now = Date.now()
    const known = new Map<string, Known>()
    const due: string[] = []
    for (const id of held) {
      const one = this.#known.get(id)
      if (one === undefined || changed === undefined || isConcerned(one, changed) || isOver(one, now)) due.push(id)
      else known.set(id, one)
    }
    if (due.length > 0) {
      const { callers, ended } = await this.#ports.sessions.standingOf(due)
      for (const [id, caller] of callers) known.set(id, { ...caller, isServed: isServed(caller, now) })
      for (const [id, end] of ended) this.sessionEnded(id, end)
    }
    this.#known = known
    return new Set(due)
  }

  async #lookAtPhones(asked: ReadonlySet<string>, changed: ChangedRights | undefined): Promise<void> {
    const rightful = new Set<string>()
    const due: { holding: PhoneHolding; key: string }[] = []
    for (const holding of this.#kinds.flatMap((kind) => [...(kind.phones?.() ?? [])])) {
      const { session_id, device_id, use } = holding
      const key = `${session_id} ${device_id} ${use}`
      const isKnown = this.#rightful.has(key) && !asked.has(session_id) && changed?.devices.has(device_id) === false
      if (isKnown) rightful.add(key)
      else due.push({ holding, key })
    }
    const rows =
      due.length === 0
        ? []
        : await this.#ports.store.devices.rightsTo([...new Set(due.map(({ holding }) => holding.device_id))])
    const devices = new Map(rows.map((device) => [device.id, device]))
    for (const { holding, key } of due) {
      const caller = this.#known.get(holding.session_id)
      if (caller === undefined) continue // What came meanwhile is looked at next time.
      const obstacle = obstacleTo(caller, holding.use, devices.get(holding.device_id))
      if (obstacle === undefined) rightful.add(key)
      else holding.end(obstacle)
    }
    this.#rightful = rightful
  }
}

/** Whether something was said of a caller, or of somebody above it. */
const isConcerned = ({ session_id, path }: Known, { sessions, users }: ChangedRights): boolean =>
  sessions.has(session_id) || (users.size > 0 && path.split('/').some((id) => users.has(Number(id))))

/** Whether what a caller had has run out since it was looked at. */
const isOver = (known: Known, now: number): boolean =>
  known.expires_at <= now || (known.isServed && !isServed(known, now))
