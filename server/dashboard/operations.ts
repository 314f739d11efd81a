import { expiringDays } from '../../domain/service.ts'
import type { Config } from '../config/config.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import { away } from '../store/alert-queries.ts'
import type { Person } from '../store/users.ts'
import type { Store } from '../store/store.ts'

const hour = 60 * 60_000
const day = 24 * hour
const hoursShown = 24
const troubledShown = 8
const sharedShown = 4
const failedShown = 5
const troubledNamed = 4
/** Of a service that is about to end, in seconds. */
const soon = expiringDays * 24 * 60 * 60

async function boxesOf(store: Store, caller: Person, mayList: boolean): Promise<Schemas['DashboardSummary']['boxes']> {
  const [counts, boxes] = await Promise.all([
    mayList ? store.dashboard.boxCounts(caller) : { total: null, online: null },
    mayList ? store.dashboard.boxesOwned(caller) : store.dashboard.boxesUsed(caller),
  ])
  const ids = boxes.map(({ id }) => id)
  const phones = Map.groupBy(await store.dashboard.phonesIn(caller, ids), ({ box_id }) => box_id)
  return {
    ...counts,
    items: boxes.map((box) => ({
      ...box,
      phones: (phones.get(box.id) ?? []).map(({ id, slot, name, status }) => ({ id, slot, name, status })),
    })),
  }
}

/** Every hour of the last day; of the present one it is at least what is in use now. */
async function useOf(store: Store, caller: Person, now: number, inUse: number) {
  const peaks = new Map(
    (await store.dashboard.usePeaks(caller, now, hoursShown)).map(({ hour: begins, peak }) => [begins, peak]),
  )
  const last = now - (now % hour)
  return Array.from({ length: hoursShown }, (_, index) => {
    const begins = last - (hoursShown - 1 - index) * hour
    const peak = peaks.get(begins) ?? 0
    return { hour: begins, peak: begins === last ? Math.max(peak, inUse) : peak }
  })
}

const jobsOfToday = async (store: Store, timeZone: string) =>
  store.dashboard.jobsSince(await store.reports.todayBegan(timeZone))

/** Phones in trouble, together where they are so for the same reason. Nothing is looked for where none is. */
async function troubledOf(
  store: Store,
  caller: Person,
  now: number,
  statuses: readonly { status: string }[],
): Promise<Schemas['DashboardSummary']['troubled']> {
  if (!statuses.some(({ status }) => status === 'faulty' || status === 'offline')) return { total: 0, items: [] }
  const phones = await store.dashboard.troubled(caller, now - away)
  const alike = Map.groupBy(phones, ({ status, status_reason }) => JSON.stringify([status, status_reason]))
  const groups = [...alike.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const seen = group.map(({ last_seen_at }) => last_seen_at).filter((at) => at !== null)
    return {
      status: first.status === 'faulty' ? ('faulty' as const) : ('offline' as const),
      reason: first.status_reason,
      ids: group.map(({ id }) => id),
      names: group.slice(0, troubledNamed).map(({ name }) => name),
      shops: group.filter(({ environment_id }) => environment_id !== null).length,
      since: first.status === 'faulty' || seen.length === 0 ? null : Math.min(...seen),
    }
  })
  const rank = { faulty: 0, offline: 1 }
  const sorted = groups.toSorted((a, b) => rank[a.status] - rank[b.status] || b.ids.length - a.ids.length)
  return { total: groups.length, items: sorted.slice(0, troubledShown) }
}

/** Shops with an address in common, by the address and the market. Nothing is looked for where fewer than two phones are in use. */
async function sharedOf(store: Store, caller: Person, inUse: number): Promise<Schemas['DashboardSummary']['shared']> {
  if (inUse < 2) return { total: 0, items: [] }
  const sharers = await store.dashboard.sharers(caller)
  const groups = [...Map.groupBy(sharers, ({ address, market }) => `${market} ${address}`).values()]
  const items = groups.slice(0, sharedShown).flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const shops = group.map(({ id, name, device_id, device_name, proxied }) => ({
      id,
      name,
      device_id,
      device_name,
      proxied,
    }))
    return { address: first.address, market: first.market, shops }
  })
  return { total: groups.length, items }
}

/** Whose service is about to end, and the caller's own with whoever renews it. */
async function expiringOf(
  store: Store,
  caller: Person,
  now: number,
): Promise<Pick<Schemas['DashboardSummary'], 'expiring' | 'own_service'>> {
  const { own, ...expiring } = await store.dashboard.expiring(caller, now, now + soon)
  if (own === null) return { expiring, own_service: null }
  return { expiring, own_service: { ends_at: own, contact: (await store.users.contactOf(caller.id)) ?? null } }
}

export const dashboardOperations = defineOperations(({ config }: { config: Pick<Config, 'reportTimeZone'> }) => ({
  dashboardSummary: async ({ caller, store, mayCall }) => {
    const now = Date.now()
    const statuses = await store.dashboard.phonesByStatus(caller)
    const inUse = statuses.find(({ status }) => status === 'in_use')?.phones ?? 0
    const [samples, steps, troubled, shared, failed_jobs, boxes, use, people, jobs, services, recent] =
      await Promise.all([
        caller.role === 'admin' && store.samples.areThere(),
        store.dashboard.firstSteps(caller),
        troubledOf(store, caller, now, statuses),
        sharedOf(store, caller, inUse),
        store.jobs.failedSince(caller, now - day, failedShown),
        boxesOf(store, caller, mayCall('boxList')),
        useOf(store, caller, now, inUse),
        mayCall('userList') ? store.dashboard.peopleCount(caller) : null,
        mayCall('taskList') ? jobsOfToday(store, config.reportTimeZone) : null,
        expiringOf(store, caller, Math.floor(now / 1_000)),
        mayCall('logList') ? store.dashboard.recentOperations(caller) : null,
      ])
    const phones = statuses.reduce((sum, one) => sum + one.phones, 0)
    const attention = { troubled, shared, failed_jobs, ...services }
    return { at: now, samples, steps, phones, statuses, ...attention, boxes, people, jobs, use, recent }
  },
}))
