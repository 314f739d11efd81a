import { setTimeout as pause } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import { eventsTopic, type BoxEvent, type PhoneReport } from '../../domain/box-protocol.ts'
import { callServer } from '../../tests/support/server.ts'
import type { SimulationAnswer, SimulationOrder } from '../many-boxes.ts'

// Boxes of phones that are not there, whose agents speak to the server as real ones do; a process of their own, so that
// what they cost is not the server's.

/** Between two reports of a box, in milliseconds. */
const reportInterval = 10_000
/** Of a box's reports, every so manieth is an inventory. */
const inventoryEvery = 6

interface Box {
  client: MqttClient
  topic: string
  phones: PhoneReport[]
  reports: number
}

const answer = (message: SimulationAnswer): void => void process.send?.(message)

async function connect(url: string, token: string, index: number, phones: number): Promise<Box> {
  const body = { enrolment_token: token, agent_version: '0.1.0' }
  // A hundred boxes stand at each site, behind its address.
  const headers = { 'X-Forwarded-For': `198.51.100.${Math.floor(index / 100)}` }
  const { code, message, data } = await callServer(url, 'v2/box/enrol', { body, headers })
  if (data === null) throw new Error(`a box was not let in: ${code} ${message}`)
  const { broker_url, user_name, password, client_id } = data.mqtt_config
  const client = await mqtt.connectAsync(broker_url, {
    protocolVersion: 4,
    clientId: client_id,
    username: user_name,
    password,
    reconnectPeriod: 0,
  })
  const reports = Array.from({ length: phones }, (_, slot): PhoneReport => ({
    serial: `SIM${index}-${slot}`,
    state: 'ready',
    model: 'Pixel 6',
    android_version: '13',
    resolution: '1080x2400',
    ip: `10.${index >> 8}.${index & 255}.${slot}`,
    battery: 50,
    temperature: 30,
    cpu: 0,
    memory: 40,
    storage: 20,
  }))
  return { client, topic: eventsTopic(data.box_id), phones: reports, reports: index }
}

const tell = ({ client, topic }: Box, event: BoxEvent): Promise<unknown> =>
  client.publishAsync(topic, JSON.stringify(event), { qos: 1 })

const inventory = (box: Box): Promise<unknown> =>
  tell(box, { type: 'inventory', agent_version: '0.1.0', health: { cpu: 10 }, phones: box.phones })

/** Load of processor and memory is another each time; charge and warmth change now and then. */
async function report(box: Box): Promise<void> {
  box.reports += 1
  const changed = box.phones.map((phone, slot): PhoneReport => {
    const isCharged = (slot + box.reports) % 20 === 0
    phone.cpu = (box.reports * 7 + slot * 3) % 100
    phone.memory = 30 + ((box.reports + slot) % 40)
    if (isCharged) phone.battery = (box.reports * 3 + slot) % 101
    const { serial, state, cpu, memory, battery } = phone
    return { serial, state, cpu, memory, ...(isCharged && { battery }) }
  })
  if (box.reports % inventoryEvery === 0) await inventory(box)
  else await tell(box, { type: 'phones', phones: changed })
}

const boxes: Box[] = []
const working: Promise<void>[] = []
const ending = new AbortController()

async function work(box: Box, delay: number): Promise<void> {
  await pause(delay)
  for (let due = performance.now(); !ending.signal.aborted; due += reportInterval) {
    await report(box)
    await pause(due + reportInterval - performance.now(), undefined, { signal: ending.signal }).catch(() => {})
  }
}

/** Connects more boxes, which report from then on. */
async function add({ url, tokens, phones }: SimulationOrder): Promise<void> {
  const added: Box[] = []
  for (const token of tokens) {
    const box = await connect(url, token, boxes.length, phones)
    boxes.push(box)
    added.push(box)
    await inventory(box)
  }
  answer({ type: 'connected' })
  working.push(...added.map((box, index) => work(box, (index * reportInterval) / added.length)))
}

async function end(): Promise<void> {
  ending.abort()
  await Promise.all(working)
  answer({ type: 'reported', phones: boxes.flatMap((box) => box.phones) })
}

process.on('message', (order) => {
  // The benchmark starts this, and sends nothing else.
  const done = order === 'end' ? end() : add(order as SimulationOrder)
  done.catch((error: unknown) => answer({ type: 'failed', reason: String(error) }))
})
