import type { Reason } from '../../domain/reason.ts'
import { codes } from '../../domain/codes.ts'
import type { DeviceEvent } from '../../domain/device-lifecycle.ts'
import { reason } from '../../texts/reason.ts'
import { announceDevice, type DeviceChange } from './announce.ts'
import type { Broker } from '../broker/broker.ts'
import { Refusal } from '../http/refusal.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { Transaction } from '../store/store.ts'
import { moved } from './life.ts'

interface Move {
  event: DeviceEvent
  /** What happens to it at once thereafter. */
  next?: DeviceEvent
  at: number
  /** Why it is in its new state, where that needs a word. */
  why?: Reason | null
  /** What else changes with it. */
  also?: Partial<Pick<DeviceRow, 'in_use_by' | 'in_use_since' | 'environment_id' | 'uncleaned' | 'egress_ip'>>
  /** What of the change has names, for those who hear of it. */
  shown?: Pick<DeviceChange, 'holder' | 'environment'>
}

/**
 * Moves a phone that the transaction has locked to where the event leads, and tells those who see it.
 *
 * @throws Refusal 40900 where its state does not allow it
 */
export async function movePhone(
  tx: Transaction,
  broker: Broker,
  device: DeviceRow,
  { event, next, at, why, also, shown }: Move,
): Promise<DeviceRow> {
  const first = moved({ ...device, ...also }, event, at, why)
  const last = first && next ? moved(first, next, at, why) : first
  if (last === undefined) throw new Refusal(codes.stateForbids, reason(`devices.reason.${device.status}`))
  const after = { ...last, cause: next ? (`${event.type}, ${next.type}` as const) : event.type }
  await tx.devices.save([after])
  const holders = [device.in_use_by, after.in_use_by].filter((id) => id !== null)
  const holderPlaces = [...(await tx.users.pathsOf(holders)).values()]
  tx.afterCommit(() => announceDevice(broker, { before: device, after, holderPlaces, ...shown }, at))
  return after
}
