import type { FleetSource } from '../../src/api/phone-patches.ts'

/** Where nothing is heard. */
export const silentFleet: FleetSource = { onPatch: () => () => undefined, onReturn: () => () => undefined }
