import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { Client, type Notification } from 'pg'
import { connectionOf, type DatabaseAddress } from './database.ts'
import type { Tables } from './tables.ts'

/** Where triggers say whose rights have changed (migration 0029). */
const channel = 'rights'
/** How long the answer is waited for that this hears. Milliseconds. */
const answerTimeout = 15_000
/** Before a lost connection is made again. Milliseconds. */
const retryPause = 1_000

/** Whose rights have changed. */
export interface ChangedRights {
  sessions: ReadonlySet<string>
  /** Of those below them, too. */
  users: ReadonlySet<number>
  devices: ReadonlySet<number>
}

const nothing = () => ({ sessions: new Set<string>(), users: new Set<number>(), devices: new Set<number>() })

/**
 * What the database says of rights that change, whichever server changed them. Notifications may get lost with the connection
 * they come by; so each look ends with a proof, which comes by the same way: once it is heard, so is all from before it.
 */
export class RightChanges {
  readonly #db: Kysely<Tables>
  readonly #address: DatabaseAddress
  readonly #log: FastifyBaseLogger
  readonly #proofs = `rights_${randomUUID().replaceAll('-', '')}`
  readonly #stopping = new AbortController()
  readonly #listening: Promise<void>
  #client: Client | undefined
  #changed = nothing()
  /** The last proof that was asked for, and the last that was heard; undefined where something may have been missed. */
  #asked: number | undefined
  #heard = 0
  #count = 0
  /** How often there was doubt, and how often there had been when changes were taken. */
  #doubts = 0
  #taken = 0

  constructor(db: Kysely<Tables>, address: DatabaseAddress, log: FastifyBaseLogger) {
    this.#db = db
    this.#address = address
    this.#log = log
    this.#listening = this.#listenAgainAndAgain()
  }

  /** What has changed since this was asked last; undefined where that is not known, and anything may have. */
  take(): ChangedRights | undefined {
    const changed = this.#changed
    this.#changed = nothing()
    this.#taken = this.#doubts
    return this.#asked !== undefined && this.#asked === this.#heard ? changed : undefined
  }

  /** To be called after each look at what was taken. */
  async prove(): Promise<void> {
    if (this.#client === undefined || this.#taken !== this.#doubts) return // Of what came meanwhile it would prove nothing.
    this.#asked = this.#count += 1
    await sql`select pg_notify(${this.#proofs}, ${String(this.#asked)})`.execute(this.#db)
  }

  /** Something may have been missed. */
  doubt(): void {
    this.#asked = undefined
    this.#doubts += 1
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#listening
  }

  async #listenAgainAndAgain(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await this.#listen()
      } catch (error) {
        this.#log.warn({ err: error }, 'changes of rights are not heard, and looked for instead')
      }
      this.#client = undefined
      this.doubt()
      await pause(retryPause, undefined, { signal, ref: false }).catch(() => undefined) // It is stopping.
    }
  }

  /** Listens until the connection ends. */
  async #listen(): Promise<void> {
    const socket = new Socket()
    const client = new Client({
      ...connectionOf(this.#address),
      application_name: 'phonedeck rights',
      connectionTimeoutMillis: 10_000,
      query_timeout: answerTimeout,
      stream: () => socket,
    })
    // Its other end may be silent: nobody waits for it to take its leave.
    const stopListening = (): void => void socket.destroy()
    this.#stopping.signal.addEventListener('abort', stopListening)
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
    client.on('error', () => {}) // Its end follows.
    client.on('notification', (notification) => this.#hear(notification))
    try {
      await client.connect()
      await client.query(`listen ${channel}; listen ${this.#proofs}`)
      if (this.#stopping.signal.aborted) return
      this.#client = client
      this.doubt()
      await ended
    } finally {
      this.#stopping.signal.removeEventListener('abort', stopListening)
      socket.destroy()
    }
  }

  #hear({ channel: from, payload = '' }: Notification): void {
    if (from === this.#proofs) {
      this.#heard = Number(payload)
      return
    }
    const [what, id = ''] = payload.split(':')
    if (what === 'session') this.#changed.sessions.add(id)
    if (what === 'user') this.#changed.users.add(Number(id))
    if (what === 'device') this.#changed.devices.add(Number(id))
  }
}
