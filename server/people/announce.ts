import type { OwnerPath } from '../../domain/fleet-topics.ts'
import { announceChange } from '../broker/announce-change.ts'
import type { Broker } from '../broker/broker.ts'

/** Publishes a user's change at its own place: it hears of itself, and those above hear of it. */
export function announceUser(
  broker: Broker,
  user: { id: number; path: OwnerPath },
  changed: Record<string, unknown>,
  at: number,
): void {
  if (Object.keys(changed).length === 0) return
  announceChange(broker, user.path, { type: 'user', id: user.id, at, changed })
}
