import type { FastifyBaseLogger } from 'fastify'
import type { Broker } from '../broker/broker.ts'
import type { Config } from '../config/config.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Upgrades } from '../http/upgrades.ts'
import { oldRowsSweep } from '../store/forget-old.ts'
import type { PushKeys } from '../store/push-keys.ts'
import type { Store } from '../store/store.ts'
import { UserAnnouncer } from './announce.ts'
import { noticeOperations } from './notice-operations.ts'
import { messageOperations } from './operations.ts'
import { pushOperations } from './push-operations.ts'
import { contactOf, PushSender } from './push-sender.ts'
import { UserSockets } from './user-socket.ts'

interface Ports {
  config: Pick<Config, 'keep' | 'publicUrl' | 'pushContact' | 'pushServices'>
  store: Store
  sessions: Sessions
  broker: Broker
  upgrades: Upgrades
  pushKeys: PushKeys
  log: FastifyBaseLogger
  cleanup: AsyncDisposableStack
}

/** What signed-in users are told at once. */
export function startMessages({ config, store, sessions, broker, upgrades, pushKeys, log, cleanup }: Ports) {
  const userSockets = new UserSockets()
  userSockets.register(upgrades, sessions)
  const services = config.pushServices
  const pushSender = new PushSender({ store, keys: pushKeys, contact: contactOf(config), services, log })
  cleanup.defer(() => pushSender.stop())
  const userAnnouncer = new UserAnnouncer(store, broker, userSockets, log, () => pushSender.look())
  return {
    userSockets,
    userAnnouncer,
    listen: () => userAnnouncer.listen(),
    sweeps: [
      oldRowsSweep(store, 'messages', config.keep),
      // What was sent at a server that has gone since, and what could not be pushed at first.
      { name: 'waiting pushes', every: 2_000, run: async () => pushSender.look() },
      {
        name: 'ended push subscriptions',
        every: 60_000,
        run: () => store.transaction((tx) => tx.pushSubscriptions.forgetEnded(Date.now())),
      },
    ],
    gauges: [
      { name: 'phonedeck_user_sockets', help: 'Websockets of users.', read: () => [{ value: userSockets.count }] },
    ],
    operations: {
      ...messageOperations({ userAnnouncer }),
      ...noticeOperations({ userAnnouncer }),
      ...pushOperations({ pushKeys, services }),
    },
  }
}
