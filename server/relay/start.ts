import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Reason } from '../../domain/reason.ts'
import type { BoxCommands } from '../boxes/commands.ts'
import type { Config } from '../config/config.ts'
import type { Gauge } from '../http/metrics.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Upgrades } from '../http/upgrades.ts'
import type { Store } from '../store/store.ts'
import { Edges } from './edges.ts'
import { Relay, type RelayPorts } from './relay.ts'
import { Terminals, type TerminalPorts } from './terminals.ts'
import { SharedTickets } from './ticket-gate.ts'
import { relayTimings } from './timings.ts'

/** A used ticket is known for so long after its end, in milliseconds: clocks of servers may differ by it. */
const clockMargin = 60_000

type RelayConfig = Pick<Config, 'controlIdleMinutes' | 'publicUrl' | 'trustedProxies'>

interface Ports extends Pick<RelayPorts, 'absence' | 'renewLeases' | 'releaseLease'> {
  config: RelayConfig & Pick<Config, 'relaySecret'>
  secret: Uint8Array
  store: Store
  sessions: Sessions
  commands: BoxCommands
  upgrades: Upgrades
  log: FastifyBaseLogger
  cleanup: AsyncDisposableStack
}

/** The way of frames, touches and shells between people and phones; edges that have dialled this server are one, too. */
export function startRelay(ports: Ports) {
  const { config, secret, store, sessions, commands, log, absence, renewLeases, releaseLease } = ports
  const tickets = new SharedTickets({ secret, sessions, store, log })
  const own = { gate: tickets, secret, log }
  const relayed = relayWith(config, {
    relay: {
      ...own,
      request: async (stream, ticket) => void commands.stream(stream, ticket),
      absence,
      renewLeases,
      releaseLease,
    },
    terminals: { ...own, request: (terminal, ticket) => commands.terminal(terminal, ticket) },
  })
  const { relay, terminals } = relayed
  const edges = new Edges({ secret: config.relaySecret, tickets, commands, absence, renewLeases, releaseLease, log })
  edges.register(ports.upgrades)
  ports.cleanup.defer(() => edges.stop())
  return {
    ...relayed,
    /** What sessions have open here, and at the edges that this server minds. */
    kinds: [relay, terminals, edges],
    audience: (deviceId: number) => ({ observers: relay.audience(deviceId).observers + edges.observers(deviceId) }),
    phoneLost(deviceId: number, why: Reason): void {
      for (const one of [relay, terminals, edges]) one.phoneLost(deviceId, why)
    },
    phoneBack(deviceId: number): void {
      for (const one of [relay, edges]) one.phoneBack(deviceId)
    },
    /** An agent could not do as told; where this server's own relay wanted a video, of this phone. */
    commandFailed(id: string, deviceId: number | undefined, why: Reason | null): void {
      terminals.requestFailed(id, why)
      edges.commandFailed(id, why)
      if (deviceId !== undefined) relay.requestFailed(deviceId, why)
    },
    sweeps: [
      { name: 'spent tickets', every: 60_000, run: () => store.spentTickets.forgetExpired(Date.now() - clockMargin) },
    ],
    gauges: [
      ...relayed.gauges,
      { name: 'phonedeck_edges', help: 'Edges that have dialled this server.', read: () => [{ value: edges.count }] },
    ],
  }
}

/** A relay with its terminals, as it stands in a server and in an edge. */
export function relayWith(config: RelayConfig, ports: { relay: RelayPorts; terminals: Omit<TerminalPorts, 'typed'> }) {
  const relay = new Relay(ports.relay, { ...relayTimings, controlIdle: config.controlIdleMinutes * 60_000 })
  const terminals = new Terminals({
    ...ports.terminals,
    typed: (deviceId, userId) => relay.used(deviceId, userId),
  })
  const gauges: Gauge[] = [
    {
      name: 'phonedeck_relay_streams',
      help: 'Phones whose video is relayed.',
      read: () => [{ value: relay.figures.streams }],
    },
    { name: 'phonedeck_terminals', help: 'Shells open on phones.', read: () => [{ value: terminals.count }] },
    { name: 'phonedeck_relay_viewers', help: 'Viewers of phones.', read: () => [{ value: relay.figures.viewers }] },
  ]
  return {
    relay,
    terminals,
    serve: (app: FastifyInstance): void => {
      const allowedOrigins = config.publicUrl ? [config.publicUrl.origin] : []
      const rules = { allowedOrigins, trustedProxies: config.trustedProxies }
      relay.register(app, rules)
      terminals.register(app, rules)
    },
    gauges,
  }
}
