import { announceChange, announceLeaving } from '../broker/announce-change.ts'
import { othersTurn } from '../http/turns.ts'
import type { Market } from '../../domain/markets.ts'
import { isSame } from '../log/kept-changes.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import type { EnvironmentRow } from '../store/environments.ts'
import type { Transaction } from '../store/store.ts'
import type { Broker } from '../broker/broker.ts'

/** What of an environment travels as it is stored. */
const plainFields = [
  'market',
  'name',
  'account',
  'owner_id',
  'tags',
  'region',
  'timezone',
  'language',
  'device_id',
  'last_opened_at',
  'note',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof EnvironmentRow)[]

/** An environment before and after a change; `before` is undefined for a new one. */
export interface EnvironmentAnnouncement {
  before: EnvironmentRow | undefined
  after: EnvironmentRow
  /** Where it has a new owner. */
  ownerName?: string | undefined
  /** Where it was opened or closed: the phone that it is open on. */
  deviceName?: string | null | undefined
}

/** A proxy as the contract shows it: whether it has a password, and never which. */
export const shownProxy = ({ proxy, proxy_password }: Pick<EnvironmentRow, 'proxy' | 'proxy_password'>) =>
  proxy && { ...proxy, has_password: proxy_password !== null }

export const shownRecord = ({ record_size, record_saved_at }: EnvironmentRow) =>
  record_size === null || record_saved_at === null ? null : { size: record_size, saved_at: record_saved_at }

/** The fields that differ; those of the contract's Environment. */
export function changedFields({
  before,
  after,
  ownerName,
  deviceName,
}: EnvironmentAnnouncement): Record<string, unknown> {
  const differing = plainFields.filter((field) => !isSame(before?.[field], after[field]))
  const proxy = shownProxy(after)
  return {
    ...Object.fromEntries(differing.map((field) => [field, after[field]])),
    ...((before === undefined || !isSame(shownProxy(before), proxy)) && { proxy }),
    ...((before === undefined || !isSame(shownRecord(before), shownRecord(after))) && { record: shownRecord(after) }),
    ...(ownerName !== undefined && { owner_name: ownerName }),
    ...(deviceName !== undefined && { device_name: deviceName }),
  }
}

/** Tells everybody of a team that its groups of these markets are others, once that is committed. */
export async function announceGroups(
  userAnnouncer: Pick<UserAnnouncer, 'groupsChanged'>,
  tx: Transaction,
  managerId: number,
  markets: readonly Market[],
): Promise<void> {
  const members = await tx.team.userIds(managerId)
  tx.afterCommit(() => {
    for (const market of markets) userAnnouncer.groupsChanged(members, market)
  })
}

/** Published at once; then others get a turn. */
const chunk = 500

/**
 * Publishes changes at their owners' places; whom an environment has left hears no more than that. Tens of thousands take their time, so that
 * calls are answered meanwhile.
 */
export async function announceEnvironments(
  broker: Broker,
  announcements: readonly EnvironmentAnnouncement[],
  at: number,
): Promise<void> {
  for (const [index, one] of announcements.entries()) {
    const { before, after } = one
    const patch = { type: 'environment', id: after.id, at, changed: changedFields(one) } as const
    announceChange(broker, after.owner_path, patch)
    if (before !== undefined) announceLeaving(broker, before.owner_path, after, patch)
    if (index % chunk === chunk - 1) await othersTurn()
  }
}
