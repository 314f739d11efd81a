import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { addressesOf, takesConnection, tryProxies } from '../../server/environments/proxy-tries.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let proxy: Server
let port: number
/** What a proxy on this machine has heard. */
const heard: Socket[] = []

beforeAll(async () => {
  server = await startServer()
  proxy = createServer((socket) => void heard.push(socket.on('error', () => {})))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  port = (proxy.address() as AddressInfo).port // It listens on TCP.
})
afterAll(async () => {
  for (const socket of heard) socket.destroy()
  proxy.close()
  await server.stop()
})

const names = new Map([
  ['gw.example', ['8.8.8.8']],
  ['rebound.example', ['8.8.8.8', '127.0.0.1']],
])
/** As a name server would answer. */
async function knownNames(host: string): Promise<readonly string[]> {
  if (host === 'nobody.invalid') throw new Error('there is no such name')
  return names.get(host) ?? addressesOf(host)
}

const call = async (proxies: object[], role: 'manager' | 'element' | 'agent' = 'manager') =>
  server.call('v2/environment/proxy/try', { token: await server.signIn(role), body: { proxies } })

test('whoever asks can’t have the server look around in its own network, whatever it calls that', async () => {
  const hosts = ['127.0.0.1', '10.0.0.1', '192.168.1.1', '169.254.169.254', '[::1]', '::ffff:127.0.0.1', '0.0.0.0']
  const { code, data } = await call(hosts.map((host) => ({ host, port })))
  expect(code).toBe(codes.ok)
  expect(data.results).toEqual(hosts.map(() => 'untried'))
  expect(await tryProxies([{ host: 'rebound.example', port }], knownNames)).toEqual(['untried'])
  expect(heard).toEqual([])
})

test('what is public is connected to at the address that was looked at, and nothing else', async () => {
  const connected: string[] = []
  const connects = async (host: string, to: number) => {
    connected.push(`${host}:${to}`)
    return to === 8_000
  }
  const proxies = [
    { host: 'gw.example', port: 8_000 },
    { host: '1.1.1.1', port: 9_000 },
    { host: '[2606:4700::1111]', port: 8_000 },
  ]
  expect(await tryProxies(proxies, knownNames, connects)).toEqual(['answers', 'silent', 'answers'])
  expect(connected.toSorted()).toEqual(['1.1.1.1:9000', '2606:4700::1111:8000', '8.8.8.8:8000'])
})

test('fifty are tried at a time', async () => {
  let [now, most] = [0, 0]
  const connects = async () => {
    most = Math.max(most, ++now)
    await new Promise(setImmediate)
    now -= 1
    return true
  }
  const many = Array.from({ length: 200 }, (_, at) => ({ host: `8.8.8.${at}`, port: 80 }))
  expect(new Set(await tryProxies(many, addressesOf, connects))).toEqual(new Set(['answers']))
  expect(most).toBe(50)
})

test('a name that there is not is silent, and too many, or for somebody without shops, are refused', async () => {
  expect(await tryProxies([{ host: 'nobody.invalid', port }], knownNames)).toEqual(['silent'])
  const many = Array.from({ length: 201 }, () => ({ host: '127.0.0.1', port }))
  expect((await call(many)).code).toBe(codes.invalidInput)
  expect((await call([{ host: '127.0.0.1', port }], 'agent')).code).toBe(codes.notAllowed)
})

test('it takes and loses real connections', async () => {
  expect(await takesConnection('127.0.0.1', port)).toBe(true)
  const [socket] = heard
  if (socket && !socket.closed) await once(socket.resume(), 'close')
  proxy.close()
  expect(await takesConnection('127.0.0.1', port)).toBe(false)
})

test('ten calls a minute are a user’s', async () => {
  const asked: number[] = []
  for (let n = 1; n <= 11; n += 1) asked.push((await call([{ host: '127.0.0.1', port }], 'element')).code)
  expect(asked).toEqual([...Array.from({ length: 10 }, () => codes.ok), codes.tooManyTries])
})
