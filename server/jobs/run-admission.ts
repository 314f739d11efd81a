import { runReasons, stateReasons } from '../../domain/reasons.ts'
import { eventOf, type RunAction } from '../../domain/runs.ts'
import { otherHolder } from '../device-rights.ts'
import { isAllowed } from '../phones/phone-life.ts'
import type { Store } from '../store/store.ts'
import type { Person } from '../store/users.ts'

/** Why whoever started a run may not do this with a phone, as both are now; undefined where it may. */
export async function whyNotOn(
  store: Store,
  starter: Person | undefined,
  deviceId: number,
  action: RunAction,
): Promise<string | undefined> {
  const isVisible = starter && (await store.devices.visible(starter, deviceId)) !== undefined
  const device = isVisible ? await store.devices.byId(deviceId) : undefined
  if (starter === undefined || device === undefined) return runReasons.notVisible.zh
  const holder = await otherHolder(store, starter, device)
  if (holder) return `${runReasons.held.zh}（${holder.user_name}）`
  return isAllowed(device, { type: eventOf(action) }) ? undefined : stateReasons[device.status].zh
}
