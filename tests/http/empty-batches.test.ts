import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { roles, type Role } from '../../domain/roles.ts'
import { readContract } from '../../server/http/contract.ts'
import { startServer, type Answer, type TestServer } from '../support/server.ts'

interface Body {
  properties?: Record<string, unknown>
}
type Batch = { operationId: string; path: string; role: Role }

/** Every call that the contract lets do something to many rows at once, with somebody who may. */
const batches: Batch[] = Object.entries(readContract().specification.paths).flatMap(([path, { post }]) => {
  const body = post?.requestBody?.content?.['application/json']?.schema as Body | undefined
  const role = post && roles.find((one) => post['x-roles']?.includes(one))
  if (body?.properties?.ids === undefined || post === undefined || role === undefined || 'x-reads' in post) return []
  return [{ operationId: post.operationId, path: path.replace('/api/restful/', ''), role }]
})

/** What each is asked to do, with which nothing but the rows is missing. */
const wanted: Record<string, object> = {
  userDel: {},
  userSwitch: { enabled: false },
  userRenew: { days: 30 },
  deviceEdit: { note: 'touched' },
  deviceDel: {},
  deviceRecover: {},
  deviceChangeIp: {},
  deviceMaintain: { on: true },
  deviceRun: { action: 'reboot' },
  deviceCare: { action: 'maintain' },
  environmentEdit: { market: 'amazon', note: 'touched' },
  environmentMove: { market: 'amazon', tags: [1] },
  environmentRun: { market: 'amazon', action: 'open' },
  environmentAssign: { market: 'amazon', owner_id: 4 },
  environmentDel: { market: 'amazon' },
  environmentRestore: { market: 'amazon' },
  environmentPurge: { market: 'amazon' },
  groupDel: {},
  fileDel: {},
  scriptDel: {},
  taskDel: {},
  taskSwitch: { enabled: false },
}

let server: TestServer
const tokens = new Map<Role, string>()
const call = (path: string, role: Role, body: object): Promise<Answer> =>
  server.call(path, { token: tokens.get(role), body })

beforeAll(async () => {
  server = await startServer()
  for (const role of roles) tokens.set(role, await server.signIn(role))
})
afterAll(() => server.stop())

test('every call for many rows is known here', () => {
  expect(batches.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(wanted).toSorted())
})

test.each(batches)('$operationId does nothing where no row is chosen', async ({ operationId, path, role }) => {
  for (const rows of [{}, { ids: [] }])
    expect(await call(path, role, { ...wanted[operationId], ...rows })).toMatchObject({ code: codes.invalidInput })
})

test('an environment that is moved to no group, in whichever way, stays in those it is in', async () => {
  const market = 'amazon'
  const tag = (await call('v2/group/add', 'manager', { market, name: 'kept' })).data.id
  const { id } = (await call('v2/environment/add', 'manager', { market, name: 'kept', tags: [tag] })).data
  const move = (body: object) => call('v2/environment/move', 'manager', { market, ids: [id], ...body })
  const groups = async () => {
    const query = { market, id }
    return (await server.call('v2/environment/list', { token: tokens.get('manager'), query })).data.items[0].tags
  }
  for (const mode of [undefined, 'add', 'replace', 'remove'])
    expect(await move({ tags: [], mode })).toMatchObject({
      code: codes.invalidInput,
      data: { fields: { tags: '必填项' } },
    })
  expect(await groups()).toEqual([tag])
  const other = (await call('v2/group/add', 'manager', { market, name: 'another' })).data.id
  await move({ tags: [other] })
  expect(await groups(), 'where nothing is said, the groups it has are left').toEqual([tag, other])
})

test.each([
  { path: 'v2/environment/edit', body: { market: 'amazon', ids: [1] } },
  { path: 'v2/device/edit', body: { ids: [1] } },
])('$path is refused where nothing is to change', async ({ path, body }) => {
  expect(await call(path, 'manager', body)).toMatchObject({ code: codes.invalidInput })
})
