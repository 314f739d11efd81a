import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { Relay } from '../../server/relay/relay.ts'
import { OwnTickets } from '../../server/relay/ticket-gate.ts'
import { relaySecret, type RelayMessage } from '../relay-streams.ts'

// The relay and nothing else of the server, in a process of its own, so that what agents and viewers cost is not its own.

const tell = (news: RelayMessage): void => void process.send?.(news)

const app = Fastify()
const relay = new Relay({
  gate: new OwnTickets(relaySecret),
  secret: relaySecret,
  log: app.log,
  request: async ({ device_id }, ticket) => tell({ type: 'requested', device: device_id, ticket }),
  absence: async () => undefined,
  renewLeases: async (ids) => ids,
  releaseLease: async () => undefined,
})
relay.register(app)
await app.listen({ port: 0, host: '127.0.0.1' })
// It listens on TCP.
const { port } = app.server.address() as AddressInfo
tell({ type: 'listening', url: `ws://127.0.0.1:${port}` })
process.once('disconnect', () => process.exit())
