import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { codes } from '../../domain/codes.ts'
import { boxEndsTopic, type Broker, sessionEndsTopic } from '../broker/broker.ts'
import { HeldConnections, type HeldKind } from '../http/held-connections.ts'
import type { Sessions } from '../http/sessions.ts'
import type { DatabaseAddress } from '../store/database.ts'
import { RightChanges } from '../store/right-changes.ts'
import type { Store } from '../store/store.ts'
import type { Tables } from '../store/tables.ts'

interface Ports {
  db: Kysely<Tables>
  address: DatabaseAddress
  store: Store
  sessions: Sessions
  broker: Broker
  /** What sessions hold open beside their connections to the broker. */
  kinds: readonly HeldKind[]
  log: FastifyBaseLogger
  cleanup: AsyncDisposableStack
}

/** Sees to it that what is open ends with the right to it, at whichever server that was lost. */
export function holdConnections({ db, address, store, sessions, broker, kinds, log, cleanup }: Ports) {
  const changes = new RightChanges(db, address, log)
  cleanup.defer(() => changes.stop())
  const atBroker: HeldKind = {
    sessionIds: () => broker.sessionIds(),
    signOut: (sessionId) => broker.dropSession(sessionId),
  }
  const held = new HeldConnections([atBroker, ...kinds], { sessions, store, changes, log })
  cleanup.defer(() => held.stop())
  return {
    async listen(): Promise<void> {
      await broker.subscribe(sessionEndsTopic, (_topic, sessionId) =>
        held.sessionEnded(sessionId, codes.signedOutElsewhere),
      )
      await broker.subscribe(boxEndsTopic, (_topic, boxId) => broker.dropBox(Number(boxId)))
    },
  }
}
