import type { Config } from '../config/config.ts'
import type { Store } from '../store/store.ts'
import { eventOperations } from './operations.ts'

interface Ports {
  config: Pick<Config, 'keep'>
  store: Store
}

const day = 86_400_000

/** What happened to phones, shops, people and boxes, kept by the month. */
export async function startEvents({ config: { keep }, store }: Ports) {
  const prepare = () => store.transaction((tx) => tx.eventMonths.prepare(Date.now()))
  await prepare() // Before anything happens.
  return {
    sweeps: [
      { name: 'months of events', every: 3_600_000, run: prepare },
      {
        name: 'old events',
        every: 600_000,
        run: async () => {
          if (keep.events > 0) await store.transaction((tx) => tx.eventMonths.forget(Date.now() - keep.events * day))
        },
      },
    ],
    operations: eventOperations({}),
  }
}
