import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { maskedCommand } from '../../server/log/masked-command.ts'
import { connectBox, type FakeBox, inventory, readyPhone } from '../support/fake-box.ts'
import { hearPatches } from '../support/patches.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { cpuOf } from '../support/cpu-time.ts'

let server: TestServer
let store: TestStore
let box: FakeBox
let agent: string
let device: number

beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
  box = await connectBox(server, store)
  agent = await server.signIn('agent')
  const patches = await hearPatches(server, agent)
  await box.report(inventory([readyPhone('MASKED')]))
  device = (await patches.next(({ changed }) => changed.serial === 'MASKED')).id
  await patches.close()
})
afterAll(async () => {
  await box.close()
  await store.close()
  await server.stop()
})

const logged = async (): Promise<Record<string, unknown>> => {
  const { data } = await server.call('v2/log/list', { token: agent, query: { action: 'device.shell', limit: 1 } })
  return (await server.call('v2/log/detail', { token: agent, query: { id: data.items[0].id } })).data.after
}

test('what a shell call runs stands in the operation log, without the secret in it', async () => {
  const command = 'getprop ro.build.id && curl --password hunter2-long https://example.com'
  const running = server.call('v2/device/shell', { token: agent, body: { id: device, command, timeout_seconds: 1 } })
  await box.phoneCommand()
  expect(await logged()).toEqual({ command: 'getprop ro.build.id && curl --password *** https://example.com' })
  await running
})

test('so does what a job runs, in which the name of the job has no secret either', async () => {
  const body = { ids: [device], action: 'shell', command: 'TOKEN=hunter2-long run-it' }
  const { code, data } = await server.call('v2/device/run', { token: agent, body })
  expect(code).toBe(codes.ok)
  expect(await logged()).toMatchObject({ command: 'TOKEN=*** run-it' })
  const job = await store.db
    .selectFrom('jobs')
    .select(['name', 'script'])
    .where('id', '=', data.job_id)
    .executeTakeFirst()
  expect(job).toEqual({ name: 'TOKEN=*** run-it', script: body.command })
})

const secret = 'hunter2x'
test.each([
  [`PASSWORD=${secret} run`, 'PASSWORD=*** run'],
  [`export API_KEY='${secret} ${secret}'; ls`, 'export API_KEY=***; ls'],
  [`tool --token ${secret} --verbose`, 'tool --token *** --verbose'],
  [`tool --db-password="a \\" ${secret}" x`, 'tool --db-password=*** x'],
  [`curl -u me:${secret} https://a.example`, 'curl -u *** https://a.example'],
  [`curl https://me:${secret}@a.example/x`, 'curl https://me:***@a.example/x'],
  [`curl -H "Authorization: Bearer ${secret}" a.example`, 'curl -H "Authorization: ***" a.example'],
  [`curl -d '{"password": "${secret}"}' a.example`, `curl -d '{"password": ***}' a.example`],
  [`input text ${secret}`, 'input text ***'],
  [`input keyboard text '${secret}'; input tap 1 2`, 'input keyboard text ***; input tap 1 2'],
  [`locksettings set-pin ${secret}`, 'locksettings set-pin ***'],
  ['echo 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b', 'echo ***'],
  ['am start -n com.shop.app/.MainActivity', 'am start -n com.shop.app/.MainActivity'],
  ['pm list packages -3 | sort > /sdcard/list.txt', 'pm list packages -3 | sort > /sdcard/list.txt'],
  ['settings put global http_proxy 10.0.0.1:8080', 'settings put global http_proxy 10.0.0.1:8080'],
])('%s is kept as %s', (command, kept) => {
  expect(maskedCommand(command)).toBe(kept)
})

/** Milliseconds of the server's only thread that a command may take. */
const bound = 50
/** The processor may have been busy with something else, such as this program's own garbage. */
const tries = 5

/** The parts of which each pattern would have to look at the rest again and again. */
const parts = [
  '"',
  "'",
  'a:',
  '--token ',
  'token=',
  '\\',
  'curl -u ',
  'x://',
  'eyJ.',
  'a',
  '-',
  'a1',
  'token',
  '--token',
]

test.each(parts)('a command of nothing but %s is masked without waiting for it', (part) => {
  expect(maskedCommand(part.repeat(20_000)).length).toBeLessThanOrEqual(2_001)
  const longest = part.repeat(4_096 / part.length)
  const best = Math.min(...Array.from({ length: tries }, () => cpuOf(() => maskedCommand(longest))))
  expect(best).toBeLessThan(bound)
})
