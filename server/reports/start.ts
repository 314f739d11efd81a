import type { Config } from '../config/config.ts'
import type { AddressPlaces } from '../devices/addresses/address-places.ts'
import { oldRowsSweep } from '../store/forget-old.ts'
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
      oldRowsSweep(store, 'uses', config.keep),
      oldRowsSweep(store, 'reports', config.keep),
    ],
    operations: reportOperations({ config, addressPlaces }),
  }
}
