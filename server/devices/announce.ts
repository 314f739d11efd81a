import type { OwnerPath } from '../../domain/fleet-topics.ts'
import { isAtOrBelow } from '../../domain/tree.ts'
import { announceChange, announceLeaving } from '../broker/announce-change.ts'
import type { Place } from './addresses/address-places.ts'
import { plainFields } from '../store/device-list.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { Broker } from '../broker/broker.ts'

type PlainField = (typeof plainFields)[number]

/** A phone before and after a change; `before` is undefined for a new one. */
export interface DeviceChange {
  before: DeviceRow | undefined
  after: DeviceRow
  /** Who holds it after the change; left out where that has not changed. */
  holder?: { id: number; user_name: string } | null
  /** The places of those who hold or held it: they hear of it wherever they are. */
  holderPlaces?: readonly OwnerPath[]
  /** What is open on it after the change; left out where that has not changed. */
  environment?: { id: number; name: string; market: string } | null
  /** Where it has a new one, as a new phone has. */
  ownerName?: string
  /** For one that is new in its box. */
  boxName?: string
  /** Where its egress address is, for one that may have another. */
  egress?: Place
}

/** Settings are small objects; everything else is a plain value. */
const isSame = (before: unknown, after: unknown): boolean =>
  before === after || (typeof after === 'object' && JSON.stringify(before) === JSON.stringify(after))

/** The fields that differ; those of the contract's Device. */
export function changedFields({
  before,
  after,
  holder,
  environment,
  ownerName,
  boxName,
  egress,
}: DeviceChange): Record<string, unknown> {
  const differing = plainFields.filter((field: PlainField) => !isSame(before?.[field], after[field]))
  return {
    ...Object.fromEntries(differing.map((field) => [field, after[field]])),
    ...(holder !== undefined && { in_use_by: holder && { id: holder.id, user_name: holder.user_name } }),
    ...(environment !== undefined && {
      environment: environment && { id: environment.id, name: environment.name, market: environment.market },
    }),
    ...(before === undefined && { in_use_by: null, environment: null }),
    ...(boxName !== undefined && { box_name: boxName }),
    ...(ownerName !== undefined && { owner_name: ownerName }),
    ...(differing.includes('egress_ip') && {
      egress_country: egress?.country ?? null,
      egress_isp: egress?.isp ?? null,
    }),
  }
}

/**
 * Publishes a phone's change at its owner's place, and at the holder's where that lies elsewhere. Where it has left an owner,
 * that one hears no more than that.
 */
export function announceDevice(broker: Broker, change: DeviceChange, at: number): void {
  const changed = changedFields(change)
  if (Object.keys(changed).length === 0) return
  const { id, owner_path } = change.after
  const patch = { type: 'device', id, at, changed } as const
  const elsewhere = (change.holderPlaces ?? []).filter((place) => !isAtOrBelow(owner_path, place))
  for (const place of new Set([owner_path, ...elsewhere])) announceChange(broker, place, patch)
  if (change.before !== undefined) announceLeaving(broker, change.before.owner_path, change.after, patch)
}
