import { EventEmitter, once } from 'node:events'
import mqtt, { type MqttClient } from 'mqtt'
import {
  type BoxCommand,
  type BoxEvent,
  commandsTopic,
  eventsTopic,
  parseBoxCommand,
  type PhoneReport,
  type StreamCommand,
  type TerminalCommand,
  type TunnelCommand,
  type UnreachablePhone,
} from '../../domain/box-protocol.ts'
import { newEnrolment } from '../../server/boxes/credentials.ts'
import { callServer, type TestServer } from './server.ts'
import type { TestStore } from './test-store.ts'

type DialCommand = StreamCommand | TerminalCommand

/** An agent that says what the test wants: it enrols and speaks over the broker as a real one does. */
export interface FakeBox {
  id: number
  client: MqttClient
  report(event: BoxEvent): Promise<void>
  /** The next command of this type that the server gives; to send a picture, unless it says otherwise. */
  command(): Promise<StreamCommand>
  command<Type extends BoxCommand['type']>(type: Type): Promise<Extract<BoxCommand, { type: Type }>>
  /** The next command on a phone, given already or to come. */
  phoneCommand(): Promise<Exclude<BoxCommand, DialCommand | TunnelCommand>>
  /** Drops the connection without a word, so that the broker publishes the last will. */
  vanish(): Promise<void>
  /** Leaves. */
  close(): Promise<void>
}

export const readyPhone = (serial: string, more: Partial<PhoneReport> = {}): PhoneReport => ({
  serial,
  state: 'ready',
  model: 'Pixel 6',
  android_version: '13',
  resolution: '360x640',
  ...more,
})

export const inventory = (phones: PhoneReport[], unreachable: UnreachablePhone[] = []): BoxEvent => ({
  type: 'inventory',
  agent_version: '0.1.0',
  health: { cpu: 3 },
  phones,
  unreachable,
})

/** Connects as the agent of a box that the store has, with a new enrolment token. */
export async function connectBox(server: TestServer, store: TestStore, code = 'B01'): Promise<FakeBox> {
  const box = await store.boxes.byCode(code)
  if (box === undefined) throw new Error(`there is no box ${code}`)
  const { token, hash } = newEnrolment()
  await store.boxes.replaceEnrolment(box.id, hash)
  const body = { enrolment_token: token, agent_version: '0.1.0' }
  const { data } = await callServer(server.url, 'v2/box/enrol', { body })
  const { broker_url, user_name, password, client_id } = data.mqtt_config
  const client = await mqtt.connectAsync(broker_url, {
    protocolVersion: 4,
    clientId: client_id,
    username: user_name,
    password,
    reconnectPeriod: 0,
    will: { topic: eventsTopic(box.id), payload: Buffer.from('{"type":"agent_lost"}'), qos: 1, retain: false },
  })
  const commands = new EventEmitter()
  const onPhones: Exclude<BoxCommand, DialCommand | TunnelCommand>[] = []
  // The emitter's events carry commands of their own type.
  const next: FakeBox['command'] = async (type = 'stream') => (await once(commands, type))[0]
  client.on('message', (_topic, payload) => {
    const command = parseBoxCommand(payload.toString())
    if (command) commands.emit(command.type, command)
    if (command && command.type !== 'stream' && command.type !== 'terminal' && command.type !== 'tunnel') {
      onPhones.push(command)
      commands.emit('on a phone')
    }
  })
  await client.subscribeAsync(commandsTopic(box.id), { qos: 1 })
  return {
    id: box.id,
    client,
    report: async (event) => {
      await client.publishAsync(eventsTopic(box.id), JSON.stringify(event), { qos: 1 })
    },
    command: next,
    phoneCommand: async () => {
      for (;;) {
        const command = onPhones.shift()
        if (command) return command
        await once(commands, 'on a phone')
      }
    },
    vanish: async () => {
      const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
      client.stream.destroy()
      await closed
    },
    close: () => client.endAsync(),
  }
}
