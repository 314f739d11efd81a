import { seesEverything } from '../domain/roles.ts'
import type { DeviceRow } from './store/devices.ts'
import type { Queries } from './store/store.ts'
import type { Person } from './store/users.ts'

/** Whether a phone is the caller's own, or of somebody below. */
export const isOwn = (caller: Person, { owner_path }: Pick<DeviceRow, 'owner_path'>): boolean =>
  seesEverything(caller.role) || owner_path === caller.path || owner_path.startsWith(`${caller.path}/`)

/** Who has a phone, unless that is the caller or somebody below it. */
export async function otherHolder(
  store: Pick<Queries, 'users'>,
  caller: Person,
  { in_use_by }: Pick<DeviceRow, 'in_use_by'>,
): Promise<Person | undefined> {
  if (in_use_by === null || in_use_by === caller.id) return undefined
  const holder = await store.users.byId(in_use_by)
  return holder?.path.startsWith(`${caller.path}/`) ? undefined : holder
}
