import { othersTurn } from '../http/turns.ts'
import { changesTopic, type FleetPatch, type OwnerPath } from '../../domain/fleet-topics.ts'
import type { Broker } from './broker.ts'

/** Published at once; then others get a turn. */
const chunk = 500

/** Publishes that rows are no more, at their owners' places. */
export async function announceGone(
  broker: Broker,
  type: FleetPatch['type'],
  rows: readonly { id: number; owner_path: OwnerPath }[],
  at: number,
): Promise<void> {
  for (const [index, { id, owner_path }] of rows.entries()) {
    const patch: FleetPatch = { type, id, at, changed: {}, gone: true }
    broker.publish(changesTopic(owner_path, type), JSON.stringify(patch), 0)
    if (index % chunk === chunk - 1) await othersTurn()
  }
}
