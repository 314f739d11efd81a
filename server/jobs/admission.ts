import type { Reason } from '../../domain/reason.ts'
import { isCare } from '../../domain/phone-actions.ts'
import { reason } from '../../texts/reason.ts'
import { eventOf, type JobAction } from '../../domain/jobs.ts'
import { isServed } from '../../domain/service.ts'
import { isOwn, otherHolder } from '../devices/rules.ts'
import { isAllowed } from '../devices/life.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { JobRow } from '../store/job-queries.ts'
import type { Queries } from '../store/store.ts'
import type { Person, UserRow } from '../store/users.ts'

/** Whether it is for those only whose service runs: what takes care of phones and gives them back is not. */
export const needsService = (action: JobAction): boolean =>
  !(action === 'close' || action === 'restore' || action === 'free' || isCare(action))

/** Whoever started a job, as it is now; or why nothing more of the job begins. */
export async function starterOf(
  store: Pick<Queries, 'users'>,
  { created_by, action, task_id }: Pick<JobRow, 'created_by' | 'action' | 'task_id'>,
): Promise<UserRow | { reason: Reason }> {
  const starter = await store.users.byId(created_by)
  // Timed tasks are the platform's own, and outlive the account that made them.
  const isThere = task_id !== null || (await store.users.isEnabled(created_by))
  if (starter === undefined || !isThere) return { reason: reason('jobs.reason.starterGone') }
  return !needsService(action) || isServed(starter, Date.now())
    ? starter
    : { reason: reason('people.reason.serviceOver') }
}

/** Why whoever started a job may not do this with a phone, as both are now; undefined where it may. */
export async function whyNotOn(
  store: Pick<Queries, 'users' | 'devices'>,
  starter: Person,
  device: DeviceRow | undefined,
  action: JobAction,
): Promise<Reason | undefined> {
  const seen = device && (await store.devices.visible(starter, device.id))
  if (device === undefined || seen === undefined) return reason('devices.reason.noSuchDevice')
  if (isCare(action)) {
    if (!isOwn(starter, device)) return reason('devices.reason.notYours')
  } else {
    const holder = await otherHolder(store, starter, device)
    if (holder) return reason('devices.reason.held', { name: holder.user_name })
    if (device.uncleaned) return reason('devices.reason.uncleaned')
  }
  return isAllowed(device, { type: eventOf(action) }) ? undefined : reason(`devices.reason.${device.status}`)
}
