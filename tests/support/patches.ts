import mqtt, { type MqttClient } from 'mqtt'
import type { FleetPatch } from '../../domain/fleet-topics.ts'
import type { TestServer } from './server.ts'

/** What a console hears over the broker. */
export interface Patches {
  client: MqttClient
  /** Everything heard so far. */
  heard: FleetPatch[]
  /** The first patch that fits: of those heard since then (an index of `heard`, its beginning by default) or to come. */
  next(fits: (patch: FleetPatch) => boolean, since?: number): Promise<FleetPatch>
  close(): Promise<void>
}

/** The broker credentials of a session, as the console gets them. */
export async function brokerCredentials(server: Pick<TestServer, 'call'>, token: string) {
  const { data } = await server.call('v2/user/info', { token })
  const { broker_url, user_name, password, client_id, topic } = data.mqtt_config
  const options = {
    protocolVersion: 4,
    clientId: client_id,
    username: user_name,
    password,
    reconnectPeriod: 0,
  } as const
  return { url: String(broker_url), options, topic: String(topic) }
}

/** Subscribes as a console does. */
export async function hearPatches(server: Pick<TestServer, 'call'>, token: string): Promise<Patches> {
  const { url, options, topic } = await brokerCredentials(server, token)
  const client = await mqtt.connectAsync(url, options)
  const heard: FleetPatch[] = []
  const waiting = new Set<(patch: FleetPatch) => void>()
  client.on('message', (_topic, payload) => {
    const patch: FleetPatch = JSON.parse(payload.toString())
    heard.push(patch)
    for (const look of waiting) look(patch)
  })
  await client.subscribeAsync(topic)
  return {
    client,
    heard,
    next: (fits, since = 0) => {
      const past = heard.slice(since).find(fits)
      if (past) return Promise.resolve(past)
      return new Promise((resolve) => {
        const look = (patch: FleetPatch): void => {
          if (!fits(patch)) return
          waiting.delete(look)
          resolve(patch)
        }
        waiting.add(look)
      })
    },
    close: () => client.endAsync(),
  }
}
