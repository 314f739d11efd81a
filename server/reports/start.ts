import type { Config } from '../config/config.ts'
import type { AddressPlaces } from '../devices/addresses/address-places.ts'
import { forgetOld } from '../store/forget-old.ts'
import type { Store } from '../store/store.ts'
import { reportOperations } from './operations.ts'
import { ReportSweep } from './sweep.ts'

interface Ports {
  config: Pick<Config, 'reportTimeZone' | 'keep'>
  store: Store
  addressPlaces: AddressPlaces
}

/** What phones were used for, and their addresses. */
export function startReports({ config, store, addressPlaces }: Ports) {
  const sweep = new ReportSweep(store, config.reportTimeZone)
  return {
    sweeps: [
      { name: 'reports', every: 30_000, run: () => sweep.rollUp() },
      { name: 'tallies and shared addresses', every: 30_000, run: () => sweep.tidy() },
      {
        name: 'old uses',
        every: 600_000,
        run: (signal: AbortSignal) => forgetOld(store, 'uses', config.keep.uses, signal),
      },
      {
        name: 'old reports',
        every: 600_000,
        run: (signal: AbortSignal) => forgetOld(store, 'reports', config.keep.reports, signal),
      },
    ],
    operations: reportOperations({ config, addressPlaces }),
  }
}
