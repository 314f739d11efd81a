import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectBox, type FakeBox, inventory, readyPhone } from '../support/fake-box.ts'
import { hearPatches, type Patches } from '../support/patches.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const comcast = ['US', 'Comcast Cable Communications, LLC'] as const
const softBank = ['JP', 'SoftBank Corp.'] as const
const google = ['US', 'Google LLC'] as const
const nowhere = [null, null] as const

const phones = [
  { serial: 'AT1', ip: '73.93.0.4', place: comcast },
  { serial: 'AT2', ip: '126.32.0.4', place: softBank },
  { serial: 'AT3', ip: '2001:4860:4860::8888', place: google },
  { serial: 'AT4', ip: '10.9.0.1', place: nowhere },
  { serial: 'AT5', ip: 'rubbish', place: nowhere },
]
const places = Object.fromEntries(phones.map(({ serial, place }) => [serial, place]))

let server: TestServer
let store: TestStore
let box: FakeBox
let patches: Patches
let token: string

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  token = await server.signIn('agent')
  patches = await hearPatches(server, token)
  await box.report(inventory(phones.map(({ serial, ip }) => readyPhone(serial, { ip }))))
  await patches.next(({ changed }) => changed.serial === phones.at(-1)?.serial)
})
afterAll(async () => {
  await patches.close()
  await box.close()
  await store.close()
  await server.stop()
})

interface Placed {
  serial: string
  [field: string]: string | null
}

const placesIn = (items: Placed[], country: string, isp: string) =>
  Object.fromEntries(items.map((item) => [item.serial, [item[country], item[isp]]]))

/** The columns of a file after the one of addresses. */
async function placesInFile(path: string): Promise<Record<string, (string | null)[]>> {
  const { data } = await server.call(path, { token })
  const [header = [], ...lines]: string[][] = parse(data, { bom: true })
  const at = header.indexOf('出口 IP')
  expect(header.slice(at, at + 3)).toEqual(['出口 IP', '国家/地区', '运营商'])
  const serial = header.indexOf('序列号')
  return Object.fromEntries(lines.map((line) => [line[serial], line.slice(at + 1, at + 3).map((cell) => cell || null)]))
}

describe('country and provider of the address of a phone', () => {
  test.each(['v2/device/list', 'v3/device/list'])('are told by %s', async (path) => {
    const { items } = (await server.call(path, { token })).data
    expect(placesIn(items, 'egress_country', 'egress_isp')).toEqual(places)
  })

  test('are told by the IP report', async () => {
    const { items } = (await server.call('v2/report/ip', { token })).data
    expect(placesIn(items, 'country', 'isp')).toEqual(places)
  })

  test.each(['v2/device/export', 'v2/report/ipexport'])('stand in the file of %s', async (path) => {
    expect(await placesInFile(path)).toEqual(places)
  })

  test('come with the news of another address, and only with that', async () => {
    const since = patches.heard.length
    await box.report({ type: 'phones', phones: [{ serial: 'AT1', state: 'ready', battery: 7 }] })
    await box.report({ type: 'phones', phones: [{ serial: 'AT1', state: 'ready', ip: '126.33.0.4' }] })
    const { changed } = await patches.next((patch) => patch.changed.egress_ip === '126.33.0.4', since)
    expect(changed).toMatchObject({ egress_country: 'JP', egress_isp: 'SoftBank Corp.' })
    const others = patches.heard.slice(since).filter((patch) => patch.changed.egress_ip === undefined)
    expect(others.length).toBeGreaterThan(0)
    for (const other of others) expect(other.changed).not.toHaveProperty('egress_country')
  })
})

test('a server whose databases are missing says so once each, and lists phones without', async () => {
  const poor = await startServer({ env: { COUNTRY_DATABASE: '/nowhere/c.mmdb', PROVIDER_DATABASE: '/nowhere/p.mmdb' } })
  const poorStore = openTestStore(poor)
  const poorBox = await connectBox(poor, poorStore)
  await poorBox.report(inventory([readyPhone('AT1', { ip: '8.8.8.8' }), readyPhone('AT2', { ip: '1.1.1.1' })]))
  const admin = await poor.signIn('admin')
  await expect
    .poll(async () => {
      const { items }: { items: Placed[] } = (await poor.call('v3/device/list', { token: admin })).data
      return items.map(({ egress_country }) => egress_country)
    })
    .toEqual([null, null])
  for (const variable of ['COUNTRY_DATABASE', 'PROVIDER_DATABASE'])
    expect(poor.lines.filter((line) => line.includes(`${variable}: `))).toHaveLength(1)
  await poorBox.close()
  await poorStore.close()
  await poor.stop()
})
