import {
  maxPhonesPerBox,
  type PhoneReport,
  type UnreachablePhone,
  type UnreachableState,
} from '../domain/box-protocol.ts'
import { reason } from '../texts/reason.ts'
import type { PhoneConnection } from './adb-backend.ts'
import { log } from './log.ts'
import { changes, serialOf, surveyPhone, type Survey } from './phone-survey.ts'
import type { PhoneMemory } from './phone-memory.ts'
import type { PhoneReports } from './phone-reports.ts'
import { pause } from './retry.ts'
import { within } from './within.ts'

/** Between two looks at a phone, in milliseconds; each wait varies by a fifth so that phones don't answer in step. */
const surveyInterval = 30_000
/** While Android starts, its end is waited for. */
const startingInterval = 1_000
const surveyTimeout = 10_000
/** A phone that leaves so many looks in a row unanswered is given up and connected anew. */
const maxUnanswered = 2

interface Phone {
  connection: PhoneConnection
  survey: Survey
  /** Aborted where the next look is not to be waited for. */
  wait: AbortController
}

/** The phones that can be spoken to, what is known of them, and what becomes known. */
export class Inventory {
  readonly #reports: PhoneReports
  readonly #phones = new Map<string, Phone>()
  /** By address. */
  readonly #unreachable = new Map<string, UnreachablePhone>()
  readonly #memory: PhoneMemory

  /** @param reports are given every phone that appears, changes or is lost */
  constructor(reports: PhoneReports, memory: PhoneMemory) {
    this.#reports = reports
    this.#memory = memory
  }

  get reports(): PhoneReport[] {
    return [...this.#phones.values()].map(({ survey }) => survey.report)
  }

  /** Phones that are there and cannot be spoken to. */
  get unreachable(): UnreachablePhone[] {
    return [...this.#unreachable.values()].filter(({ serial }) => !this.#phones.has(serial))
  }

  /** A phone is there and cannot be spoken to; or, without a state, that is over. */
  noteUnreachable(address: string, state: UnreachableState | undefined): void {
    const serial = this.#memory.serialAt(address) ?? serialOf(address)
    if (state) this.#unreachable.set(address, { serial, reason: state })
    else this.#unreachable.delete(address)
    // One that is spoken to over another connection, or until just now, is not lost by this.
    if (!this.#phones.has(serial)) this.#reports.lost(serial, state)
  }

  connectionTo(serial: string): PhoneConnection | undefined {
    return this.#phones.get(serial)?.connection
  }

  /** Has a phone looked at now: something was done on it. */
  look(serial: string): void {
    this.#phones.get(serial)?.wait.abort()
  }

  /** Gets to know a phone, and keeps an eye on it until its connection is lost. */
  async follow(connection: PhoneConnection): Promise<void> {
    const { address, lost } = connection
    let phone: Phone | undefined
    let unanswered = 0
    while (!lost.aborted) {
      const wait = new AbortController()
      if (phone) phone.wait = wait
      try {
        const asked = surveyPhone(connection.adb, address, phone?.survey)
        const survey = await within(surveyTimeout, asked, 'the phone does not answer')
        unanswered = 0
        if (lost.aborted) break
        const isNew = phone === undefined
        phone ??= { connection, survey, wait }
        // Where a newer connection to the same phone has gone, this one serves again.
        if ((isNew || !this.#phones.has(phone.survey.report.serial)) && !this.#meet(phone))
          return connection.drop(reason('agent.boxFull'))
        this.#learn(phone, survey)
      } catch (error) {
        if (lost.aborted) break
        unanswered += 1
        log.warn('a phone could not be looked at', { address, error })
        if (unanswered >= maxUnanswered) connection.drop(reason('agent.phoneSilent'))
      }
      const isReady = phone?.survey.report.state === 'ready'
      const interval = isReady ? surveyInterval * (0.8 + Math.random() * 0.4) : startingInterval
      await pause(interval, AbortSignal.any([lost, wait.signal]))
    }
    if (phone) this.#lose(phone)
  }

  /** A phone that comes over a second connection (USB and network) is spoken to over the newer one. False where there is no room. */
  #meet(phone: Phone): boolean {
    const { connection, survey } = phone
    const { serial } = survey.report
    if (this.#phones.size >= maxPhonesPerBox && !this.#phones.has(serial)) return false
    this.#phones.set(serial, phone)
    this.#memory.met(connection.address, serial)
    log.info('a phone is here', { serial, address: connection.address, state: survey.report.state })
    this.#reports.add(survey.report, 'at once')
    return true
  }

  #learn(phone: Phone, survey: Survey): void {
    if (this.#phones.get(phone.survey.report.serial) !== phone) return // It is spoken to over a newer connection.
    const known = phone.survey.report
    phone.survey = { ...survey, report: { ...known, ...definedOnly(survey.report) } }
    const changed = changes(known, phone.survey.report)
    // Whoever works on the phone is warned of another proxy.
    const isUrgent = changed !== undefined && (changed.state !== known.state || changed.proxy !== undefined)
    if (changed) this.#reports.add(changed, isUrgent ? 'at once' : 'soon')
  }

  #lose(phone: Phone): void {
    this.#memory.lost(phone.connection.address)
    const { serial } = phone.survey.report
    // A newer connection to the same phone may have taken its place.
    if (this.#phones.get(serial) !== phone) return
    this.#phones.delete(serial)
    this.#reports.lost(serial, this.unreachable.find((one) => one.serial === serial)?.reason)
  }
}

/** What a phone did not tell this time stays as it was. */
const definedOnly = (report: PhoneReport): Partial<PhoneReport> =>
  Object.fromEntries(Object.entries(report).filter(([, value]) => value !== undefined))
