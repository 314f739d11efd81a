import type { OwnerPath } from '../../domain/fleet-topics.ts'
import { announceChange } from '../broker/announce-change.ts'
import type { Broker } from '../broker/broker.ts'

/** Publishes a box's change at its owner's place. */
export function announceBox(
  broker: Broker,
  box: { id: number; owner_path: OwnerPath },
  changed: Record<string, unknown>,
  at: number,
): void {
  announceChange(broker, box.owner_path, { type: 'box', id: box.id, at, changed })
}
