import mqtt from 'mqtt'
import { reasonOf } from '../config/bad-surroundings.ts'
import { busTopics, LoopBack } from '../broker/loop-back.ts'
import { type Check, failed, ok } from './finding.ts'

/** The broker that joins servers: each topic must be heard where it is published. */
export const brokerCheck = (url: string): Check => ({
  name: 'broker',
  async look() {
    const options = { protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 5_000 } as const
    const client = await mqtt.connectAsync(url, options).catch((error: unknown) => reasonOf(error))
    if (typeof client === 'string')
      return [
        failed('broker', `MQTT_URL: ${client}; start it, or set MQTT_URL to where it listens, with user and password`),
      ]
    try {
      const loopBack = new LoopBack((topic, payload) => client.publish(topic, payload))
      client.on('message', (topic, payload) => loopBack.hear(topic, payload.toString()))
      const refused: string[] = []
      for (const topic of busTopics) await client.subscribeAsync(topic, { qos: 1 }).catch(() => refused.push(topic)) // Which is the answer.
      if (refused.length > 0)
        return [failed('broker', `MQTT_URL: the broker lets nobody hear ${refused.join(', ')}; allow it in its rules`)]
      const problem = await loopBack.problem(busTopics)
      return [problem === undefined ? ok('broker', 'passes on every topic') : failed('broker', problem)]
    } finally {
      await client.endAsync(true)
    }
  },
})
