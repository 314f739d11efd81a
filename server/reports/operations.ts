import { dayOf, midnightOf } from '../../domain/calendar-days.ts'
import { codes } from '../../domain/codes.ts'
import { markets, type Market } from '../../domain/markets.ts'
import { seesEverything } from '../../domain/roles.ts'
import { sees } from '../../domain/tree.ts'
import type { Config } from '../config/config.ts'
import type { AddressPlaces } from '../devices/addresses/address-places.ts'
import { defineOperations, type Call, type Query, type Schemas } from '../http/contract.ts'
import { csvFile, timeColumn, type CsvColumn } from '../http/csv.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { badCursor, invalidFields, Refusal } from '../http/refusal.ts'
import { sortOrder } from '../http/sort-order.ts'
import type { IpFilter, IpRow } from '../store/ip-report.ts'
import type { Measures, ReportRow, ReportSpan, Subject } from '../store/report-queries.ts'

/** Days of a report, both ends included. */
const maxSpan = 366
const usualSpan = 30
/** Rows whose use is drawn by the day. */
const linesDrawn = 6
/** Rows that an export reads at once. */
const exportChunk = 2_000
const day = 24 * 60 * 60_000

/** Days since 1970-01-01; undefined for a date that no calendar has, and for one before that day. */
function dayNumber(text: string): number | undefined {
  const at = midnightOf(text)
  return at === undefined || at < 0 ? undefined : at / day
}

const textOf = (number: number): string => dayOf(number * day)

const refuse = (field: string, why: Reason): never => {
  throw invalidFields({ [field]: why })
}

type ReportCall = Pick<Call<'reportExport'>, 'caller' | 'store'> & { query: Query<'reportExport'> }

/** The days that are asked for. */
async function spanOf({ query, store }: ReportCall, timeZone: string): Promise<ReportSpan> {
  const usual = await store.reports.lastDays(usualSpan, timeZone)
  const to = dayNumber(query.to ?? usual.to) ?? refuse('to', reason('reports.reason.noSuchDay'))
  const from =
    query.from === undefined
      ? to - usualSpan + 1
      : (dayNumber(query.from) ?? refuse('from', reason('reports.reason.noSuchDay')))
  if (from > to) refuse('to', reason('reports.reason.spanReversed'))
  if (to - from >= maxSpan) refuse('to', reason('reports.reason.spanTooLong'))
  return { from: textOf(from), to: textOf(to), market: query.market }
}

/** Whose figures are asked for; 40400 for somebody whom the caller may not see. */
async function subjectOf({ caller, query, store }: ReportCall): Promise<Subject & { user_name: string }> {
  const id = query.user_id ?? query.agent_id
  if (id === undefined)
    return seesEverything(caller.role)
      ? { scope: 'all', id: 0, path: '', user_name: '' }
      : { scope: 'agent', id: caller.id, path: caller.path, user_name: caller.user_name }
  const user = await store.users.byId(id)
  const isVisible = user !== undefined && sees(caller, user.path)
  const isWanted = isVisible && (query.user_id !== undefined || user.role === 'agent')
  if (!isWanted) throw new Refusal(codes.notFound, reason('people.reason.noSuchUser'))
  const { path, user_name } = user
  return { scope: query.user_id === undefined ? 'agent' : 'user', id: user.id, path, user_name }
}

const total = (days: readonly Measures[]): Measures => {
  const sum = (name: keyof Measures) => days.reduce((so_far, one) => so_far + one[name], 0)
  return {
    peak: Math.max(0, ...days.map(({ peak }) => peak)),
    use_ms: sum('use_ms'),
    operations: sum('operations'),
    failures: sum('failures'),
    tasks: sum('tasks'),
    environments: sum('environments'),
  }
}

const marketOf = (key: string): Market | null => markets.find((market) => market === key) ?? null

/** The row's number: rows need one, and days and markets have none of their own. */
function idOf(group: Query<'reportSystem'>['group'], key: string): number {
  if (group === 'day') return dayNumber(key) ?? 0
  return group === 'market' ? markets.findIndex((market) => market === key) + 1 : Number(key)
}

function toRow(group: Query<'reportSystem'>['group'], row: ReportRow) {
  const { key, user_name, role, peak, use_ms, operations, failures, tasks, environments } = row
  return {
    id: idOf(group, key),
    day: group === 'day' ? key : null,
    user: user_name === null ? null : { id: Number(key), user_name },
    role,
    market: group === 'market' ? marketOf(key) : null,
    peak,
    use_ms,
    operations,
    failures,
    tasks,
    environments,
  }
}

/** The use of some rows on every day of the span. */
async function linesOf(
  { store }: ReportCall,
  group: 'user' | 'agent' | 'market',
  rows: readonly ReportRow[],
  subject: Subject,
  span: ReportSpan,
): Promise<Schemas['SystemReport']['lines']> {
  const used = await store.reports.useByDay(
    group,
    rows.map(({ key }) => key),
    subject,
    span,
  )
  const first = dayNumber(span.from) ?? 0
  const length = (dayNumber(span.to) ?? 0) - first + 1
  return rows.map(({ key }) => {
    const use_ms = Array.from({ length }, () => 0)
    for (const one of used) if (one.key === key) use_ms[(dayNumber(one.day) ?? first) - first] = one.use_ms
    return { id: idOf(group, key), use_ms }
  })
}

const measured: CsvColumn<ReportRow>[] = [
  { header: 'exports.report.peak', cell: ({ peak }) => peak },
  { header: 'exports.report.use', cell: ({ use_ms }) => (use_ms / 3_600_000).toFixed(2) },
  { header: 'reports.system.measure.operations', cell: ({ operations }) => operations },
  { header: 'reports.system.measure.failures', cell: ({ failures }) => failures },
  { header: 'reports.system.measure.tasks', cell: ({ tasks }) => tasks },
  { header: 'reports.system.measure.environments', cell: ({ environments }) => environments },
]

const filterOf = (query: Query<'reportIpExport'>): IpFilter => ({
  keyword: query.keyword?.trim() || undefined,
  box_id: query.box_id,
  shared: query.shared ?? false,
})

const addressColumns = (addressPlaces: AddressPlaces): CsvColumn<IpRow>[] => [
  { header: 'reports.ip.field.address', cell: ({ address }) => address },
  { header: 'reports.ip.field.country', cell: ({ address }) => addressPlaces.of(address).country },
  { header: 'reports.ip.field.isp', cell: ({ address }) => addressPlaces.of(address).isp },
  { header: 'reports.ip.field.name', cell: ({ name }) => name },
  { header: 'exports.devices.serial', cell: ({ serial }) => serial },
  { header: 'reports.ip.field.box', cell: ({ box_name }) => box_name },
  { header: 'reports.ip.field.owner', cell: ({ owner_name }) => owner_name },
  { header: 'reports.ip.field.region', cell: ({ region }) => region },
  timeColumn('reports.ip.field.since', ({ since }) => since),
  { header: 'exports.addresses.shared_with', cell: ({ shared_with }) => shared_with },
  { header: 'reports.system.market', cell: ({ environment }) => environment?.market ?? null },
  { header: 'reports.ip.field.environment', cell: ({ environment }) => environment?.name ?? null },
  {
    header: 'exports.addresses.shared_in_market',
    cell: ({ shared_in_market }) => Number(shared_in_market),
  },
]

interface Ports {
  config: Pick<Config, 'reportTimeZone'>
  addressPlaces: AddressPlaces
}

export const reportOperations = defineOperations(({ config, addressPlaces }: Ports) => ({
  reportSystem: async (call) => {
    const { query, store } = call
    const [span, subject] = await Promise.all([spanOf(call, config.reportTimeZone), subjectOf(call)])
    const { group = 'day', limit, skip } = query
    const page = { sort: sortOrder(query.sort), limit, skip }
    const [rows, days, rolled_at] = await Promise.all([
      store.reports.rows(group, subject, span, page),
      store.reports.days(subject, span),
      store.reports.rolledAt(),
    ])
    return {
      subject: subject.scope === 'all' ? null : { id: subject.id, user_name: subject.user_name },
      time_zone: config.reportTimeZone,
      rolled_at,
      from: span.from,
      to: span.to,
      totals: total(days),
      days,
      lines: group === 'day' ? [] : await linesOf(call, group, rows.slice(0, linesDrawn), subject, span),
      items: rows.map((row) => toRow(group, row)),
      total: rows[0]?.total ?? 0,
    }
  },

  reportExport: async (call) => {
    const { query, store, language } = call
    const [span, subject] = await Promise.all([spanOf(call, config.reportTimeZone), subjectOf(call)])
    const { group = 'day' } = query
    const chunks = async function* () {
      for (let skip = 0, more = true; more; skip += exportChunk) {
        const page = { sort: sortOrder(query.sort), limit: exportChunk, skip }
        const rows = await store.reports.rows(group, subject, span, page)
        yield rows
        more = rows.length === exportChunk
      }
    }
    const named: CsvColumn<ReportRow> = {
      header: `reports.system.key.${group}`,
      cell: ({ key, user_name }) => (group === 'user' || group === 'agent' ? user_name : key === 'none' ? null : key),
    }
    return csvFile(`report-${span.from}-${span.to}`, [named, ...measured], chunks(), language)
  },

  reportIp: async ({ caller, query, store }) => {
    const page = { limit: query.limit, cursor: query.cursor }
    const found = await store.ipReport.page(caller, filterOf(query), sortOrder(query.sort), page)
    if (found === undefined) throw badCursor()
    return { ...found, items: found.items.map((row) => ({ ...row, ...addressPlaces.of(row.address) })) }
  },

  reportIpExport: async ({ caller, query, store, language }) => {
    const rows = store.ipReport.walk(caller, filterOf(query), sortOrder(query.sort))
    return csvFile('ip-report', addressColumns(addressPlaces), rows, language)
  },
}))
