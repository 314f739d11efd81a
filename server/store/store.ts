import { CompiledQuery, type Kysely } from 'kysely'
import { DatabaseError } from 'pg'
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

const queriesOf = (db: Kysely<Tables>, logKey?: LogKey) => ({
  users: { ...userQueries(db), ...userListQueries(db), ...userChangeQueries(db) },
  sessions: sessionQueries(db),
  captchas: captchaQueries(db),
  spentTickets: spentTicketQueries(db),
  boxes: boxQueries(db),
  boxTunnels: boxTunnelQueries(db),
  files: fileQueries(db),
  fileHold: fileHoldQueries(db),
  devices: deviceQueries(db),
  controlLeases: controlLeaseQueries(db),
  regions: regionQueries(db),
  settings: settingQueries(db),
  samples: sampleQueries(db),
  notices: noticeQueries(db),
  siteMessages: siteMessageQueries(db),
  pushSubscriptions: pushSubscriptionQueries(db),
  operationLog: operationLogQueries(db, logKey),
  operationChain: operationChainQueries(db),
  logArchives: logArchiveQueries(db),
  logChecks: logCheckQueries(db),
  reportRolls: reportRollQueries(db),
  reports: reportQueries(db),
  ipReport: ipReportQueries(db),
  dashboard: dashboardQueries(db),
  environments: environmentQueries(db),
  environmentTrash: environmentTrashQueries(db),
  undos: undoQueries(db),
  oldRows: oldRowQueries(db),
  pinyin: pinyinQueries(db),
  environmentRecords: environmentRecordQueries(db),
  unwantedObjects: unwantedObjectQueries(db),
  workflows: workflowQueries(db),
  groups: groupQueries(db),
  sharedViews: sharedViewQueries(db),
  team: teamQueries(db),
  scripts: scriptQueries(db),
  tasks: taskQueries(db),
  targets: targetQueries(db),
  jobs: jobQueries(db),
  jobItems: jobItemQueries(db),
  events: eventQueries(db),
  eventMonths: monthQueries(db, 'events'),
  transitions: transitionQueries(db),
  transitionMonths: monthQueries(db, 'transitions'),
})

export type Queries = ReturnType<typeof queriesOf>

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
      work({
        ...queriesOf(connection, logKey),
        afterCommit: (later) => afterwards.push(later),
        statement: (text, values = []) => connection.executeQuery(CompiledQuery.raw(text, values)),
      }),
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
