import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { OperationChainTable, OperationLogTable } from './tables.ts'

export type OperationRow = Selectable<OperationLogTable>

/** What makes hashes that nobody else can: the database does not have it. */
export interface LogKey {
  key: Uint8Array
  /** The first place of the chain that is hashed with it; what was chained before there was a key carries plain hashes. */
  from: number
}

/** Before the first entry. */
export const noHash = Buffer.alloc(32)

const fieldsOf = (entry: OperationRow): unknown[] => [
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
]

/** What of a link its hash covers, beside its entry. */
export type Place = Pick<Selectable<OperationChainTable>, 'position' | 'log_id' | 'found' | 'previous_hash'>

/** The hash that chains an entry to the one before it; `entry` is undefined where nothing was found of it. */
export function hashOfLink(place: Place, entry: OperationRow | undefined, { key, from }: LogKey): Buffer {
  const { position, log_id, found, previous_hash } = place
  // Of an entry that is older than the chain's own table, its id is its place.
  const beside = { ...(log_id !== position && { id: log_id }), ...(found !== 'whole' && { found }) }
  return (position >= from ? createHmac('sha256', key) : createHash('sha256'))
    .update(previous_hash)
    .update(
      JSON.stringify([
        position,
        ...(entry === undefined ? [] : fieldsOf(entry)),
        ...(Object.keys(beside).length === 0 ? [] : [beside]),
      ]),
    )
    .digest()
}

/** A key of its own for hashes that are no link's; made once, as every write needs one. */
const ownKey = (purpose: string) => {
  const keys = new WeakMap<LogKey, KeyObject>()
  return (logKey: LogKey): KeyObject => {
    const key = keys.get(logKey) ?? createSecretKey(createHmac('sha256', logKey.key).update(purpose).digest())
    keys.set(logKey, key)
    return key
  }
}
const entryKey = ownKey('waiting entry')
const verdictKey = ownKey('verdict')
const archiveKey = ownKey('archive')

const sealOf = (content: unknown, key: KeyObject): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(content)).digest()

/** What vouches for an entry until it is chained. */
export const sealOfEntry = (entry: OperationRow, logKey: LogKey): Buffer =>
  sealOf([entry.id, ...fieldsOf(entry)], entryKey(logKey))

/** What vouches for the verdict of a check. */
export const sealOfVerdict = (checkId: number, verdict: string, logKey: LogKey): Buffer =>
  sealOf([checkId, verdict], verdictKey(logKey))

/** What vouches for an archive, by the SHA-256 of all that stands before it there. */
export const sealOfArchive = (sum: Buffer, logKey: LogKey): Buffer =>
  createHmac('sha256', archiveKey(logKey)).update(sum).digest()
