import type { FastifyBaseLogger } from 'fastify'
import { at } from '../config/bad-surroundings.ts'
import type { Config } from '../config/config.ts'
import type { Upgrades } from '../http/upgrades.ts'
import type { Broker } from './broker.ts'
import { type BrokerOptions, EmbeddedBroker } from './embedded-broker.ts'

/** The longest message of a broker client over websockets, in bytes; what it may be made of is the broker's matter. */
const brokerMessageLimit = 1024 * 1024

interface Ports extends Pick<BrokerOptions, 'recognise' | 'newConnection'> {
  config: Pick<Config, 'host' | 'mqttPort' | 'mqttUrl'>
  upgrades: Upgrades
  log: FastifyBaseLogger
}

/** Starts this server's own broker, joined with those of the others where there are any. */
export async function startBroker({ config, upgrades, recognise, newConnection, log }: Ports): Promise<Broker> {
  const embedded = await EmbeddedBroker.start({ recognise, newConnection, log })
  upgrades.add({
    path: '/mqtt',
    protocol: 'mqtt',
    maxPayload: brokerMessageLimit,
    enter: (socket) => embedded.handleWebSocket(socket),
  })
  if (config.mqttPort !== undefined)
    await at(`MQTT_PORT=${config.mqttPort}`, embedded.listen(config.mqttPort, config.host))
  if (config.mqttUrl === undefined) return embedded
  const { JoinedBroker } = await import('./joined-broker.ts') // One server alone starts faster without.
  return JoinedBroker.join(embedded, config.mqttUrl, log)
}
