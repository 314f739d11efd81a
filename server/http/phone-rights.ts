import { closedToShellsBy } from '../../domain/device-lifecycle.ts'
import type { Reason } from '../../domain/reason.ts'
import { isServed } from '../../domain/service.ts'
import { sees } from '../../domain/tree.ts'
import { reason } from '../../texts/reason.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { Caller } from './sessions.ts'

/** Whether a phone is only watched, controlled by its lease, or used without one. */
export type PhoneUse = 'watch' | 'control' | 'terminal'

/** Why nobody may run anything on a phone; undefined where its state keeps nobody from it. */
export function closedBy({
  status,
  status_before,
  uncleaned,
}: Pick<DeviceRow, 'status' | 'status_before' | 'uncleaned'>): Reason | undefined {
  const closed = closedToShellsBy({ status, before: status_before })
  if (closed !== undefined) return reason(`devices.reason.${closed}`)
  return uncleaned ? reason('devices.reason.uncleaned') : undefined
}

/** Why a caller may not have this open on a phone, or no longer; undefined where it may. */
export function obstacleTo(
  caller: Caller,
  use: PhoneUse,
  device:
    | Pick<DeviceRow, 'removed_at' | 'in_use_by' | 'owner_path' | 'status' | 'status_before' | 'uncleaned'>
    | undefined,
): Reason | undefined {
  if (use !== 'watch' && !isServed(caller, Date.now())) return reason('people.reason.serviceOver')
  if (device === undefined || device.removed_at !== null) return reason('relay.noLongerYours')
  const closed = use === 'terminal' ? closedBy(device) : undefined
  if (closed !== undefined) return closed
  if (device.in_use_by === caller.id) return undefined
  if (use === 'terminal' && device.in_use_by !== null) return reason('relay.heldByOther')
  return sees(caller, device.owner_path) ? undefined : reason('relay.noLongerYours')
}
