import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { settleAllowedTransitions } from '../allowed-transitions.ts'
import { isLockedOut, waitBriefly } from '../lock-patience.ts'
import type { Tables } from '../tables.ts'
import { firstLight } from './0001-first-light.ts'
import { wordGetsRound } from './0002-word-gets-round.ts'
import { fleetInOrder } from './0003-fleet-in-order.ts'
import { people } from './0004-people.ts'
import { environments } from './0005-environments.ts'
import { boxesAndFiles } from './0006-boxes-and-files.ts'
import { services } from './0007-services.ts'
import { reports } from './0008-reports.ts'
import { firstFleet } from './0009-first-fleet.ts'
import { phonesGoWithTheirBox } from './0010-phones-go-with-their-box.ts'
import { countedLists } from './0011-counted-lists.ts'
import { ownersInOrder } from './0012-owners-in-order.ts'
import { phonesForALiving } from './0015-phones-for-a-living.ts'
import { actionsOnPhones } from './0016-actions-on-phones.ts'
import { roomForFigures } from './0018-room-for-figures.ts'
import { environmentsAsJobs } from './0019-environments-as-jobs.ts'
import { addressesInOrder } from './0020-addresses-in-order.ts'
import { careAsJobs } from './0021-care-as-jobs.ts'
import { namesInTheLog } from './0022-names-in-the-log.ts'
import { refusedPhones } from './0022-refused-phones.ts'
import { agentsMemories } from './0023-agents-memories.ts'
import { sessionsOfARole } from './0024-sessions-of-a-role.ts'
import { trash } from './0025-trash.ts'
import { undo } from './0026-undo.ts'
import { undoOfEverything } from './0030-undo-of-everything.ts'
import { targetsOfBatches } from './0031-targets-of-batches.ts'
import { reasonsAsCodes } from './0032-reasons-as-codes.ts'
import { chainOffTheHotPath } from './0033-chain-off-the-hot-path.ts'
import { jobsByName } from './0034-jobs-by-name.ts'
import { workflowsByName } from './0035-workflows-by-name.ts'
import { phonesOfBoxesCounted } from './0036-phones-of-boxes-counted.ts'
import { listsAtAMillion } from './0037-lists-at-a-million.ts'
import { keptForATime } from './0038-kept-for-a-time.ts'
import { subtotalsOfDays } from './0039-subtotals-of-days.ts'
import { connectionsOfBoxes } from './0040-connections-of-boxes.ts'
import { events } from './0042-events.ts'
import { usesEndLast } from './0043-uses-end-last.ts'
import { outputKeys } from './0044-output-keys.ts'
import { samples } from './0045-samples.ts'
import { shortKeywords } from './0046-short-keywords.ts'
import { transitions } from './0047-transitions.ts'
import { pinyin } from './0048-pinyin.ts'
import { pushedMessages } from './0049-pushed-messages.ts'
import { sharedViews } from './0050-shared-views.ts'
import { wordsAsRead } from './0051-words-as-read.ts'
import { barsInNames } from './0052-bars-in-names.ts'
import { spentTickets } from './0053-spent-tickets.ts'
import { proxiesOfPhones } from './0054-proxies-of-phones.ts'
import { everyList } from './0055-every-list.ts'
import { commandsOnPhones } from './0056-commands-on-phones.ts'
import { claimsOfWorkflows } from './0057-claims-of-workflows.ts'
import { closedShells } from './0058-closed-shells.ts'
import { alerts } from './0059-alerts.ts'
import { rightsAreTold } from './0029-rights-are-told.ts'
import { abandonedPhones } from './0028-abandoned-phones.ts'

/** In the order they are applied; a migration that was released is never edited. */
const migrations = {
  '0001-first-light': firstLight,
  '0002-word-gets-round': wordGetsRound,
  '0003-fleet-in-order': fleetInOrder,
  '0004-people': people,
  '0005-environments': environments,
  '0006-boxes-and-files': boxesAndFiles,
  '0007-services': services,
  '0008-reports': reports,
  '0009-first-fleet': firstFleet,
  '0010-phones-go-with-their-box': phonesGoWithTheirBox,
  '0011-counted-lists': countedLists,
  '0012-owners-in-order': ownersInOrder,
  '0015-phones-for-a-living': phonesForALiving,
  '0016-actions-on-phones': actionsOnPhones,
  '0018-room-for-figures': roomForFigures,
  '0019-environments-as-jobs': environmentsAsJobs,
  '0020-addresses-in-order': addressesInOrder,
  '0021-care-as-jobs': careAsJobs,
  '0022-names-in-the-log': namesInTheLog,
  '0022-refused-phones': refusedPhones,
  '0023-agents-memories': agentsMemories,
  '0024-sessions-of-a-role': sessionsOfARole,
  '0025-trash': trash,
  '0026-undo': undo,
  '0028-abandoned-phones': abandonedPhones,
  '0029-rights-are-told': rightsAreTold,
  '0030-undo-of-everything': undoOfEverything,
  '0031-targets-of-batches': targetsOfBatches,
  '0032-reasons-as-codes': reasonsAsCodes,
  '0033-chain-off-the-hot-path': chainOffTheHotPath,
  '0034-jobs-by-name': jobsByName,
  '0035-workflows-by-name': workflowsByName,
  '0036-phones-of-boxes-counted': phonesOfBoxesCounted,
  '0037-lists-at-a-million': listsAtAMillion,
  '0038-kept-for-a-time': keptForATime,
  '0039-subtotals-of-days': subtotalsOfDays,
  '0040-connections-of-boxes': connectionsOfBoxes,
  '0042-events': events,
  '0043-uses-end-last': usesEndLast,
  '0044-output-keys': outputKeys,
  '0045-samples': samples,
  '0046-short-keywords': shortKeywords,
  '0047-transitions': transitions,
  '0048-pinyin': pinyin,
  '0049-pushed-messages': pushedMessages,
  '0050-shared-views': sharedViews,
  '0051-words-as-read': wordsAsRead,
  '0052-bars-in-names': barsInNames,
  '0053-spent-tickets': spentTickets,
  '0054-proxies-of-phones': proxiesOfPhones,
  '0055-every-list': everyList,
  '0056-commands-on-phones': commandsOnPhones,
  '0057-claims-of-workflows': claimsOfWorkflows,
  '0058-closed-shells': closedShells,
  '0059-alerts': alerts,
}

/** How often it is tried where a table is in use all the time, and how long everybody else has before each. Milliseconds. */
const [tries, respite] = [30, 1_000]

/** All that are due go in one transaction, which has the migrator's own lock, for which servers take turns, before the first of them. */
const briefly = (migration: Migration): Migration => ({
  async up(db) {
    await waitBriefly(db)
    await migration.up(db)
  },
})

const provider: MigrationProvider = {
  getMigrations: async () =>
    Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, briefly(migration)])),
}

const migratorOf = (db: Kysely<Tables>) => new Migrator({ db, provider })

/** Brings the database up to date, also with what charts allow. Servers that start together take turns. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  for (let left = tries - 1; ; left -= 1) {
    const { error } = await migratorOf(db).migrateToLatest()
    if (error === undefined) break
    if (left === 0 || !isLockedOut(error))
      throw new Error('the database could not be brought up to date', { cause: error })
    await pause(respite)
  }
  await settleAllowedTransitions(db)
}

/** Gives an empty database the tables of an earlier time: the name is that of the last migration of then. */
export async function migrateTo(db: Kysely<Tables>, name: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(name)
  if (error !== undefined) throw new Error(`the tables of ${name} could not be made`, { cause: error })
}

/** Whether this program knows the tables of a time. */
export const knowsSchema = (name: string): boolean => Object.hasOwn(migrations, name)

/** The names of the migrations that a database has had, the last one last; none where it has no tables yet. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"
  `.execute(db)
  if (rows[0]?.isThere !== true) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return applied.rows.map(({ name }) => name)
}
