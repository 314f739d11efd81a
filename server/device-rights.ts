import { seesEverything } from '../domain/roles.ts'
import type { DeviceRow } from './store/devices.ts'
import type { Person } from './store/users.ts'

/** Whether a phone is the caller's own, or of somebody below. */
export const isOwn = (caller: Person, { owner_path }: Pick<DeviceRow, 'owner_path'>): boolean =>
  seesEverything(caller.role) || owner_path === caller.path || owner_path.startsWith(`${caller.path}/`)
