import { changesTopic, type FleetPatch, type OwnerPath } from '../../domain/fleet-topics.ts'
import type { Broker } from '../broker/broker.ts'

/** Publishes a box's change at its owner's place. */
export function announceBox(
  broker: Broker,
  box: { id: number; owner_path: OwnerPath },
  changed: Record<string, unknown>,
  at: number,
): void {
  const patch: FleetPatch = { type: 'box', id: box.id, at, changed }
  broker.publish(changesTopic(box.owner_path, 'box'), JSON.stringify(patch), 0)
}
