import type { Gauge } from './metrics.ts'
import type { Broker } from '../broker/broker.ts'
import type { UserSockets } from '../messages/user-socket.ts'
import type { Relay } from '../relay/relay.ts'
import type { Terminals } from '../relay/terminals.ts'
import type { Store } from '../store/store.ts'

/** What the server's parts tell Prometheus. */
export function figuresOf(parts: {
  store: Store
  broker: Broker
  relay: Relay
  terminals: Terminals
  userSockets: UserSockets
}): Gauge[] {
  const { store, broker, relay, terminals, userSockets } = parts
  return [
    {
      name: 'phonedeck_devices',
      help: 'Phones by status.',
      read: async () =>
        (await store.devices.countByStatus()).map(({ status, count }) => ({ labels: { status }, value: count })),
    },
    {
      name: 'phonedeck_broker_connections',
      help: 'Consoles and agents at the broker.',
      read: () => [{ value: broker.connections() }],
    },
    { name: 'phonedeck_user_sockets', help: 'Websockets of users.', read: () => [{ value: userSockets.count }] },
    {
      name: 'phonedeck_relay_streams',
      help: 'Phones whose picture is relayed.',
      read: () => [{ value: relay.figures.streams }],
    },
    { name: 'phonedeck_terminals', help: 'Shells open on phones.', read: () => [{ value: terminals.count }] },
    { name: 'phonedeck_relay_viewers', help: 'Viewers of phones.', read: () => [{ value: relay.figures.viewers }] },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of the process.',
      read: () => [{ value: process.memoryUsage.rss() }],
    },
  ]
}
