import type { Role } from '../../domain/roles.ts'
import type { Config } from '../config/config.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import type { Person } from '../store/users.ts'
import type { Store } from '../store/store.ts'

const hour = 60 * 60_000
const hoursShown = 24
/** A subscription that ends within this many seconds ends soon. */
const soon = 14 * 24 * 60 * 60

/** As box/list, user/list and the operation log have it (SPEC §6). */
const listsBoxes: ReadonlySet<Role> = new Set(['admin', 'security', 'agent'])
/** As the lists of scripts and tasks. */
const listsJobs: ReadonlySet<Role> = new Set(['admin'])
const listsPeople: ReadonlySet<Role> = new Set(['admin', 'security', 'agent', 'manager'])

async function boxesOf(store: Store, caller: Person): Promise<Schemas['DashboardSummary']['boxes']> {
  const mayList = listsBoxes.has(caller.role)
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

export const dashboardOperations = defineOperations(({ config }: { config: Pick<Config, 'reportTimeZone'> }) => ({
  dashboardSummary: async ({ caller, store }) => {
    const now = Date.now()
    const seconds = Math.floor(now / 1_000)
    const mayListPeople = listsPeople.has(caller.role)
    const statuses = await store.dashboard.phonesByStatus(caller)
    const inUse = statuses.find(({ status }) => status === 'in_use')?.phones ?? 0
    const [boxes, use, people, jobs, expiring, recent] = await Promise.all([
      boxesOf(store, caller),
      useOf(store, caller, now, inUse),
      mayListPeople ? store.dashboard.peopleCount(caller) : null,
      listsJobs.has(caller.role) ? jobsOfToday(store, config.reportTimeZone) : null,
      store.dashboard.expiring(caller, seconds, seconds + soon),
      mayListPeople ? store.dashboard.recentOperations(caller) : null,
    ])
    const phones = statuses.reduce((sum, one) => sum + one.phones, 0)
    return { at: now, phones, statuses, boxes, people, jobs, use, expiring, recent }
  },
}))
