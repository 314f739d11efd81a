import { createHash, createHmac } from 'node:crypto'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { OwnerPath } from '../../domain/fleet-topics.ts'
import { operationLogListQueries } from './operation-log-list.ts'
import type { OperationLogTable, OperationResult, Tables } from './tables.ts'
import { targetNames, type NamedKind } from './target-names.ts'

export type OperationRow = Selectable<OperationLogTable>

/** What is written into the operation log. */
export type Action =
  | 'session.open'
  | 'session.refuse'
  | 'session.end'
  | 'control.take'
  | 'control.release'
  | 'message.send'
  | 'message.confirm'
  | 'notice.edit'
  | 'user.password'
  | 'user.invite'
  | 'user.register'
  | 'environment.add'
  | 'environment.batchadd'
  | 'environment.edit'
  | 'environment.move'
  | 'environment.assign'
  | 'environment.del'
  | 'environment.restore'
  | 'environment.purge'
  | 'log.undo'
  | 'environment.import'
  | 'group.add'
  | 'group.edit'
  | 'group.del'
  | 'environment.open'
  | 'environment.close'
  | 'record.restore'
  | 'record.lost'
  | 'device.edit'
  | 'device.del'
  | 'device.recover'
  | 'device.changeip'
  | 'device.maintain'
  | 'box.add'
  | 'box.edit'
  | 'box.del'
  | 'box.token'
  | 'box.frp'
  | 'file.add'
  | 'file.edit'
  | 'file.del'
  | 'user.add'
  | 'user.edit'
  | 'user.del'
  | 'user.enable'
  | 'user.disable'
  | 'user.renew'
  | 'user.password.reset'
  | 'script.add'
  | 'script.edit'
  | 'script.del'
  | 'script.run'
  | 'task.add'
  | 'task.edit'
  | 'task.del'
  | 'task.switch'
  | 'task.run'
  | 'job.cancel'
  | 'job.retry'
  | 'device.shell'
  | 'device.reboot'
  | 'device.freed'
  | 'device.install'
  | 'device.uninstall'
  | 'device.launch'
  | 'device.stop'
  | 'device.push'
  | 'device.screenshot'
  | 'device.screen.on'
  | 'device.screen.off'
  | 'device.terminal'

/** An entry that was the newest once: its hash stands for all before it, too. */
export interface LogHead {
  id: number
  at: number
  hash: string
}

export interface Entry {
  /** Who did it; null where the server did. */
  user: { id: number; user_name: string; path: OwnerPath } | null
  action: Action
  /** What it was done to, as `<kind>:<id>`; of several, see `targetsOf`. */
  target: string
  /** Of a batch, all that it was done to. */
  ids?: readonly number[]
  /** What that is called, or each of those; left out, a single target is asked for its name. */
  names?: readonly string[]
  /** From where; empty where the server did it. */
  ip: string
  /** What changed, as plain data; never a secret. */
  detail?: EntryDetail
  /** What became of it; `ok` where it is left out. */
  result?: OperationResult
}

/** What a change was about: only the fields that changed, and whatever else makes it understood. */
export interface EntryDetail {
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Of what is put in the place of a row's fields, those that differ: as the log's detail. */
export function differing<Row extends object>(before: Row, change: Partial<Row>): Required<EntryDetail> {
  const names = (Object.keys(change) as (keyof Row & string)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(change[name]),
  )
  const only = (row: Partial<Row>) => Object.fromEntries(names.map((name) => [name, row[name]]))
  return { before: only(before), after: only(change) }
}

/**
 * What an entry says that rows were changed by one call: of a single one its id, of several those of all, so that each finds it.
 *
 * @param together stands in the place of the id where there are several
 */
export const targetsOf = (
  kind: NamedKind,
  rows: readonly { id: number; name: string }[],
  together = '*',
): Required<Pick<Entry, 'target' | 'ids' | 'names'>> => ({
  target: `${kind}:${rows.length === 1 ? rows[0]?.id : together}`,
  ids: rows.length === 1 ? [] : rows.map(({ id }) => id),
  names: rows.map(({ name }) => name),
})

/** Serialises the writers of the log; any number that nothing else locks with. */
export const logLock = 7_301

/** Before the first entry. */
const noHash = Buffer.alloc(32)

/** What makes hashes that nobody else can: the database does not have it. */
export interface LogKey {
  key: Uint8Array
  /** The first entry that is hashed with it; what was written before there was a key carries plain hashes. */
  from: number
}

/** The hash that chains an entry to the one before it. */
export const hashOfEntry = (entry: Omit<OperationRow, 'hash'>, logKey: LogKey | undefined): Buffer =>
  (logKey !== undefined && entry.id >= logKey.from ? createHmac('sha256', logKey.key) : createHash('sha256'))
    .update(entry.previous_hash)
    .update(
      JSON.stringify([
        entry.id,
        entry.at,
        entry.user_id,
        entry.user_name,
        entry.user_path,
        entry.action,
        entry.target,
        entry.ip,
        entry.detail,
        // Entries that are older than results, names or ids have none in their hash.
        ...(entry.result === 'ok' && entry.target_name === '' ? [] : [entry.result]),
        ...(entry.target_name === '' ? [] : [entry.target_name]),
        ...(entry.target_ids.length === 0 ? [] : [entry.target_ids]),
      ]),
    )
    .digest()

export const operationLogQueries = (db: Kysely<Tables>, logKey?: LogKey) => {
  /** Writes entries behind the last one, in their order; answers the id of the last. */
  const appendAll = async (entries: readonly (Entry & { at: number })[]): Promise<number> => {
    const nameless = entries.flatMap(({ target, names }) => (names === undefined ? [target] : []))
    const known = await targetNames(db, nameless)
    await sql`select pg_advisory_xact_lock(${logLock})`.execute(db)
    let last = await db
      .selectFrom('operation_log')
      .select(['id', 'hash'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const rows = entries.map(({ user, action, target, ids = [], names, ip, detail, result = 'ok' as const, at }) => {
      const entry = {
        id: (last?.id ?? 0) + 1,
        at,
        user_id: user?.id ?? null,
        user_name: user?.user_name ?? '',
        user_path: user?.path ?? '',
        action,
        target,
        target_name: names?.join(', ') ?? known.get(target) ?? '',
        target_ids: [...ids],
        ip,
        detail: detail === undefined ? '' : JSON.stringify(detail),
        result,
        previous_hash: last?.hash ?? noHash,
      }
      const row = { ...entry, hash: hashOfEntry(entry, logKey) }
      last = row
      return row
    })
    if (rows.length > 0) await db.insertInto('operation_log').values(rows).execute()
    return last?.id ?? 0
  }

  return {
    ...operationLogListQueries(db),

    /**
     * Writes an entry behind the last one. Must run in the transaction of the change that it tells of, and last in it:
     * writers wait for each other from here to the commit. Answers the entry's id.
     */
    append: (entry: Entry, at: number): Promise<number> => appendAll([{ ...entry, at }]),

    appendAll,

    /** The newest entry and its hash; undefined where there is none. */
    async head(): Promise<LogHead | undefined> {
      const row = await db
        .selectFrom('operation_log')
        .select(['id', 'at', 'hash'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && { id: row.id, at: row.at, hash: row.hash.toString('hex') }
    },

    /** An entry's hash; undefined where there is no such entry. */
    async hashOf(id: number): Promise<string | undefined> {
      const row = await db.selectFrom('operation_log').select('hash').where('id', '=', id).executeTakeFirst()
      return row?.hash.toString('hex')
    },
  }
}
