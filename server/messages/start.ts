import type { FastifyBaseLogger } from 'fastify'
import type { Broker } from '../broker/broker.ts'
import type { Config } from '../config/config.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Upgrades } from '../http/upgrades.ts'
import { oldRowsSweep } from '../store/forget-old.ts'
import type { Store } from '../store/store.ts'
import { UserNews } from './announce.ts'
import { noticeOperations } from './notice-operations.ts'
import { messageOperations } from './operations.ts'
import { UserSockets } from './user-socket.ts'

interface Ports {
  config: Pick<Config, 'keep'>
  store: Store
  sessions: Sessions
  broker: Broker
  upgrades: Upgrades
  log: FastifyBaseLogger
}

/** What signed-in users are told at once. */
export function startMessages({ config, store, sessions, broker, upgrades, log }: Ports) {
  const userSockets = new UserSockets()
  userSockets.register(upgrades, sessions)
  const userNews = new UserNews(store, broker, userSockets, log)
  return {
    userSockets,
    userNews,
    listen: () => userNews.listen(),
    sweeps: [oldRowsSweep(store, 'messages', config.keep)],
    gauges: [
      { name: 'phonedeck_user_sockets', help: 'Websockets of users.', read: () => [{ value: userSockets.count }] },
    ],
    operations: { ...messageOperations({ userNews }), ...noticeOperations({ userNews }) },
  }
}
