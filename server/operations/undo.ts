import { codes } from '../../domain/codes.ts'
import type { Operation } from '../contract.ts'
import { admit, extentOf, newsOf, resultsOf, targetOf } from '../environment-batch.ts'
import { ownerColumns } from '../environment-fields.ts'
import { surroundingsOf, type Surroundings } from '../environment-surroundings.ts'
import { bringBack } from '../environment-trash.ts'
import { messages, type Message } from '../messages.ts'
import { announceEnvironments, type EnvironmentNews } from '../realtime/environment-news.ts'
import { isAtOrAbove } from '../realtime/fleet-changes.ts'
import { Refusal } from '../refusal.ts'
import type { EnvironmentRow } from '../store/environments.ts'
import type { Transaction } from '../store/store.ts'
import type { UndoRow } from '../store/tables.ts'
import { isSame, plainRow, undoTime } from '../undo.ts'

type Refused = Map<number, { code: number; text: Message }>

interface Undone {
  found: readonly { id: number }[]
  news: EnvironmentNews[]
  refused: Refused
}

/** Why a row can't be what it was; undefined where it can. */
function objectionTo(
  row: EnvironmentRow,
  { before = {}, after = {} }: UndoRow,
  around: Surroundings,
): Message | undefined {
  const now = plainRow(row)
  if (Object.entries(after).some(([column, value]) => !isSame(now[column], value))) return messages.changedSince
  const { owner_id, tags } = before
  if (owner_id !== undefined && !around.members.some(({ id }) => id === owner_id)) return messages.noSuchUser
  if (Array.isArray(tags) && !tags.every((tag) => around.groups.has(Number(tag)))) return messages.noSuchGroup
  return undefined
}

/** Gives rows what they had before the batch, each unless somebody has changed that since. */
async function putBack(tx: Transaction, around: Surroundings, rows: readonly UndoRow[], at: number): Promise<Undone> {
  const { caller, market, members } = around
  const was = new Map(rows.map((row) => [row.id, row]))
  const found = await tx.environments.lockMatching(caller, { market, ids: [...was.keys()] }, was.size)
  const refused: Refused = new Map()
  const restored: (Record<string, unknown> & { id: number })[] = []
  for (const row of found) {
    const undo = was.get(row.id)
    const text = undo && objectionTo(row, undo, around)
    if (text !== undefined) refused.set(row.id, { code: codes.stateForbids, text })
    else {
      const owner = members.find(({ id }) => id === undo?.before?.owner_id)
      restored.push({ ...undo?.before, ...(owner && ownerColumns(owner)), id: row.id })
    }
  }
  const names = restored.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
  if ((await tx.environments.taken(around.managerId, market, names)).size > 0)
    throw new Refusal(codes.stateForbids, messages.environmentNameTaken)
  return { found, news: newsOf(found, await tx.environments.putBack(restored, at), around), refused }
}

/** Brings back those that the batch deleted. */
async function undelete(tx: Transaction, around: Surroundings, rows: readonly UndoRow[]): Promise<Undone> {
  const { caller, market } = around
  const ids = rows.map(({ id }) => id)
  const found = await tx.environmentTrash.lockMatching(caller, { market, ids }, ids.length)
  const { restored, refused } = await bringBack(tx, around, found)
  return { found, news: restored.map((after) => ({ before: undefined, after })), refused }
}

/** Undoes a batch: by whoever did it or somebody above, with the rights of today, and row by row. */
export const logUndo: Operation<'logUndo'> = ({ caller, body, store, limits, client, broker, language }) =>
  store.transaction(async (tx) => {
    const undo = await tx.undos.lock(body.id)
    if (undo === undefined || !isAtOrAbove(caller.path, undo.user_path))
      throw new Refusal(codes.notFound, messages.noSuchEntry)
    const { market, rows } = undo
    admit(caller, market, limits)
    const at = Date.now()
    if (undo.undone_at !== null) throw new Refusal(codes.stateForbids, messages.alreadyUndone)
    if (undo.at + undoTime < at) throw new Refusal(codes.stateForbids, messages.undoIsOver)
    const around = await surroundingsOf(tx, caller, market, 'all groups')
    await tx.environments.lockNames(around.managerId, market)
    const isTrash = undo.kind === 'trash'
    const { found, news, refused } = isTrash ? await undelete(tx, around, rows) : await putBack(tx, around, rows, at)
    if (news.length > 0) {
      const changed = news.map(({ after }) => after)
      const entry = {
        user: caller,
        action: 'log.undo',
        target: targetOf(market, changed),
        names: changed.map(({ name }) => name),
        ip: client.ip,
        detail: { after: { entry: body.id, ...extentOf(changed) } },
      } as const
      await tx.undos.done(body.id, at)
      tx.afterCommit(() => void announceEnvironments(broker, news, at))
      await tx.operationLog.append(entry, at)
    }
    return { results: resultsOf({ ids: rows.map(({ id }) => id) }, found, language, refused) }
  })
