import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, sessionOverCodes } from '../../domain/codes.ts'
import { roles, type Role } from '../../domain/roles.ts'
import { readContract } from '../../server/http/contract.ts'
import { nobodysService, pushAddress } from '../support/push-address.ts'
import { type Answer, callServer, startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

const contract = readContract()

/** The group that environments are moved to. */
let group = 0
let boxes = 0
/** Another one each time: codes are taken once. */
const newBox = {
  get body() {
    return { name: 'New', code: `N-${(boxes += 1)}`, region: 'us-west', slots: 1 }
  },
}

/** What an operation needs to get past its validation; the rest takes nothing. */
const inputs: Record<string, { query?: Record<string, string>; body?: unknown; bodyOfSecurity?: unknown }> = {
  deviceStreamPoint: { query: { id: '1' } },
  deviceRemoteSession: { query: { id: '1' } },
  deviceEdit: { body: { ids: [1], note: '' } },
  userLogin: { body: { user_name: 'nobody', password: 'wrong' } },
  userLogout: { body: {} },
  userPwdModify: { body: { old_password: testPassword, new_password: 'another-horse-2' } },
  userRegister: { body: { user_name: 'newcomer', password: 'another-horse-2', invite_code: 'FORGED' } },
  userMessageConfirm: { query: { id: '1' } },
  // Each role's browser is its own.
  get userPushSubscribe() {
    return { body: pushAddress(Math.random().toString(36).slice(2)) }
  },
  userPushUnsubscribe: { body: { id: 999_999 } },
  userMessageSend: { body: { msg_text: 'hello', to: { roles: ['element'] } } },
  environmentList: { query: { market: 'amazon' } },
  environmentExport: { query: { market: 'amazon' } },
  environmentAdd: { body: { market: 'amazon', name: '*' } },
  environmentBatchAdd: { body: { market: 'amazon', pattern: '*-{n}', count: 1 } },
  environmentEdit: { body: { market: 'amazon', ids: [1], note: 'hello' } },
  get environmentMove() {
    return { body: { market: 'amazon', ids: [1], tags: [group] } }
  },
  environmentAssign: { body: { market: 'amazon', ids: [1], owner_id: 5 } },
  environmentTrash: { query: { market: 'amazon' } },
  environmentRestore: { body: { market: 'amazon', ids: [999_999] } },
  environmentPurge: { body: { market: 'amazon', ids: [999_999] } },
  environmentDel: { body: { market: 'amazon', ids: [999_999] } },
  environmentTryProxies: { body: { proxies: [{ host: '10.0.0.1', port: 80 }] } },
  environmentImport: { body: { market: 'amazon', dry_run: true, rows: [{ line: 1 }] } },
  viewList: { query: { list: 'devices' } },
  viewShare: { body: { list: 'devices', name: 'Idle', query: 'status=idle' } },
  viewUnshare: { body: { id: 999_999 } },
  groupList: { query: { market: 'amazon' } },
  groupAdd: { body: { market: 'amazon', name: '*' } },
  groupEdit: { body: { id: 999_999, name: 'none' } },
  groupDel: { body: { ids: [999_999] } },
  // A name is good for one account.
  get userAdd() {
    const user = { user_name: `added-${Math.random().toString(36).slice(2)}`, role: 'element' }
    return { body: { ...user, password: testPassword }, bodyOfSecurity: user }
  },
  userInviteCodeRenew: { body: {} },
  userEdit: { body: { id: 999_999 } },
  userPwdReset: { body: { id: 999_999, new_password: testPassword } },
  userDel: { body: { ids: [999_999] } },
  userSwitch: { body: { ids: [999_999], enabled: true } },
  userRenew: { body: { ids: [999_999], days: 1 } },
  deviceDel: { body: { ids: [999_999] } },
  deviceRecover: { body: { ids: [999_999] } },
  deviceChangeIp: { body: { ids: [999_999] } },
  deviceMaintain: { body: { ids: [999_999], on: true } },
  deviceRun: { body: { ids: [999_999], action: 'reboot' } },
  deviceCare: { body: { ids: [999_999], action: 'maintain' } },
  deviceApps: { query: { id: '999999' } },
  deviceFreed: { query: { id: '999999' } },
  deviceStartSettings: { query: { id: '999999' } },
  environmentOpen: { body: { id: 999_999 } },
  environmentReopen: { body: { id: 999_999 } },
  environmentClose: { body: { id: 999_999 } },
  environmentRun: { body: { market: 'amazon', action: 'open', ids: [999_999] } },
  environmentRecords: { query: { market: 'amazon', id: '999999' } },
  recordRestore: { body: { environment_id: 999_999, record_id: 1 } },
  deviceTerminalPoint: { query: { id: '1' } },
  deviceShell: { body: { id: 1, command: 'id' } },
  scriptAdd: { body: { name: 'of a role', body: 'id' } },
  scriptEdit: { body: { id: 1, name: 'of a role', body: 'id' } },
  scriptDel: { body: { ids: [1_000_000] } },
  scriptRun: { body: { id: 1_000_000, targets: { device_ids: [1] } } },
  taskAdd: {
    body: {
      name: 'of a role',
      work: { action: 'reboot' },
      targets: { filter: {} },
      schedule: { once_at: 253402300799000, timezone: 'UTC' },
    },
  },
  taskEdit: {
    body: {
      id: 1_000_000,
      name: 'of a role',
      work: { action: 'reboot' },
      targets: { filter: {} },
      schedule: { once_at: 253402300799000, timezone: 'UTC' },
    },
  },
  taskDel: { body: { ids: [1_000_000] } },
  taskSwitch: { body: { ids: [1_000_000], enabled: true } },
  taskRun: { body: { id: 1_000_000 } },
  taskJobs: { query: { id: '1000000' } },
  taskCalendar: { query: { timezone: 'UTC' } },
  taskPreview: { query: { cron: '0 4 * * *', timezone: 'UTC' } },
  jobOutput: { query: { id: '1000000', item_id: '1' } },
  jobDetail: { query: { id: '1000000' } },
  jobOutcomes: { query: { id: '1000000' } },
  deviceHolders: { body: { ids: [1_000_000] } },
  jobCancel: { body: { id: 1_000_000 } },
  jobRetry: { body: { id: 1_000_000 } },
  maintainEdit: { body: { content: '' } },
  sampleClear: { body: {} },
  boxAdd: newBox,
  boxAddUnversioned: newBox,
  boxEdit: { body: { id: 999, name: 'New' } },
  boxDel: { body: { id: 999 } },
  boxToken: { body: { id: 999 } },
  maintainFrp: { body: { box_id: 999, enabled: false } },
  logUndo: { body: { id: 999_999 } },
  logDetail: { query: { id: '999999' } },
  fileEdit: { body: { id: 999, note: '' } },
  fileDel: { body: { ids: [999] } },
  fileLink: { query: { id: '999' } },
  fileDownload: { query: { ticket: 'forged' } },
  boxEnrol: { body: { enrolment_token: 'forged', agent_version: '0.1.0' } },
}

const operations = Object.entries(contract.specification.paths).flatMap(([path, methods]) =>
  Object.values(methods).map(({ operationId, 'x-roles': allowed }) => ({
    operationId,
    // Calls go below /api/restful; one address of the specification does not.
    path: path.replace(/^\/api\/restful\/|^\/api\//, (found) => (found === '/api/' ? '../' : '')),
    allowed,
  })),
)
const guarded = operations.filter(({ allowed }) => allowed !== undefined)

let server: TestServer
const tokens = new Map<Role, string>()
let store: TestStore

/** Calls that end the caller's sessions. */
const parting = new Set(['userLogout', 'userPwdModify'])

beforeAll(async () => {
  server = await startServer({ env: { PUSH_SERVICES: nobodysService } })
  store = openTestStore(server)
  for (const role of roles) tokens.set(role, await server.signIn(role))
  const added = { token: tokens.get('manager'), body: { market: 'amazon', name: 'of a team' } }
  group = (await server.call('v2/group/add', added)).data.id
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

/** A session of somebody nobody else needs. */
async function spare(role: Role): Promise<string> {
  const user_name = `spare-${role}-${Date.now()}`
  await store.addUser({ user_name, role }, 'admin')
  const { data } = await server.call('v2/user/login', { body: { user_name, password: testPassword } })
  return data.token
}

let calls = 0

/** A `*` stands for a name of its own. */
function call(operationId: string, path: string, token?: string, role?: Role): Promise<Answer> {
  const { query, body: usual, bodyOfSecurity = usual } = inputs[operationId] ?? {}
  const body = role === 'security' ? bodyOfSecurity : usual
  const text = body === undefined ? undefined : JSON.stringify(body).replaceAll('*', `call ${(calls += 1)}`)
  return callServer(server.url, path, { query, body: text, token })
}

describe.each(guarded)('$operationId', ({ operationId, path, allowed = [] }) => {
  test('is refused without a token', async () => {
    expect(await call(operationId, path)).toMatchObject({ code: codes.illegalToken, status: 401 })
  })

  test('is refused with a forged token', async () => {
    expect(await call(operationId, path, 'x'.repeat(43))).toMatchObject({ code: codes.illegalToken })
  })

  test.each(roles.map((role) => ({ role, verdict: allowed.includes(role) ? 'open' : 'closed' })))(
    'is $verdict to $role',
    async ({ role, verdict }) => {
      const token = parting.has(operationId) ? await spare(role) : tokens.get(role)
      const { code, status } = await call(operationId, path, token, role)
      if (verdict === 'closed') expect({ code, status }).toEqual({ code: codes.notAllowed, status: 403 })
      else expect([codes.notAllowed, codes.serverError, codes.invalidInput, ...sessionOverCodes]).not.toContain(code)
    },
  )
})

test('calls that the contract opens to everybody need no token', async () => {
  const answers = operations
    .filter(({ allowed }) => allowed === undefined)
    .map(async ({ operationId, path }) => [operationId, (await call(operationId, path)).code])
  expect(Object.fromEntries(await Promise.all(answers))).toEqual({
    userCaptcha: codes.ok,
    userLogin: codes.wrongCredentials,
    userRegister: codes.invalidInput,
    boxEnrol: codes.illegalToken,
    fileDownload: codes.notFound,
  })
})

test('a token in the address counts for user/info alone', async () => {
  const token = tokens.get('manager')
  expect(await server.call('v2/user/info', { query: { token } })).toMatchObject({ code: codes.ok })
  expect(await server.call('v2/user/list', { query: { token } })).toMatchObject({ code: codes.illegalToken })
})

test('what is wrong with each field is told, in the language asked for', async () => {
  const token = tokens.get('manager')
  const chinese = await server.call('v3/device/list', { token, query: { limit: 501, sort: 'colour' } })
  expect(chinese).toMatchObject({ code: codes.invalidInput, status: 400 })
  expect(chinese.data.fields).toMatchObject({ limit: '不能大于 500', sort: expect.stringContaining('可选值') })
  const english = await server.call('v2/user/login', { body: { user: 1 }, headers: { 'X-Language': 'en' } })
  expect(english.data.fields).toEqual({
    user_name: 'This is required',
    password: 'This is required',
    user: 'There is no such field',
  })
})

test('a body that is no JSON, and one that is too large, are refused with an envelope', async () => {
  expect(await server.call('v2/user/login', { body: '{"user_name"' })).toMatchObject({ code: codes.invalidInput })
  const body = { user_name: 'x'.repeat(300_000), password: 'y' }
  expect(await server.call('v2/user/login', { body })).toMatchObject({ code: codes.invalidInput })
})

test('a call that does not exist is answered with an envelope', async () => {
  expect(await server.call('v2/device/fly')).toMatchObject({ code: codes.notFound, status: 404, data: null })
})

const names = async (role: Role) => {
  const { data } = await server.call('v2/user/list', { token: tokens.get(role), query: { sort: 'user_name' } })
  const found: string[] = data.items.map((user: { user_name: string }) => user.user_name)
  return found.filter((name) => !/^(?:spare|added)-/.test(name))
}

test('a user sees itself and everybody below', async () => {
  expect(await names('manager')).toEqual(['element', 'manager'])
  expect(await names('agent')).toEqual(['agent', 'element', 'manager'])
  expect(await names('security')).toEqual(['admin', 'agent', 'element', 'manager', 'security'])
})

test('the reference page and its parts come from this server', async () => {
  const page = await fetch(`${server.url}/api/docs`)
  const html = await page.text()
  expect(html).not.toMatch(/https?:\/\//)
  for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g))
    expect((await fetch(`${server.url}${address}`)).status, address).toBe(200)
  expect(await (await fetch(`${server.url}/api/docs/openapi.yaml`)).text()).toBe(contract.text)
  expect((await fetch(`${server.url}/api/docs/assets/index.html`)).status).toBe(404)
})

test('it is healthy and ready, and Prometheus can read it', async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
    status: 'ok',
    parts: { database: true, writing: true, broker: true, operation_log: true },
  })
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(
    /^phonedeck_http_requests_total\{route="\/api\/restful\/v2\/user\/login",method="POST",status="200"\} \d+$/m,
  )
  expect(metrics).toMatch(/^phonedeck_http_request_duration_seconds_count \d+$/m)
})
