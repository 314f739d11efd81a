import type { MqttClient } from 'mqtt'
import { fromCallback, type EventObject } from 'xstate'
import { fleetRows, type FleetPatch } from '../../domain/fleet-topics.ts'
import type { components } from '../../generated/contract-types.ts'
import { firstScreen } from './first-screen.ts'

export type MqttConfig = components['schemas']['MqttConfig']

export type ConnectionReport =
  | { type: 'connected' }
  /** The connection was lost, or came to nothing; another try follows by itself. */
  | { type: 'interrupted' }
  /** The broker could not be reached, or refused us. */
  | { type: 'failed'; message: string }
  | { type: 'received'; patch: FleetPatch }
  /** What came was no patch. */
  | { type: 'unreadable' }

/** SPEC §9, in seconds and milliseconds. aedes speaks MQTT 3.1.1, which is protocol version 4. */
const options = {
  protocolVersion: 4,
  keepalive: 60,
  reconnectPeriod: 1_000,
  connectTimeout: 30_000,
  clean: true,
  // A broker that starts may refuse for a moment.
  reconnectOnConnackError: true,
} as const

/** The longest patch there is reason to send, in bytes. */
const maxPatchLength = 64 * 1024

/** The patch that this payload carries; undefined when it carries none. */
export function patchIn(payload: Uint8Array): FleetPatch | undefined {
  if (payload.byteLength > maxPatchLength) return undefined
  let patch: unknown
  try {
    patch = JSON.parse(new TextDecoder().decode(payload))
  } catch {
    return undefined // Not JSON: the machine counts it as unreadable.
  }
  if (typeof patch !== 'object' || patch === null) return undefined
  const { type, id, at, changed } = patch as Partial<Record<keyof FleetPatch, unknown>> // Each is checked below.
  const isPatch =
    fleetRows.some((row) => row === type) &&
    typeof id === 'number' &&
    typeof at === 'number' &&
    typeof changed === 'object' &&
    changed !== null
  return isPatch ? (patch as FleetPatch) : undefined
}

/** A connection to the broker that renews itself, subscribed to the user's topic. mqtt.js is fetched when one is wanted and there is a screen. */
export const mqttConnection = fromCallback<EventObject, { config: MqttConfig }>(({ input, sendBack }) => {
  const report = (event: ConnectionReport) => sendBack(event)
  const { broker_url, user_name, password, client_id, topic } = input.config
  let client: MqttClient | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let wanted = true

  const connect = async () => {
    await firstScreen()
    const { default: mqtt } = await import('mqtt')
    if (!wanted) return
    client = mqtt.connect(broker_url, { ...options, clientId: client_id, username: user_name, password })
    client.on('connect', () => {
      client?.subscribe(topic, { qos: 0 }, (error) => {
        report(error ? { type: 'failed', message: error.message } : { type: 'connected' })
      })
    })
    client.on('error', ({ message }) => report({ type: 'failed', message }))
    client.on('close', () => report({ type: 'interrupted' }))
    client.on('message', (_topic, payload) => {
      const patch = patchIn(payload)
      report(patch === undefined ? { type: 'unreadable' } : { type: 'received', patch })
    })
  }
  /** mqtt.js makes its tries itself, once it is here: the network may be away when it is to be fetched. */
  const begin = (): void => {
    connect().catch((failure: unknown) => {
      if (!wanted) return
      report({ type: 'failed', message: String(failure) })
      again = setTimeout(begin, options.reconnectPeriod)
    })
  }
  begin()

  return () => {
    wanted = false
    clearTimeout(again)
    client?.end(true)
  }
})
