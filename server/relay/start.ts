import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { BoxCommands } from '../boxes/commands.ts'
import type { Config } from '../config/config.ts'
import { Relay, type RelayPorts } from './relay.ts'
import { Terminals } from './terminals.ts'
import { relayTimings } from './timings.ts'

interface Ports extends Pick<RelayPorts, 'absence' | 'renewLeases' | 'releaseLease'> {
  config: Pick<Config, 'controlIdleMinutes' | 'publicUrl' | 'trustedProxies'>
  secret: Uint8Array
  commands: BoxCommands
  log: FastifyBaseLogger
}

/** The way of frames, touches and shells between people and phones. */
export function startRelay({ config, secret, commands, log, absence, renewLeases, releaseLease }: Ports) {
  const relay = new Relay(
    {
      secret,
      request: async (stream, ticket) => commands.stream(stream, ticket),
      absence,
      renewLeases,
      releaseLease,
      log,
    },
    { ...relayTimings, controlIdle: config.controlIdleMinutes * 60_000 },
  )
  const terminals = new Terminals({
    secret,
    request: (terminal, ticket) => commands.terminal(terminal, ticket),
    typed: (deviceId, userId) => relay.used(deviceId, userId),
    log,
  })
  return {
    relay,
    terminals,
    serve(app: FastifyInstance): void {
      const allowedOrigins = config.publicUrl ? [config.publicUrl.origin] : []
      const rules = { allowedOrigins, trustedProxies: config.trustedProxies }
      relay.register(app, rules)
      terminals.register(app, rules)
    },
    gauges: [
      {
        name: 'phonedeck_relay_streams',
        help: 'Phones whose video is relayed.',
        read: () => [{ value: relay.figures.streams }],
      },
      { name: 'phonedeck_terminals', help: 'Shells open on phones.', read: () => [{ value: terminals.count }] },
      { name: 'phonedeck_relay_viewers', help: 'Viewers of phones.', read: () => [{ value: relay.figures.viewers }] },
    ],
  }
}
