import { groupSeparator, lineColumns, type LineField } from '../../domain/environment-lines.ts'
import type { Broker } from '../broker/broker.ts'
import { defineOperations, type Query, type Schemas } from '../http/contract.ts'
import { csvFile, timeColumn, type CsvColumn } from '../http/csv.ts'
import { extentOf, noteUndoable } from '../log/kept-changes.ts'
import { columnsOf, newEnvironment } from './fields.ts'
import { lengthOf } from './lines.ts'
import { surroundingsOf } from './rules.ts'
import { announceEnvironments, shownProxy, shownRecord } from './announce.ts'
import { badCursor, invalidFields } from '../http/refusal.ts'
import { targetsOf } from '../store/operation-log.ts'
import { sortOrder } from '../http/sort-order.ts'
import type { EnvironmentEntry, EnvironmentFilter } from '../store/environment-list.ts'
import type { EnvironmentRow } from '../store/environments.ts'
import { withoutAdded } from './undo.ts'
import { reason } from '../../texts/reason.ts'

/** An environment as the contract shows it: without its secrets. */
const toEnvironment = (entry: EnvironmentEntry): Schemas['Environment'] => ({
  id: entry.id,
  market: entry.market,
  name: entry.name,
  account: entry.account,
  owner_id: entry.owner_id,
  owner_name: entry.owner_name,
  tags: entry.tags,
  region: entry.region,
  proxy: shownProxy(entry),
  timezone: entry.timezone,
  language: entry.language,
  device_id: entry.device_id,
  device_name: entry.device_name,
  last_opened_at: entry.last_opened_at,
  record: shownRecord(entry),
  note: entry.note,
  created_at: entry.created_at,
  updated_at: entry.updated_at,
})

const filterOf = (query: Query<'environmentExport'> & { id?: number | undefined }): EnvironmentFilter => ({
  market: query.market,
  id: query.id,
  keyword: query.keyword?.trim(),
  owner_id: query.owner_id,
  tag: query.tag,
  region: query.region,
  open: query.open,
  created_from: query.created_from,
  created_to: query.created_to,
  opened_from: query.opened_from,
  opened_to: query.opened_to,
})

/** What the log keeps of an environment: not its whole note. */
const shortOf = ({ name, account, owner_id, region, proxy, tags, market }: Schemas['Environment']) => ({
  market,
  name,
  account,
  owner_id,
  region,
  proxy,
  tags,
})

/** What tells lists of others that there are new rows; they ask for them themselves. */
const heralds = 200

export const announceNew = (broker: Broker, rows: EnvironmentRow[], at: number) =>
  announceEnvironments(
    broker,
    rows.slice(0, heralds).map((after) => ({ before: undefined, after })),
    at,
  )

interface Ports {
  secret: Uint8Array
  broker: Broker
}

export const environmentOperations = defineOperations(({ secret, broker }: Ports) => ({
  environmentList: async ({ caller, query, store }) => {
    const page = { limit: query.limit, cursor: query.cursor }
    const found = await store.environments.byCursor(caller, filterOf(query), sortOrder(query.sort), page)
    if (found === undefined) throw badCursor()
    return { ...found, items: found.items.map(toEnvironment) }
  },

  environmentExport: async ({ caller, query, store, language }) => {
    const groups = await store.groups.namesOf(caller, query.market)
    const cells: Record<Exclude<LineField, 'proxy_password'>, CsvColumn<EnvironmentEntry>['cell']> = {
      name: ({ name }) => name,
      account: ({ account }) => account,
      owner: ({ owner_name }) => owner_name,
      groups: ({ tags }) => tags.map((id) => groups.get(id) ?? '').join(groupSeparator),
      region: ({ region }) => region,
      proxy_type: ({ proxy }) => proxy?.type ?? '',
      proxy_host: ({ proxy }) => proxy?.host ?? '',
      proxy_port: ({ proxy }) => proxy?.port ?? '',
      proxy_user: ({ proxy }) => proxy?.user_name ?? '',
      timezone: ({ timezone }) => timezone,
      language: (entry) => entry.language,
      note: ({ note }) => note,
    }
    const columns: CsvColumn<EnvironmentEntry>[] = [
      ...lineColumns.flatMap(({ field }) =>
        field === 'proxy_password' ? [] : { header: `importing.column.${field}` as const, cell: cells[field] },
      ),
      { header: 'environments.field.device', cell: ({ device_name }) => device_name },
      timeColumn('environments.field.last_opened_at', ({ last_opened_at }) => last_opened_at),
      timeColumn('environments.field.created_at', ({ created_at }) => created_at),
    ]
    const rows = store.environments.walk(caller, filterOf(query), sortOrder(query.sort))
    return csvFile(`environments-${query.market}`, columns, rows, language)
  },

  environmentAdd: ({ caller, body, store, note }) => {
    const { market, ...fields } = body
    return store.transaction(async (tx) => {
      const around = await surroundingsOf(tx, caller, market, fields.tags)
      const columns = { ...columnsOf(fields, around, secret), name: fields.name.trim() }
      await tx.environments.lockNames(around.managerId, market)
      if ((await tx.environments.taken(around.managerId, market, [columns.name])).size > 0)
        throw invalidFields({
          name: reason('environments.reason.nameTaken'),
        })
      const [added] = await tx.environments.add([newEnvironment(around, columns)])
      const entry = added && (await tx.environments.visible(caller, market, added.id))
      if (entry === undefined) throw new Error('the environment that was added is not there')
      const environment = toEnvironment(entry)
      const now = Date.now()
      tx.afterCommit(() => void announceEnvironments(broker, [{ before: undefined, after: entry }], now))
      await note(
        tx,
        'environment.add',
        { target: `environment:${entry.id}`, detail: { after: shortOf(environment) } },
        now,
      )
      return environment
    })
  },

  environmentBatchAdd: (call) => {
    const { caller, body, store } = call
    const { market, pattern, start = 1, count, digits = 1, ...fields } = body
    const names = Array.from({ length: count }, (_, index) =>
      pattern.replaceAll('{n}', String(start + index).padStart(digits, '0')).trim(),
    )
    if (names.some((name) => lengthOf(name) > 128))
      throw invalidFields({
        pattern: reason('environments.reason.patternTooLong'),
      })
    return store.transaction(async (tx) => {
      const around = await surroundingsOf(tx, caller, market, fields.tags)
      const columns = columnsOf(fields, around, secret)
      await tx.environments.lockNames(around.managerId, market)
      if ((await tx.environments.taken(around.managerId, market, names)).size > 0)
        throw invalidFields({
          pattern: reason('environments.reason.nameTaken'),
        })
      const rows = await tx.environments.add(names.map((name) => newEnvironment(around, { ...columns, name })))
      const now = Date.now()
      tx.afterCommit(() => void announceNew(broker, rows, now))
      const after = { pattern, start, ...extentOf(rows) }
      const entry = { ...targetsOf('environment', rows, market), detail: { after } }
      const undone = withoutAdded(rows, caller, market, now)
      const undo = await noteUndoable(tx, call, 'environment.batchadd', entry, undone)
      return { count: rows.length, ids: rows.map(({ id }) => id), undo }
    })
  },
}))
