import type { Config } from '../config/config.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import type { Store } from '../store/store.ts'
import { tellAlerts } from './alerts.ts'
import { dashboardOperations } from './operations.ts'

interface Ports {
  config: Pick<Config, 'reportTimeZone'>
  store: Store
  userAnnouncer: UserAnnouncer
}

/** What needs people: shown to those who look, told to those who don't. */
export const startDashboard = ({ config, store, userAnnouncer }: Ports) => ({
  sweeps: [
    {
      name: 'alerts',
      every: 300_000,
      run: (signal: AbortSignal) => tellAlerts({ store, userAnnouncer }, Date.now(), signal),
    },
  ],
  operations: dashboardOperations({ config }),
})
