import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { withoutSecrets } from '../../server/start/logging.ts'
import { connectBox, inventory, readyPhone } from '../support/fake-box.ts'
import { hearPatches } from '../support/patches.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore

beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'debug' } })
  store = openTestStore(server)
})
afterAll(async () => {
  await store.close()
})

test('nothing secret stands in the log of a busy server, whatever goes wrong', async () => {
  const token = await server.signIn('manager')
  const secrets = [token, testPassword, 'a-wrong-password', 'forged-token-1', 'forged-enrolment-1', 'forged-ticket-1']

  await server.call('v2/user/login', { body: { user_name: 'manager', password: 'a-wrong-password' } })
  await server.call('v2/user/login', { body: `{"user_name":"manager","password":"${testPassword}"` })
  await server.call('v2/user/info', { query: { token } })
  await server.call('v2/user/info', { query: { token: 'forged-token-1' } })
  await server.call('v2/nothing', { query: { Token: token, 'to%6Ben': token } })
  await server.call('v2/box/enrol', { body: { enrolment_token: 'forged-enrolment-1', agent_version: '1' } })

  const box = await connectBox(server, store)
  const { password } = (await server.call('v2/user/info', { token })).data.mqtt_config
  secrets.push(String(password), String(box.client.options.password))
  const patches = await hearPatches(server, token)
  await box.report(inventory([readyPhone('QUIET')]))
  const { id } = await patches.next(({ changed }) => changed.serial === 'QUIET')
  await box.client.publishAsync(`boxes/${box.id}/events`, `{"token":"${token}"}`, { qos: 1 })

  const { data } = await server.call('v2/device/stream/point', { token, query: { id, mode: 'control' } })
  secrets.push(data.ticket)
  const nextCommand = box.command()
  const base = server.url.replace('http', 'ws')
  const viewer = new WebSocket(`${base}/relay/viewer?ticket=${data.ticket}`)
  await once(viewer, 'open')
  viewer.send(JSON.stringify({ type: 'hello', ticket: data.ticket }))
  secrets.push((await nextCommand).ticket)
  const point = (await server.call('v2/device/terminal/point', { token, query: { id } })).data
  const requested = box.command('terminal')
  const terminal = new WebSocket(`${base}/relay/terminal?ticket=${point.ticket}`)
  await once(terminal, 'open')
  terminal.send(JSON.stringify({ type: 'hello', ticket: point.ticket, cols: 80, rows: 24 }))
  secrets.push(point.ticket, (await requested).ticket)
  const intruder = new WebSocket(`${base}/relay/viewer`)
  await once(intruder, 'open')
  intruder.send(JSON.stringify({ type: 'hello', ticket: 'forged-ticket-1' }))
  await once(intruder, 'close')
  const socket = new WebSocket(`${base}/api/restful/v2/ws/user?token=${token}`)
  await once(socket, 'open')
  socket.send(JSON.stringify({ token }))
  await once(socket, 'close')
  const stranger = new WebSocket(`${base}/api/restful/v2/ws/user?token=forged-token-1`)
  await once(stranger, 'unexpected-response')
  // A statement that fails is logged with everything the database says about it.
  await store.db.schema.alterTable('sessions').renameTo('sessions_gone').execute()
  await server.call('v2/user/info', { token })
  await store.db.schema.alterTable('sessions_gone').renameTo('sessions').execute()

  viewer.close()
  terminal.close()
  await patches.close()
  await box.close()
  await server.stop()

  const log = server.lines.join('\n')
  expect(log).toContain('a request failed')
  expect(log).toContain('/api/restful/v2/user/info?token=[hidden]')
  for (const secret of secrets) expect(log.includes(secret), `the log holds ${secret}`).toBe(false)
})

test.each([
  ['/a?token=x&id=1', '/a?token=[hidden]&id=1'],
  ['/a?id=1&TICKET=x', '/a?id=1&TICKET=[hidden]'],
  ['/a?t%6Fken=x', '/a?t%6Fken=[hidden]'],
  ['/a?%E0%A4%A=x', '/a?%E0%A4%A=[hidden]'],
  ['/a?new_password=x', '/a?new_password=[hidden]'],
  ['/a?x=0123456789012345678901234567890123456789', '/a?x=[hidden]'],
  ['/a?sort=-name', '/a?sort=-name'],
  ['/a', '/a'],
])('%s is logged as %s', (url, logged) => {
  expect(withoutSecrets(url)).toBe(logged)
})
