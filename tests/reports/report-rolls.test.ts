import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { markets } from '../../domain/markets.ts'
import { ReportSweep } from '../../server/reports/sweep.ts'
import type { UserRow } from '../../server/store/users.ts'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { fc } from '../support/properties.ts'

const minute = 60_000
const hour = 60 * minute

let database: TestDatabase
let store: TestStore
let otherStore: TestStore
let people: UserRow[]
/** Of which agent's each is; 0 for nobody's. */
let agentOf: Map<number, number>

beforeAll(async () => {
  database = await newDatabase({ isSeeded: true })
  store = openTestStore({ database, dataDir: '' })
  otherStore = openTestStore({ database, dataDir: '' })
  const [admin, agent, manager, element] = await Promise.all(
    ['admin', 'agent', 'manager', 'element'].map((name) => store.user(name)),
  )
  if (!admin || !agent || !manager || !element) throw new Error('a user is missing')
  const otherAgent = await store.addUser({ user_name: 'agent-2', role: 'agent' }, 'admin')
  const otherManager = await store.addUser({ user_name: 'manager-2', role: 'manager' }, otherAgent)
  people = [admin, agent, manager, element, otherAgent, otherManager]
  agentOf = new Map([
    [admin.id, 0],
    ...[agent, manager, element].map(({ id }) => [id, agent.id] as const),
    ...[otherAgent, otherManager].map(({ id }) => [id, otherAgent.id] as const),
  ])
})
afterAll(async () => {
  await store.close()
  await otherStore.close()
  await database.drop()
})

/** When a day of a time zone begins, as the platform's calendar has it. */
function beginOf(day: string, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const guess = Date.parse(`${day}T00:00:00Z`)
  for (let at = guess - 15 * hour; at <= guess + 15 * hour; at += 15 * minute)
    if (format.format(at) === `${day} 00:00:00`) return at
  throw new Error(`${day} does not begin at midnight in ${timeZone}`)
}

const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10)

interface Figures {
  peak: number
  use_ms: number
  operations: number
  failures: number
  tasks: number
  environments: number
}

/** What a day's report has to say, from all that is recorded, the slow way. */
async function expectedOf(begins: number, ends: number, now: number): Promise<Record<string, Figures>> {
  const figures = new Map<string, Figures>()
  const add = (userId: number, market: string | null, change: Partial<Figures>) => {
    for (const subject of ['all 0', `agent ${agentOf.get(userId)}`, `user ${userId}`])
      for (const kind of ['all', market ?? 'none']) {
        const key = `${subject} ${kind}`
        const so_far = figures.get(key) ?? { peak: 0, use_ms: 0, operations: 0, failures: 0, tasks: 0, environments: 0 }
        for (const [name, by] of Object.entries(change)) so_far[name as keyof Figures] += by
        figures.set(key, so_far)
      }
  }
  const isWithin = (at: number) => at >= begins && at < ends
  const uses = (await store.db.selectFrom('device_uses').selectAll().execute())
    .map((use) => ({ ...use, from: Math.max(use.started_at, begins), to: Math.min(use.ended_at ?? now, ends) }))
    .filter(({ from, to }) => from < to)
  for (const { user_id, market, from, to, lost_at } of uses)
    add(user_id, market, { use_ms: to - from, failures: lost_at.filter(isWithin).length })
  for (const { at, user_id } of await store.db.selectFrom('operation_log').selectAll().execute())
    if (isWithin(at) && user_id !== null) add(user_id, null, { operations: 1 })
  for (const { created_at, owner_id, market } of await store.db.selectFrom('environments').selectAll().execute())
    if (isWithin(created_at)) add(owner_id, market, { environments: 1 })
  const items = await store.db.selectFrom('job_items').selectAll().execute()
  for (const { id, created_at, created_by } of await store.db.selectFrom('jobs').selectAll().execute()) {
    const isFailed = items.some((item) => item.job_id === id && ['failed', 'timed_out'].includes(item.state))
    if (isWithin(created_at)) add(created_by, null, { tasks: 1, failures: Number(isFailed) })
  }
  // Phones that are held at the moment at which one more is.
  for (const [key, one] of figures) {
    const [scope, id, kind] = key.split(' ')
    const theirs = uses.filter(
      ({ user_id, market }) =>
        (scope === 'all' || Number(id) === (scope === 'user' ? user_id : agentOf.get(user_id))) &&
        (kind === 'all' || kind === (market ?? 'none')),
    )
    one.peak = Math.max(
      0,
      ...theirs.map(({ from: at }) => theirs.filter(({ from, to }) => from <= at && at < to).length),
    )
  }
  return Object.fromEntries(figures)
}

async function reportedOf(day: string): Promise<Record<string, Figures>> {
  const rows = await store.db
    .selectFrom('report_days')
    .selectAll()
    .where(sql<boolean>`day = ${day}::date`)
    .execute()
  return Object.fromEntries(
    rows.map(({ scope, subject_id, market, peak, use_ms, operations, failures, tasks, environments }) => [
      `${scope} ${subject_id} ${market}`,
      { peak, use_ms, operations, failures, tasks, environments },
    ]),
  )
}

type Step =
  | { kind: 'taken' | 'taken over' | 'logged' | 'environment added' | 'job'; who: number; market: number; late: number }
  | { kind: 'let go' | 'lost' | 'environment deleted' | 'job failed'; which: number; late: number }
  | { kind: 'summed up'; server: number; after: number }

const kinds = <Kind extends string>(...all: Kind[]) => fc.constantFrom(...all)

/** How late things are written: what is longer ago than that is right only once the day is over. Milliseconds. */
const stepsOf = (latest: number): fc.Arbitrary<Step[]> => {
  const late = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: latest }))
  const who = fc.nat(5)
  return fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: kinds('taken', 'taken', 'taken over', 'logged', 'environment added', 'job'),
          who,
          market: fc.nat(2),
          late,
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: kinds('let go', 'let go', 'let go', 'lost', 'environment deleted', 'job failed'),
          which: fc.nat(),
          late,
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: kinds('summed up'),
          server: fc.nat(1),
          after: fc.oneof(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 10, max: 200 })).map((n) => n * minute),
        }),
      },
    ),
    { minLength: 20, maxLength: 60 },
  )
}

const shanghai = { timeZone: 'Asia/Shanghai', day: '2026-03-10' }
const zones = [
  shanghai,
  { timeZone: 'Asia/Kathmandu', day: '2026-03-10' }, // 5:45 ahead.
  { timeZone: 'America/New_York', day: '2026-03-08' }, // 23 hours.
  { timeZone: 'America/New_York', day: '2026-11-01' }, // 25 hours.
  { timeZone: 'Australia/Lord_Howe', day: '2026-04-05' }, // 24 and a half.
]

/** A past that two servers sum up while it happens. */
class Past {
  now: number
  readonly #from: number
  readonly #sweeps: ReportSweep[]
  readonly #timeZone: string
  readonly #day: string
  #uses = 0
  #environments = 0
  /** Days that will not be summed up again. */
  readonly #over = new Set<string>()

  constructor({ timeZone, day }: (typeof zones)[number]) {
    this.#timeZone = timeZone
    this.#day = day
    this.#from = beginOf(day, timeZone)
    this.now = this.#from + 20 * hour
    this.#sweeps = [store, otherStore].map((one) => new ReportSweep(one, timeZone))
  }

  async begin(): Promise<void> {
    await sql`truncate device_uses, operation_log, environment_rows, job_items, jobs, report_days, report_subtotals,
      report_rolls, report_hours cascade`.execute(store.db)
    // Servers were there the day before, so that not a month is made up for.
    await sql`insert into report_rolls (day, rolled_at) values (${this.#day}::date - 1, 0)`.execute(store.db)
  }

  async do(step: Step): Promise<void> {
    const { db } = store
    if (step.kind === 'summed up') return this.#sumUp(step)
    const at = Math.max(this.now - step.late, this.#from)
    if ('who' in step) {
      const user = people[step.who]
      const market = markets[step.market]
      if (user === undefined || market === undefined) throw new Error('there is no such user or market')
      if (step.kind === 'taken' || step.kind === 'taken over') {
        const { rows } = await sql<{ ended_at: number }>`
          update device_uses set ended_at = greatest(started_at, ${at})
          where id = (select max(id) from device_uses where ended_at is null and ${step.kind === 'taken over'})
          returning ended_at`.execute(db)
        await db
          .insertInto('device_uses')
          .values({
            device_id: (this.#uses += 1),
            user_id: user.id,
            user_path: user.path,
            market: step.market === 2 ? null : market,
            started_at: rows[0]?.ended_at ?? at,
            ended_at: null,
          })
          .execute()
      } else if (step.kind === 'logged')
        await sql`insert into operation_log (at, user_id, user_name, user_path, action, target, ip, detail)
          values (${at}, ${user.id}, '', '', 'control.take', 'device:1', '', '')`.execute(db)
      else if (step.kind === 'environment added')
        await sql`insert into environment_rows (market, manager_id, owner_id, owner_path, name, created_at)
          values (${market}, ${user.id}, ${user.id}, ${user.path}, ${`shop-${(this.#environments += 1)}`}, ${at})`.execute(
          db,
        )
      else
        await sql`
          with job as (
            insert into jobs (name, action, script, state, timeout_seconds, concurrency, created_by, total, created_at)
            values ('', 'reboot', '', 'done', 60, 1, ${user.id}, 1, ${at}) returning id
          )
          insert into job_items (job_id, device_name, state) select id, '', 'running' from job`.execute(db)
      return
    }
    const nth = (table: string, where: string) =>
      sql`(select id from ${sql.table(table)} where ${sql.raw(where)} order by id
           offset ${step.which} % greatest((select count(*) from ${sql.table(table)} where ${sql.raw(where)}), 1) limit 1)`
    if (step.kind === 'let go')
      await sql`update device_uses set ended_at = greatest(started_at, ${at})
        where id = ${nth('device_uses', 'ended_at is null')}`.execute(db)
    else if (step.kind === 'lost')
      await sql`update device_uses set lost_at = lost_at || greatest(started_at, ${at})
        where id = ${nth('device_uses', 'ended_at is null')}`.execute(db)
    else if (step.kind === 'environment deleted')
      await sql`update environment_rows set trashed_at = ${this.now}
        where id = ${nth('environment_rows', 'trashed_at is null')}`.execute(db)
    else
      await sql`update job_items set state = 'failed' where id = ${nth('job_items', `state = 'running'`)}`.execute(db)
  }

  async #sumUp({ server, after }: Extract<Step, { kind: 'summed up' }>): Promise<void> {
    this.now += after
    await this.#sweeps[server]?.rollUp(this.now)
  }

  /** The report of each day beside what it has to be; of days that are over, only when they have just been summed up a last time. */
  async compare(isFinal: (ends: number) => boolean): Promise<void> {
    for (const day of [this.#day, dayAfter(this.#day), dayAfter(this.#day, 2)]) {
      const [begins, ends] = [beginOf(day, this.#timeZone), beginOf(dayAfter(day), this.#timeZone)]
      if (begins > this.now || this.#over.has(day) || !isFinal(ends)) continue
      if (this.now >= ends + hour) this.#over.add(day)
      expect({ day, ...(await reportedOf(day)) }).toEqual({ day, ...(await expectedOf(begins, ends, this.now)) })
    }
  }
}

const histories = (latest: number) => fc.record({ zone: fc.constantFrom(...zones), steps: stepsOf(latest) })

/** A loss that was written after the end of its use, by a clock that is ahead of that of the end. */
const lostAfterItsEnd: Step[] = [
  { kind: 'taken', who: 0, market: 0, late: 0 },
  { kind: 'summed up', server: 0, after: 3 * minute },
  { kind: 'lost', which: 0, late: 0 },
  { kind: 'let go', which: 0, late: 2 * minute },
  ...[6, 2, 5, 10].map((minutes): Step => ({ kind: 'summed up', server: 0, after: minutes * minute })),
]

test('the figures of a day are those of what is recorded whenever it is summed up, by either of two servers', async () => {
  await fc.assert(
    fc.asyncProperty(histories(15 * minute), async ({ zone, steps }) => {
      const past = new Past(zone)
      await past.begin()
      for (const step of steps) {
        await past.do(step)
        if (step.kind === 'summed up') await past.compare(() => true)
      }
    }),
    { numRuns: 15, examples: [[{ zone: shanghai, steps: lostAfterItsEnd }]] },
  )
})

test('what was written many hours late counts once the day is over', async () => {
  await fc.assert(
    fc.asyncProperty(histories(20 * hour), async ({ zone, steps }) => {
      const past = new Past(zone)
      await past.begin()
      const end: Step[] = [{ kind: 'summed up', server: 0, after: 12 * hour }]
      for (const step of [...steps, ...end]) {
        await past.do(step)
        if (step.kind === 'summed up') await past.compare((ends) => past.now >= ends + hour)
      }
    }),
    { numRuns: 15 },
  )
})

test('a roll that takes long, in parts of milliseconds, is followed by others, after ten times as long', async () => {
  const sweep = new ReportSweep(store, 'Asia/Shanghai')
  const rolledAt = async (): Promise<number> => {
    const { rows } = await sql<{ at: number }>`select max(rolled_at) as at from report_rolls`.execute(store.db)
    return Number(rows[0]?.at)
  }
  const now = Date.UTC(2027, 5, 1, 4)
  const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0.125).mockReturnValueOnce(7_000.4375)
  await sweep.rollUp(now)
  clock.mockRestore()
  await sweep.rollUp(now + 69_000)
  expect(await rolledAt()).toBe(now)
  await sweep.rollUp(now + 71_000)
  expect(await rolledAt()).toBe(now + 71_000)
})
