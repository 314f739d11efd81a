import { changesTopic, type FleetPatch, type OwnerPath } from '../../domain/fleet-topics.ts'
import { isAtOrBelow } from '../../domain/tree.ts'
import { othersTurn } from '../http/turns.ts'
import type { Broker } from './broker.ts'

/** Published at once; then others get a turn. */
const chunk = 500

/** Publishes a change to a row at a place of the tree: whoever is there hears of it, and those above. */
export function announceChange(broker: Broker, place: OwnerPath, patch: FleetPatch): void {
  broker.publish(changesTopic(place, patch.type), JSON.stringify(patch), 0)
}

/** Tells the owner whom a row has left no more than that; one who stands above the new owner hears of it there. */
export function announceLeaving(
  broker: Broker,
  left: OwnerPath,
  row: { owner_id: number; owner_path: OwnerPath },
  patch: FleetPatch,
): void {
  if (isAtOrBelow(row.owner_path, left)) return
  announceChange(broker, left, { ...patch, changed: { owner_id: row.owner_id } })
}

/** Publishes that rows are no more, at their owners' places. */
export async function announceGone(
  broker: Broker,
  type: FleetPatch['type'],
  rows: readonly { id: number; owner_path: OwnerPath }[],
  at: number,
): Promise<void> {
  for (const [index, { id, owner_path }] of rows.entries()) {
    announceChange(broker, owner_path, { type, id, at, changed: {}, gone: true })
    if (index % chunk === chunk - 1) await othersTurn()
  }
}
