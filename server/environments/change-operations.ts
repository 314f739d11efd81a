import { maxGroupsOfOne } from '../../domain/environments.ts'
import type { Broker } from '../broker/broker.ts'
import { defineOperations, type Call, type Schemas } from '../http/contract.ts'
import { environmentResults, lockSelected, announcementsOf } from './batch.ts'
import { columnsOf, ownerColumns, wrongTags } from './fields.ts'
import { areElsewhere, refusedOwners, surroundingsOf, wrongOwner } from './rules.ts'
import { wholeOf } from './trash.ts'
import { announceGone } from '../broker/announce-change.ts'
import { announceEnvironments, shownProxy, type EnvironmentAnnouncement } from './announce.ts'
import { forbids, invalidFields } from '../http/refusal.ts'
import type { EnvironmentRow } from '../store/environments.ts'
import { differing, targetsOf, type Action } from '../store/operation-log.ts'
import type { Transaction } from '../store/store.ts'
import { environmentColumns, proxyColumns } from './undo.ts'
import { differenceOf, noteUndoable, extentOf } from '../log/kept-changes.ts'
import { reason } from '../../texts/reason.ts'

type ChangeCall = Call<'environmentEdit' | 'environmentMove' | 'environmentAssign' | 'environmentDel'>

/** What the log says of a row; of a note, how it begins. */
const loggedFields = ['name', 'account', 'owner_id', 'tags', 'region', 'timezone', 'language', 'note'] as const

const loggedPart = (row: EnvironmentRow): Record<string, unknown> => ({
  ...Object.fromEntries(loggedFields.map((field) => [field, row[field]])),
  note: row.note.slice(0, 200),
  proxy: shownProxy(row),
})

/** Writes a change into the log: a single row's own difference, or what was asked of a batch. */
async function log(
  tx: Transaction,
  call: ChangeCall,
  {
    action,
    asked,
    announcements,
    at,
  }: { action: Action; asked: Record<string, unknown>; announcements: EnvironmentAnnouncement[]; at: number },
): Promise<Schemas['Undoable'] | undefined> {
  const [first] = announcements
  if (first === undefined) return undefined
  const rows = announcements.map(({ after }) => after)
  const detail =
    announcements.length === 1 && first.before !== undefined
      ? differing(loggedPart(first.before), loggedPart(first.after))
      : { after: { ...asked, ...extentOf(rows) } }
  const { market } = first.after
  const kept = differenceOf(
    environmentColumns,
    announcements.flatMap(({ before, after }) => (before === undefined ? [] : [{ before, after }])),
    proxyColumns,
  )
  const entry = { ...targetsOf('environment', rows, market), detail }
  return noteUndoable(tx, call, action, entry, { kind: 'change', market, at, rows: kept })
}

const idsOf = (rows: readonly EnvironmentRow[]): number[] => rows.map(({ id }) => id)

/** Whether a kept password would be shown to another host, which may be anybody's: whoever names a host knows its password. */
const wouldMoveItsPassword = (
  { proxy, proxy_password }: EnvironmentRow,
  given: Call<'environmentEdit'>['body']['proxy'],
): boolean => proxy_password !== null && given != null && given.password === undefined && areElsewhere(given, proxy)

const regroupings = {
  replace: (_before: readonly number[], tags: readonly number[]) => [...tags],
  add: (before: readonly number[], tags: readonly number[]) => [...new Set([...before, ...tags])],
  remove: (before: readonly number[], tags: readonly number[]) => before.filter((tag) => !tags.includes(tag)),
}

interface Ports {
  secret: Uint8Array
  broker: Broker
}

export const environmentChangeOperations = defineOperations(({ secret, broker }: Ports) => ({
  environmentEdit: (call) => {
    const { caller, body, store } = call
    const { market, ids, matching: _matching, ...fields } = body
    if (Object.values(fields).every((field) => field === undefined))
      throw invalidFields({ market: reason('call.nothingToChange') })
    return store.transaction(async (tx) => {
      const around = await surroundingsOf(tx, caller, market, fields.tags)
      const change = columnsOf(fields, around, secret)
      if (change.name !== undefined) await tx.environments.lockNames(around.managerId, market)
      const rows = await lockSelected(tx, caller, body)
      if (typeof change.name === 'string') {
        if ((ids?.length ?? rows.length) > 1) throw invalidFields({ name: reason('environments.reason.oneNameOnly') })
        const taken = await tx.environments.taken(around.managerId, market, [change.name])
        if (taken.size > 0 && rows[0]?.name !== change.name)
          throw invalidFields({ name: reason('environments.reason.nameTaken') })
      }
      if (rows.some((row) => wouldMoveItsPassword(row, fields.proxy)))
        throw invalidFields({ 'proxy.password': reason('environments.reason.passwordAgain') })
      const refused = fields.owner_id === undefined ? undefined : refusedOwners(rows, { id: fields.owner_id }, around)
      const changed = rows.filter(({ id }) => refused?.has(id) !== true)
      if (changed.length > 0 && Object.keys(change).length > 0) {
        const now = Date.now()
        const announcements = announcementsOf(
          changed,
          await tx.environments.change(idsOf(changed), change, now),
          around,
        )
        tx.afterCommit(() => void announceEnvironments(broker, announcements, now))
        const { proxy, note: _note, ...asked } = fields
        const { password: _password, ...plainProxy } = proxy ?? {}
        const said = { ...asked, ...(proxy !== undefined && { proxy: proxy && plainProxy }) }
        const undo = await log(tx, call, { action: 'environment.edit', asked: said, announcements, at: now })
        return { results: environmentResults(call, rows, refused), undo }
      }
      return { results: environmentResults(call, rows, refused) }
    })
  },

  environmentMove: (call) => {
    const { caller, body, store } = call
    const { market, tags, mode = 'add' } = body
    return store.transaction(async (tx) => {
      const around = await surroundingsOf(tx, caller, market, tags)
      const problem = wrongTags(tags, around)
      if (problem !== undefined) throw invalidFields({ tags: problem })
      const rows = await lockSelected(tx, caller, body)
      const places = new Map(rows.map((row) => [row.id, regroupings[mode](row.tags, tags)]))
      const full = rows.filter(({ id }) => (places.get(id)?.length ?? 0) > maxGroupsOfOne)
      for (const { id } of full) places.delete(id)
      let undo: Schemas['Undoable'] | undefined
      if (places.size > 0) {
        const now = Date.now()
        const announcements = announcementsOf(rows, await tx.environments.regroup(places, now), around)
        tx.afterCommit(() => void announceEnvironments(broker, announcements, now))
        const names = tags.map((tag) => around.groups.get(tag))
        undo = await log(tx, call, {
          action: 'environment.move',
          asked: { tags, groups: names, mode },
          announcements,
          at: now,
        })
      }
      const refused = new Map(full.map(({ id }) => [id, forbids(reason('environments.reason.tooManyGroups'))]))
      return { results: environmentResults(call, rows, refused), undo }
    })
  },

  environmentAssign: (call) => {
    const { caller, body, store } = call
    return store.transaction(async (tx) => {
      const around = await surroundingsOf(tx, caller, body.market)
      const owner = around.members.find(({ id }) => id === body.owner_id)
      const problem = wrongOwner(owner, body.market)
      if (problem !== undefined || owner === undefined)
        throw invalidFields({ owner_id: problem ?? reason('people.reason.noSuchUser') })
      const rows = await lockSelected(tx, caller, body)
      const refused = refusedOwners(rows, owner, around)
      const given = rows.filter(({ id }) => !refused.has(id))
      if (given.length > 0) {
        const now = Date.now()
        const announcements = announcementsOf(
          given,
          await tx.environments.change(idsOf(given), ownerColumns(owner), now),
          around,
        )
        tx.afterCommit(() => void announceEnvironments(broker, announcements, now))
        const asked = { owner_id: owner.id, owner_name: owner.user_name }
        const undo = await log(tx, call, { action: 'environment.assign', asked, announcements, at: now })
        return { results: environmentResults(call, rows, refused), undo }
      }
      return { results: environmentResults(call, rows, refused) }
    })
  },

  /** Puts environments into the trash, with everything they have. */
  environmentDel: (call) => {
    const { caller, body, store } = call
    return store.transaction(async (tx) => {
      const rows = await lockSelected(tx, caller, body)
      const open = rows.filter(({ device_id }) => device_id !== null)
      const gone = rows.filter(({ device_id }) => device_id === null)
      let undo: Schemas['Undoable'] | undefined
      if (gone.length > 0) {
        const now = Date.now()
        await tx.environmentTrash.put(idsOf(gone), caller.id, now)
        const detail = { before: { environments: await wholeOf(tx, gone), count: gone.length } }
        tx.afterCommit(() => void announceGone(broker, 'environment', gone, now))
        const { market } = body
        const entry = { ...targetsOf('environment', gone, market), detail }
        const rows = gone.map(({ id }) => ({ id }))
        undo = await noteUndoable(tx, call, 'environment.del', entry, { kind: 'trash', market, at: now, rows })
      }
      const refused = new Map(open.map(({ id }) => [id, forbids(reason('environments.reason.open'))]))
      return { results: environmentResults(call, rows, refused), undo }
    })
  },
}))
