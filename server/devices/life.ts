import type { Reason } from '../../domain/reason.ts'
import {
  advance,
  allows,
  taskOf,
  timeLimits,
  type DeviceEvent,
  type DeviceLife,
} from '../../domain/device-lifecycle.ts'
import type { DeviceRow } from '../store/devices.ts'

/** What of a phone's row decides its life. */
export const lifeOf = ({ status, status_before, in_use_by, environment_id, uncleaned }: DeviceRow): DeviceLife => ({
  status,
  before: status_before,
  held: in_use_by !== null,
  occupied: environment_id !== null || uncleaned,
})

export const isAllowed = (device: DeviceRow, event: DeviceEvent): boolean => allows(lifeOf(device), event)

/** Why it is faulty holds until it is recovered, wherever the phone is meanwhile. */
const keepsReason = (device: DeviceRow, next: Pick<DeviceLife, 'status' | 'before'>): boolean =>
  next.status === device.status || next.status === 'faulty' || next.before === 'faulty'

/**
 * The phone after an event of its lifecycle; undefined where its state does not allow it. What it begins has a time limit
 * from then on; going away and coming back don't set it anew. What begins while it is away has its time once it is back.
 */
export function moved(device: DeviceRow, event: DeviceEvent, now: number, why?: Reason | null): DeviceRow | undefined {
  const next = advance(lifeOf(device), event)
  if (next === undefined) return undefined
  const task = taskOf(next)
  const isNew = task !== taskOf(lifeOf(device))
  const limit = task && timeLimits[task]
  const isAwaited = event.type === 'abandoned' || (device.status_deadline === null && next.status === 'offline')
  const kept = isNew ? null : device.status_deadline
  return {
    ...device,
    status: next.status,
    status_before: next.before,
    status_deadline: limit === undefined || isAwaited ? null : (kept ?? now + limit),
    status_reason: why === undefined ? (keepsReason(device, next) ? device.status_reason : null) : why,
    cause: event.type,
  }
}
