import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import type { MonthlyTable } from '../store/monthly-tables.ts'
import type { Store } from '../store/store.ts'
import { deviationGauge, tellDeviations } from './deviations.ts'
import { eventOperations } from './operations.ts'

interface Ports {
  config: Pick<Config, 'keep'>
  store: Store
  userAnnouncer: UserAnnouncer
  log: FastifyBaseLogger
}

const day = 86_400_000

/** What happened to phones, shops, people and boxes, and every change of a state, kept by the month. */
export async function startEvents({ config: { keep }, store, userAnnouncer, log }: Ports) {
  const queries = { events: 'eventMonths', transitions: 'transitionMonths' } as const
  const prepare = (table: MonthlyTable) => store.transaction((tx) => tx[queries[table]].prepare(Date.now()))
  const tables: readonly MonthlyTable[] = ['events', 'transitions']
  // Before anything happens. What is of a month that can't be made now goes where all is that is of none, until the sweep makes it.
  for (const table of tables)
    await prepare(table).catch((error: unknown) => log.warn({ err: error, table }, 'a month could not be made yet'))
  return {
    sweeps: [
      ...tables.flatMap((table) => [
        { name: `months of ${table}`, every: 60_000, run: () => prepare(table) },
        {
          name: `old ${table}`,
          every: 600_000,
          run: async () => {
            if (keep[table] > 0)
              await store.transaction((tx) => tx[queries[table]].forget(Date.now() - keep[table] * day))
          },
        },
      ]),
      { name: 'deviations', every: 60_000, run: () => tellDeviations({ store, userAnnouncer, log }) },
    ],
    gauges: [deviationGauge({ store })],
    operations: eventOperations({}),
  }
}
