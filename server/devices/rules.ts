import { codes } from '../../domain/codes.ts'
import { isAtOrBelow, sees } from '../../domain/tree.ts'
import { closedBy } from '../http/phone-rights.ts'
import { Refusal } from '../http/refusal.ts'
import type { DeviceEntry } from '../store/device-list.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { Queries, Transaction } from '../store/store.ts'
import type { Person } from '../store/users.ts'
import { reason } from '../../texts/reason.ts'

/** Whether a phone is the caller's own, or of somebody below. */
export const isOwn = (caller: Person, { owner_path }: Pick<DeviceRow, 'owner_path'>): boolean =>
  sees(caller, owner_path)

/** Whether somebody may be interrupted, or have a phone taken from it: the caller itself, and those below. */
export const mayInterrupt = (caller: Person, holder: Pick<Person, 'path'>): boolean =>
  isAtOrBelow(holder.path, caller.path)

/**
 * Whether control of a phone may be taken from whoever has it: from the caller itself elsewhere and from those below, and from anybody
 * where no shop is open on it that the caller may not see.
 */
export const mayTakeOver = async (
  store: Pick<Queries, 'environments'>,
  caller: Person,
  holder: Pick<Person, 'path'>,
  { environment_id, market }: Pick<DeviceEntry, 'environment_id' | 'market'>,
): Promise<boolean> =>
  mayInterrupt(caller, holder) ||
  environment_id === null ||
  market === null ||
  (await store.environments.visible(caller, market, environment_id)) !== undefined

/** Who has a phone, unless that is the caller or somebody below it. */
export async function otherHolder(
  store: Pick<Queries, 'users'>,
  caller: Person,
  { in_use_by }: Pick<DeviceRow, 'in_use_by'>,
): Promise<Person | undefined> {
  if (in_use_by === null || in_use_by === caller.id) return undefined
  const holder = await store.users.byId(in_use_by)
  return holder && mayInterrupt(caller, holder) ? undefined : holder
}

/**
 * A phone that the caller may run commands on: it sees it, nobody else has it, and its state allows it.
 *
 * @throws Refusal 40400, 40900
 */
export async function commandable(tx: Transaction, caller: Person, id: number): Promise<DeviceEntry> {
  const found = await nobodyElses(tx, caller, id)
  const [device] = await tx.devices.rightsTo([id])
  const closed = device && closedBy(device)
  if (closed !== undefined) throw new Refusal(codes.stateForbids, closed)
  return found
}

/** A phone that the caller sees and nobody else has. @throws Refusal 40400, 40900 */
export async function nobodyElses(store: Pick<Queries, 'devices'>, caller: Person, id: number): Promise<DeviceEntry> {
  const found = await store.devices.visible(caller, id)
  if (found === undefined) throw new Refusal(codes.notFound, reason('devices.reason.noSuchDevice'))
  if (found.in_use_by !== null && found.in_use_by !== caller.id)
    throw new Refusal(codes.stateForbids, reason('devices.reason.heldBy', { name: found.holder_name ?? '' }))
  return found
}
