import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { Aedes } from 'aedes'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type BoxEvent, commandsTopic, eventsTopic } from '../../domain/box-protocol.ts'
import { textReason } from '../../domain/reason.ts'
import { newEnrolment } from '../../server/boxes/credentials.ts'
import { keyFileOf } from '../../server/start/keys.ts'
import { newDatabase, type TestDatabase } from '../support/database.ts'
import { inventory, readyPhone } from '../support/fake-box.ts'
import { startProxy, type ReverseProxy } from '../support/reverse-proxy.ts'
import { callServer } from '../support/server.ts'
import { type ServerProcess, spawnServer } from '../support/server-process.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

/** A broker of one's own, as an operator would run it. */
const outer = { broker: new Aedes(), server: createServer() }
const reports = 100
let database: TestDatabase
let one: ServerProcess
let two: ServerProcess
let store: TestStore
/** In front of both servers; leads whoever comes to this one. */
let target: ServerProcess
let proxy: ReverseProxy
let boxId: number

beforeAll(async () => {
  database = await newDatabase({ isSeeded: true })
  await outer.broker.listen()
  outer.server.on('connection', outer.broker.handle)
  await new Promise<void>((resolve) => outer.server.listen(0, '127.0.0.1', resolve))
  const MQTT_URL = `mqtt://127.0.0.1:${(outer.server.address() as AddressInfo).port}` // It listens on TCP.
  one = await spawnServer({ env: { MQTT_URL, DATABASE_URL: database.url } })
  const SECRET_KEY = readFileSync(keyFileOf(one.dataDir), 'utf8')
  two = await spawnServer({ env: { MQTT_URL, DATABASE_URL: database.url, SECRET_KEY } })
  proxy = await startProxy(() => new URL(target.url))
  store = openTestStore(one)
  boxId = (await store.boxes.byCode('B01'))?.id ?? 0
  // Whoever takes a box for online or lost, or notes what it reports of itself, writes its row.
  for (const statement of [
    `create table box_history (id bigint generated always as identity, cpu real, online boolean)`,
    `create function box_written() returns trigger language plpgsql as $$
     begin
       if (new.last_seen_at, new.cpu, new.online) is distinct from (old.last_seen_at, old.cpu, old.online) then
         insert into box_history (cpu, online) values (new.cpu, new.online);
       end if;
       return null;
     end $$`,
    `create trigger box_written after update on boxes for each row execute function box_written()`,
  ])
    await sql.raw(statement).execute(store.db)
})
afterAll(async () => {
  await store.close()
  await proxy.stop()
  await two.stop()
  await one.stop()
  await new Promise<void>((resolve) => outer.broker.close(resolve))
  outer.server.close()
  await database.drop()
})
beforeEach(async () => {
  target = one
  await sql`truncate box_history`.execute(store.db)
})

async function history(): Promise<{ cpu: number; online: boolean }[]> {
  const { rows } = await sql<{ cpu: number; online: boolean }>`select cpu, online from box_history order by id`.execute(
    store.db,
  )
  return rows
}

const appliedReports = async () => (await history()).filter(({ online }) => online).map(({ cpu }) => cpu)

interface Credentials {
  user_name: string
  password: string
  client_id: string
}

async function enrol(): Promise<Credentials> {
  const { token, hash } = newEnrolment()
  await store.boxes.replaceEnrolment(boxId, hash)
  const body = { enrolment_token: token, agent_version: '0.1.0' }
  return (await callServer(one.url, 'v2/box/enrol', { body })).data.mqtt_config
}

/** Connects as the agent of the box: it comes back by itself, to wherever the proxy leads, and says again what was not confirmed. */
const connectAgent = ({ user_name, password, client_id }: Credentials): Promise<MqttClient> =>
  mqtt.connectAsync(`${proxy.url.replace('http', 'ws')}/mqtt`, {
    protocolVersion: 4,
    clientId: client_id,
    username: user_name,
    password,
    reconnectPeriod: 200,
    will: { topic: eventsTopic(boxId), payload: Buffer.from('{"type":"agent_lost"}'), qos: 1, retain: false },
  })

const say = (agent: MqttClient, event: BoxEvent) =>
  agent.publishAsync(eventsTopic(boxId), JSON.stringify(event), { qos: 1 })

/** Says of the box that its processor is busy so much: each report is known by it. */
const report = (agent: MqttClient, cpu: number) =>
  say(agent, { type: 'inventory', agent_version: '0.1.0', health: { cpu }, phones: [] })

/** Numbers that no other report of the box has. */
const cpuOf = (index: number) => index / 8

const all = Array.from({ length: reports }, (_, index) => cpuOf(index))

test('what an agent says of its box is applied once, in its order, and is then confirmed', async () => {
  const credentials = await enrol()
  const agent = await connectAgent(credentials)
  await Promise.all(all.map((cpu) => report(agent, cpu)))
  expect(await appliedReports()).toEqual(all)
  await agent.endAsync()
  // Had the other server heard it, too, it would have applied it before what it hears now.
  target = two
  const next = await connectAgent(credentials)
  await report(next, cpuOf(reports))
  expect(await appliedReports()).toEqual([...all, cpuOf(reports)])
  await next.endAsync()
})

test('an agent that goes over to another server is not lost when the first one notices that it is gone', async () => {
  const credentials = await enrol()
  const former = await connectAgent(credentials)
  await report(former, 1)
  target = two
  former.options.reconnectPeriod = 0
  const agent = await connectAgent({ ...credentials, client_id: `${credentials.client_id}-2` })
  await report(agent, 2)
  former.stream.destroy() // Without a word, so that the broker says its last will.
  await one.line(/an earlier connection of a box is not heeded/)
  expect(await history()).toEqual([
    { cpu: 1, online: true },
    { cpu: 2, online: true },
  ])
  await agent.endAsync()
})

/** Watches a phone of a box that is at server one through server two; what its viewer is told comes together in a text. */
async function watchFromTwo(agent: MqttClient, serial: string) {
  await say(agent, inventory([readyPhone(serial)]))
  const { id } = await store.db
    .selectFrom('devices')
    .select('id')
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow()
  const { data } = await two.call('v2/device/stream/point', { token: await two.signIn('admin'), query: { id } })
  const viewer = new WebSocket(`${two.url.replace('http', 'ws')}/relay/viewer`)
  const heard: string[] = []
  viewer.on('message', (message: Buffer, isBinary) => !isBinary && heard.push(message.toString()))
  await once(viewer, 'open')
  viewer.send(JSON.stringify({ type: 'hello', ticket: data.ticket }))
  return { viewer, told: () => heard.join('\n') }
}

test('who watches a phone at one server is told that it is lost by its box at another', async () => {
  const agent = await connectAgent(await enrol())
  const { viewer, told } = await watchFromTwo(agent, 'WATCHED')
  await expect.poll(told).not.toBe('')
  await say(agent, { type: 'phone_lost', serial: 'WATCHED' })
  await expect.poll(told).toMatch(/devices\.reason\.lost/)
  viewer.close()
  await agent.endAsync()
})

test('what an agent answers to a command reaches the server that gave it', async () => {
  const agent = await connectAgent(await enrol())
  agent.on('message', (_topic, payload) => {
    const { id } = JSON.parse(String(payload))
    void say(agent, { type: 'result', command_id: id, ok: false, reason: textReason('there is no encoder') })
  })
  await agent.subscribeAsync(commandsTopic(boxId), { qos: 1 })
  const { viewer, told } = await watchFromTwo(agent, 'ANSWERED')
  await expect.poll(told).toMatch(/there is no encoder/)
  viewer.close()
  await agent.endAsync()
})

test('nothing is lost of what an agent says while its server is killed: another one applies the rest', async () => {
  const agent = await connectAgent(await enrol())
  const confirmed = all.map((cpu) => report(agent, cpu))
  await confirmed[reports / 5]
  target = two
  await one.kill()
  expect((await appliedReports()).length).toBeLessThan(reports)
  await Promise.all(confirmed)
  const applied = await appliedReports()
  expect([...new Set(applied)]).toEqual(all)
  // What was applied and not confirmed yet is said again, and nothing else is.
  expect(applied.length - reports).toBeLessThan(reports - reports / 5)
  await agent.endAsync()
})
