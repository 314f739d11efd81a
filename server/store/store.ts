import { CompiledQuery, type Kysely } from 'kysely'
import { DatabaseError } from 'pg'
import { alertQueries } from './alert-queries.ts'
import { boxTunnelQueries } from './tunnel-queries.ts'
import { boxQueries } from './box-queries.ts'
import { captchaQueries } from './captcha-queries.ts'
import { controlLeaseQueries } from './lease-queries.ts'
import { dashboardQueries } from './dashboard-queries.ts'
import { deviceQueries } from './devices.ts'
import { eventQueries } from './event-stream.ts'
import { ipReportQueries } from './ip-report.ts'
import { environmentRecordQueries } from './environment-records.ts'
import { environmentTrashQueries } from './environment-trash-queries.ts'
import { environmentQueries } from './environments.ts'
import { groupQueries } from './environment-groups.ts'
import { fileHoldQueries } from './file-hold.ts'
import { fileQueries } from './file-queries.ts'
import { monthQueries } from './monthly-tables.ts'
import { noticeQueries } from './notices.ts'
import { logArchiveQueries } from './log-archives.ts'
import { logCheckQueries } from './log-checks.ts'
import { operationChainQueries } from './operation-chain.ts'
import type { LogKey } from './operation-hashes.ts'
import { operationLogQueries } from './operation-log.ts'
import { workflowQueries } from './workflow-queries.ts'
import { oldRowQueries } from './old-rows.ts'
import { pushSubscriptionQueries } from './push-subscriptions.ts'
import { pinyinQueries } from './pinyin.ts'
import { readingOnly } from './reading-only.ts'
import { regionQueries } from './regions.ts'
import { reportRollQueries } from './report-rolls.ts'
import { reportQueries } from './report-queries.ts'
import { jobItemQueries } from './job-item-queries.ts'
import { jobQueries } from './job-queries.ts'
import { scriptQueries } from './scripts.ts'
import { sampleQueries } from './samples.ts'
import { sessionQueries } from './session-queries.ts'
import { settingQueries } from './settings.ts'
import { siteMessageQueries } from './site-messages.ts'
import { spentTicketQueries } from './spent-tickets.ts'
import type { Tables } from './tables.ts'
import { sharedViewQueries } from './shared-views.ts'
import { teamQueries } from './team.ts'
import { targetQueries } from './targets.ts'
import { taskQueries } from './tasks.ts'
import { transitionQueries } from './transitions.ts'
import { undoQueries } from './undos.ts'
import { unwantedObjectQueries } from './unwanted-objects.ts'
import { userChangeQueries } from './user-changes.ts'
import { userListQueries } from './user-list.ts'
import { userQueries } from './users.ts'

/** What makes the queries about each noun. */
const makers = {
  users: (db: Kysely<Tables>) => ({ ...userQueries(db), ...userListQueries(db), ...userChangeQueries(db) }),
  sessions: sessionQueries,
  captchas: captchaQueries,
  spentTickets: spentTicketQueries,
  boxes: boxQueries,
  boxTunnels: boxTunnelQueries,
  files: fileQueries,
  fileHold: fileHoldQueries,
  devices: deviceQueries,
  controlLeases: controlLeaseQueries,
  regions: regionQueries,
  settings: settingQueries,
  samples: sampleQueries,
  notices: noticeQueries,
  siteMessages: siteMessageQueries,
  pushSubscriptions: pushSubscriptionQueries,
  operationLog: operationLogQueries,
  operationChain: operationChainQueries,
  logArchives: logArchiveQueries,
  logChecks: logCheckQueries,
  reportRolls: reportRollQueries,
  reports: reportQueries,
  ipReport: ipReportQueries,
  dashboard: dashboardQueries,
  alerts: alertQueries,
  environments: environmentQueries,
  environmentTrash: environmentTrashQueries,
  undos: undoQueries,
  oldRows: oldRowQueries,
  pinyin: pinyinQueries,
  environmentRecords: environmentRecordQueries,
  unwantedObjects: unwantedObjectQueries,
  workflows: workflowQueries,
  groups: groupQueries,
  sharedViews: sharedViewQueries,
  team: teamQueries,
  scripts: scriptQueries,
  tasks: taskQueries,
  targets: targetQueries,
  jobs: jobQueries,
  jobItems: jobItemQueries,
  events: eventQueries,
  eventMonths: (db: Kysely<Tables>) => monthQueries(db, 'events'),
  transitions: transitionQueries,
  transitionMonths: (db: Kysely<Tables>) => monthQueries(db, 'transitions'),
}

export type Queries = { readonly [Noun in keyof typeof makers]: ReturnType<(typeof makers)[Noun]> }

function queriesOf(db: Kysely<Tables>, logKey?: LogKey): Queries {
  const made = Object.entries(makers).map(([noun, make]) => [noun, make(db, logKey)])
  return Object.fromEntries(made) as Queries // Each is made by its own.
}

/** The same of a transaction, which asks about few nouns: those of each are made when it first does. */
class TransactionQueries {
  readonly #made = new Map<string, unknown>()
  readonly #db: Kysely<Tables>
  readonly #logKey: LogKey | undefined

  constructor(db: Kysely<Tables>, logKey?: LogKey) {
    this.#db = db
    this.#logKey = logKey
  }

  static {
    for (const [noun, make] of Object.entries(makers))
      Object.defineProperty(this.prototype, noun, {
        get(this: TransactionQueries) {
          if (!this.#made.has(noun)) this.#made.set(noun, make(this.#db, this.#logKey))
          return this.#made.get(noun)
        },
      })
  }
}

/** The store inside a transaction. */
export interface Transaction extends Queries {
  /** Does something once the transaction is committed, and never when it is not. */
  afterCommit(work: () => void): void
  /** Runs a statement of somebody else's inside the transaction, as the queue of jobs has them. */
  statement(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** What the server keeps in PostgreSQL. */
export interface Store extends Queries {
  /** The same queries, of which those that write throw. */
  reading: Queries
  /**
   * Runs work in one transaction, which is rolled back when the work throws. Where it and others wait for each other, PostgreSQL
   * ends one of them, whose work is done again from its beginning: what it does elsewhere belongs into `afterCommit`.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** How often a transaction is tried that others and it keep from going on. */
const tries = 3
/** SQLSTATE deadlock_detected. */
const isDeadlock = (error: unknown): boolean => error instanceof DatabaseError && error.code === '40P01'

/** @param logKey with which entries of the operation log are sealed; without one none can be written */
export function openStore(db: Kysely<Tables>, logKey?: LogKey): Store {
  const attempt = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const afterwards: (() => void)[] = []
    const result = await db.transaction().execute((connection) =>
      work(
        // It has a property of each noun.
        Object.assign(new TransactionQueries(connection, logKey) as unknown as Queries, {
          afterCommit: (later: () => void) => void afterwards.push(later),
          statement: (text: string, values: unknown[] = []) => connection.executeQuery(CompiledQuery.raw(text, values)),
        }),
      ),
    )
    for (const later of afterwards) later()
    return result
  }
  return {
    ...queriesOf(db, logKey),
    reading: queriesOf(db.withPlugin(readingOnly)),
    async transaction(work) {
      for (let left = tries - 1; ; left -= 1)
        try {
          return await attempt(work)
        } catch (error) {
          if (left === 0 || !isDeadlock(error)) throw error
        }
    },
  }
}
