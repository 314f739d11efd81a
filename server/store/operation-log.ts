import { CompiledQuery, type Kysely } from 'kysely'
import type { OwnerPath } from '../../domain/fleet-topics.ts'
import { sealOfEntry, type LogKey, type OperationRow } from './operation-hashes.ts'
import { operationLogListQueries } from './operation-log-list.ts'
import { planOnce } from './planned-once.ts'
import type { OperationResult, Tables } from './tables.ts'
import { nameOf, noName, targetNames, type NamedKind } from './target-names.ts'

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
  | 'push.subscribe'
  | 'push.unsubscribe'
  | 'view.share'
  | 'view.unshare'
  | 'user.invite'
  | 'user.invite_renew'
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
  | 'sample.clear'
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

const columns = [
  'id',
  'at',
  'user_id',
  'user_name',
  'user_path',
  'action',
  'target',
  'target_name',
  'target_ids',
  'ip',
  'detail',
  'result',
] as const satisfies (keyof OperationRow)[]

/** Writes entries with what vouches for them. By hand, as nothing is written more often. */
function insertion(entries: readonly { row: OperationRow; seal: Buffer }[]): CompiledQuery {
  const values: unknown[] = []
  const tuple = (...given: unknown[]) => `(${given.map((value) => `$${values.push(value)}`).join()})`
  const rows = entries.map(({ row }) => tuple(...columns.map((column) => row[column])))
  const seals = entries.map(({ row, seal }) => tuple(row.id, seal))
  const text = `with written as (insert into operation_log (${columns.join()}) values ${rows.join()})
    insert into operation_log_waiting (log_id, seal) values ${seals.join()}`
  return CompiledQuery.raw(text, values)
}

/** Of a single entry, which is all that most calls write, a statement is planned once. */
const planned = (query: CompiledQuery, count: number): CompiledQuery => (count === 1 ? planOnce(query) : query)

export const operationLogQueries = (db: Kysely<Tables>, logKey?: LogKey) => {
  /** New ids for entries and what their targets are called, of which a single one is asked for with its id. */
  const idsAndNames = async (entries: readonly Entry[]): Promise<{ ids: number[]; known: Map<string, string> }> => {
    const nameless = entries.flatMap(({ target, names }) => (names === undefined ? [target] : []))
    const [first = ''] = nameless
    const { name, parameters } = nameless.length === 1 ? nameOf(first) : noName
    const each = entries.length === 1 ? '' : `from generate_series(1, ${entries.length})`
    const query = CompiledQuery.raw(`select nextval('operation_log_id') as id, ${name} as name ${each}`, [
      ...parameters,
    ])
    const { rows } = await db.executeQuery<{ id: number; name: string | null }>(planned(query, entries.length))
    const known = nameless.length > 1 ? await targetNames(db, nameless) : new Map([[first, rows[0]?.name ?? '']])
    return { ids: rows.map(({ id }) => id), known }
  }

  /** Writes entries, of which the ids count up in their order; answers that of the last, or 0. */
  const appendAll = async (entries: readonly (Entry & { at: number })[]): Promise<number> => {
    if (logKey === undefined) throw new Error('there is no key to seal entries of the operation log with')
    if (entries.length === 0) return 0
    const { ids, known } = await idsAndNames(entries)
    const rows = entries.map(
      ({ user, action, target, ids: targetIds = [], names, ip, detail, result = 'ok', at }, index): OperationRow => ({
        id: ids[index] ?? 0, // There are as many as entries.
        at,
        user_id: user?.id ?? null,
        user_name: user?.user_name ?? '',
        user_path: user?.path ?? '',
        action,
        target,
        target_name: names?.join(', ') ?? known.get(target) ?? '',
        target_ids: [...targetIds],
        ip,
        detail: detail === undefined ? '' : JSON.stringify(detail),
        result,
      }),
    )
    const sealed = rows.map((row) => ({ row, seal: sealOfEntry(row, logKey) }))
    await db.executeQuery(planned(insertion(sealed), rows.length))
    return ids.at(-1) ?? 0
  }

  return {
    ...operationLogListQueries(db),

    /**
     * Writes an entry, in the transaction of the change that it tells of; it is chained a moment after that is committed. Answers
     * the entry's id.
     */
    append: (entry: Entry, at: number): Promise<number> => appendAll([{ ...entry, at }]),

    appendAll,
  }
}
