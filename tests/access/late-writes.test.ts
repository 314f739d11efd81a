import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { DeviceStatus } from '../../domain/device-lifecycle.ts'
import type { Role } from '../../domain/roles.ts'
import type { UserRow } from '../../server/store/users.ts'
import { describedOperations } from '../support/contract-inputs.ts'
import { allChained } from '../support/log-check.ts'
import { nobodysService, pushAddress } from '../support/push-address.ts'
import { type Answer, callServer, startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { addressOf, beginUpload, cancelUpload, sendPart } from '../support/upload.ts'

const market = 'amazon'
const day = 24 * 60 * 60 * 1_000

let server: TestServer
let store: TestStore
const users = {} as Record<Role, UserRow>
/** The ids of what there is to change, by name. */
let there: Awaited<ReturnType<typeof furnish>>

beforeAll(async () => {
  server = await startServer({ env: { PUSH_SERVICES: nobodysService } })
  store = openTestStore(server)
  for (const role of ['admin', 'security', 'agent', 'manager', 'element'] as const) users[role] = await store.user(role)
  there = await furnish()
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

/** A session of its own for each call, without the cost of a password. */
async function sessionOf({ id, role }: UserRow): Promise<{ token: string; session: string }> {
  const [token, session, now] = [randomBytes(32).toString('base64url'), randomUUID(), Date.now()]
  await store.sessions.add({
    id: session,
    user_id: id,
    role,
    token_hash: createHash('sha256').update(token).digest(),
    created_at: now,
    expires_at: now + day,
    ip: '127.0.0.1',
  })
  return { token, session }
}

const idOf = ({ id }: { id: number }): number => id

/** One of everything that can be changed, in a state that allows it. Nothing real stands behind the phones. */
async function furnish() {
  const { db } = store
  const { agent, manager, element } = users
  const now = Date.now()
  const { token } = await sessionOf(manager)
  const added = async (path: string, body: object): Promise<number> => {
    const { code, data, message } = await server.call(`v2/${path}/add`, { token, body })
    if (code !== codes.ok) throw new Error(message)
    return data.id
  }

  const spare = idOf(await store.addUser({ user_name: 'spare', role: 'element', expiration: 3_600 }, manager))
  const place = { region: 'us-west', slots: 9, owner_id: agent.id, owner_path: agent.path }
  const boxOf = async (code: string): Promise<number> => {
    const values = { ...place, code, name: code }
    return idOf(await db.insertInto('boxes').values(values).returning('id').executeTakeFirstOrThrow())
  }
  const [box, emptyBox] = [await boxOf('LATE'), await boxOf('VOID')]
  const phone = async (slot: number, status: DeviceStatus): Promise<number> =>
    idOf(
      await db
        .insertInto('devices')
        .values({
          box_id: box,
          slot,
          serial: `LATE-${slot}`,
          name: `Late ${slot}`,
          owner_id: manager.id,
          owner_path: manager.path,
          region: 'us-west',
          status,
          ...(status === 'in_use' && { in_use_by: manager.id, in_use_since: now }),
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  const [idle, gone] = [await phone(1, 'idle'), await phone(2, 'deleted')]
  const [busy, lost] = [await phone(3, 'in_use'), await phone(4, 'offline')]
  const shop = await added('environment', { market, name: 'closed' })
  const openShop = await added('environment', { market, name: 'open' })
  const lostShop = await added('environment', { market, name: 'on a lost phone' })
  const trashed = await added('environment', { market, name: 'thrown away' })
  const group = await added('group', { market, name: 'of late ones' })
  await server.call('v2/environment/del', { token, body: { market, ids: [trashed] } })
  await server.call('v2/environment/edit', { token, body: { market, ids: [shop, openShop], note: 'undo this' } })
  const { log_id } = await db.selectFrom('undos').select('log_id').orderBy('log_id', 'desc').executeTakeFirstOrThrow()
  const open = async (id: number, device_id: number) => {
    const opened = { device_id, opened_by: manager.id, loaded: true }
    await db.updateTable('environment_rows').set(opened).where('id', '=', id).execute()
    await db.updateTable('devices').set({ environment_id: id }).where('id', '=', device_id).execute()
  }
  await open(openShop, busy)
  await open(lostShop, lost)
  const record = await store.environmentRecords.add({
    environment_id: shop,
    object: 'late-record',
    size: 1,
    sha256: '0'.repeat(64),
    device_id: idle,
    saved_at: now,
  })
  const file = idOf(
    await db
      .insertInto('files')
      .values({
        upload_id: 'late',
        owner_id: manager.id,
        owner_path: manager.path,
        name: 'late.txt',
        size: 1,
        received: 1,
        status: 'ready',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const sample = await store.scripts.add(
    { name: 'Sample', description: '', body: 'id', parameters: [] },
    users.admin.id,
  )
  await store.samples.mark('script', [sample])
  const script = await store.scripts.add({ name: 'Late', description: '', body: 'id', parameters: [] }, users.admin.id)
  const adminToken = (await sessionOf(users.admin)).token
  const task = (await server.call('v2/task/add', { token: adminToken, body: timed })).data.id
  const job = async (ended: boolean) => {
    const id = await store.jobs.add(
      {
        name: 'Late',
        action: 'reboot',
        arguments: {},
        script: '',
        state: ended ? 'done' : 'running',
        timeout_seconds: 60,
        concurrency: 1,
        total: 1,
        ended_at: ended ? now : null,
      },
      manager,
    )
    const item = await db
      .insertInto('job_items')
      .values({ job_id: id, device_id: idle, device_name: 'Late 0', state: ended ? 'failed' : 'running' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, item: item.id }
  }
  const { id: going } = await job(false)
  const { id: over, item } = await job(true)
  const check = (await store.logChecks.begin(now)) ?? 0
  await store.logChecks.end(check, { state: 'failed', verdict: null, seal: null, ended_at: now })
  const { id: message } = await store.siteMessages.send(users.admin, 'hello', { user_ids: [manager.id] })
  const { session } = await sessionOf(manager)
  const view = await store.sharedViews.add({ owner_id: manager.id, list: 'devices', name: 'Idle', query: '' })
  const push = await store.pushSubscriptions.add({ ...pushAddress('old'), user_id: manager.id, session_id: session })
  return {
    spare,
    element: element.id,
    box,
    emptyBox,
    idle,
    gone,
    busy,
    shop,
    openShop,
    lostShop,
    trashed,
    group,
    log_id,
    record,
    file,
    script,
    task,
    going,
    over,
    item,
    check,
    message,
    push: push?.id ?? 0,
    view,
  }
}

const timed = {
  name: 'late',
  work: { action: 'reboot' },
  targets: { filter: {} },
  schedule: { once_at: 253_402_300_799_000, timezone: 'UTC' },
}
const newUser = { user_name: 'late-comer', password: testPassword, role: 'element' }
const newBox = { name: 'New', code: 'LATER', region: 'us-west', slots: 1 }

interface Input {
  query?: Record<string, string | number>
  body?: object
}

/** Something that each operation would do, if its caller still might. */
const inputs = (): Record<string, Input> => ({
  userInviteCode: {},
  userInviteCodeRenew: { body: {} },
  userMessageConfirm: { query: { id: there.message } },
  userPushSubscribe: { body: pushAddress('late') },
  userPushUnsubscribe: { body: { id: there.push } },
  userMessageSend: { body: { msg_text: 'hello', to: { roles: ['element'] } } },
  userAdd: { body: newUser },
  userEdit: { body: { id: there.element, note: 'late' } },
  userDel: { body: { ids: [there.spare] } },
  userSwitch: { body: { ids: [there.spare], enabled: false } },
  userRenew: { body: { ids: [there.spare], days: 1 } },
  userPwdReset: { body: { id: there.spare, new_password: 'another-horse-2' } },
  deviceEdit: { body: { ids: [there.idle], note: 'late' } },
  deviceDel: { body: { id: there.idle } },
  deviceRecover: { body: { id: there.gone } },
  deviceChangeIp: { body: { id: there.idle } },
  deviceMaintain: { body: { id: there.idle, on: true } },
  deviceRun: { body: { ids: [there.idle], action: 'reboot' } },
  deviceCare: { body: { ids: [there.idle], action: 'maintain' } },
  deviceFreed: { query: { id: there.busy } },
  deviceStreamPoint: { query: { id: there.idle, mode: 'control' } },
  deviceTerminalPoint: { query: { id: there.idle } },
  deviceShell: { body: { id: there.idle, command: 'id' } },
  maintainEdit: { body: { content: 'late' } },
  sampleClear: { body: {} },
  maintainFrp: {
    body: { box_id: there.box, enabled: true, server_address: 'frp.example', server_port: 7_000, remote_port: 20_022 },
  },
  boxAdd: { body: newBox },
  boxAddUnversioned: { body: newBox },
  boxEdit: { body: { id: there.box, name: 'Later' } },
  boxDel: { body: { id: there.emptyBox } },
  boxToken: { body: { id: there.box } },
  environmentAdd: { body: { market, name: 'late' } },
  environmentBatchAdd: { body: { market, pattern: 'late-{n}', count: 2 } },
  environmentEdit: { body: { market, ids: [there.shop], note: 'late' } },
  environmentMove: { body: { market, ids: [there.shop], tags: [there.group] } },
  environmentOpen: { body: { id: there.shop } },
  environmentReopen: { body: { id: there.lostShop } },
  environmentClose: { body: { id: there.openShop } },
  environmentRun: { body: { market, action: 'open', ids: [there.shop] } },
  recordRestore: { body: { environment_id: there.shop, record_id: there.record } },
  environmentAssign: { body: { market, ids: [there.shop], owner_id: there.element } },
  environmentDel: { body: { market, ids: [there.shop] } },
  environmentRestore: { body: { market, ids: [there.trashed] } },
  environmentPurge: { body: { market, ids: [there.trashed] } },
  environmentTryProxies: { body: { proxies: [{ host: '10.0.0.1', port: 80 }] } },
  environmentImport: { body: { market, rows: [{ line: 1, name: 'late' }] } },
  viewList: { query: { list: 'devices' } },
  viewShare: { body: { list: 'devices', name: 'late', query: '' } },
  viewUnshare: { body: { id: there.view } },
  groupAdd: { body: { market, name: 'late' } },
  groupEdit: { body: { id: there.group, name: 'later' } },
  groupDel: { body: { ids: [there.group] } },
  logUndo: { body: { id: there.log_id } },
  logVerify: { body: {} },
  fileEdit: { body: { id: there.file, note: 'late' } },
  fileDel: { body: { ids: [there.file] } },
  scriptAdd: { body: { name: 'late', body: 'id' } },
  scriptEdit: { body: { id: there.script, name: 'later', body: 'id' } },
  scriptDel: { body: { ids: [there.script] } },
  scriptRun: { body: { id: there.script, targets: { device_ids: [there.idle] } } },
  taskAdd: { body: timed },
  taskEdit: { body: { ...timed, id: there.task, name: 'later' } },
  taskDel: { body: { ids: [there.task] } },
  taskSwitch: { body: { ids: [there.task], enabled: false } },
  taskRun: { body: { id: there.task } },
  jobCancel: { body: { id: there.going } },
  jobRetry: { body: { id: there.over } },
  deviceApps: { query: { id: there.gone } },
  deviceRemoteSession: { query: { id: there.idle } },
  deviceStartSettings: { query: { id: there.idle } },
  environmentList: { query: { market } },
  environmentExport: { query: { market } },
  environmentTrash: { query: { market } },
  environmentRecords: { query: { market, id: there.shop } },
  groupList: { query: { market } },
  logDetail: { query: { id: there.log_id } },
  logCheck: { query: { id: there.check } },
  fileLink: { query: { id: there.file } },
  taskJobs: { query: { id: there.task } },
  taskCalendar: { query: { timezone: 'UTC' } },
  taskPreview: { query: { cron: '0 4 * * *', timezone: 'UTC' } },
  jobDetail: { query: { id: there.over } },
  jobOutcomes: { query: { id: there.over } },
  deviceHolders: { body: { ids: [there.idle] } },
  jobOutput: { query: { id: there.over, item_id: there.item } },
})

const digest = ({ name }: { name: string }) =>
  sql`(select md5(coalesce(string_agg(kept::text, ' ' order by kept::text), '')) from ${sql.table(name)} as kept)
    as ${sql.ref(name)}`

/** Everything that the database keeps, but for what changes by itself. */
async function kept(): Promise<Record<string, string>> {
  await store.transaction((tx) => tx.reportRolls.compactTallies()) // As a sweep does by itself.
  await allChained(store)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('sessions', 'captchas') and table_name not like 'report\_%'`.execute(store.db)
  const { rows } = await sql<Record<string, string>>`select ${sql.join(tables.map(digest))}`.execute(store.db)
  return rows[0] ?? {}
}

type Held = 'operation_log' | 'files' | 'devices' | 'log_checks'

/** Does something while writes to a table wait. */
async function whileWaiting(table: Held, work: () => Promise<void>): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.statement(`lock table ${table} in share mode`)
    await work()
  })
}

const isWaiting = async (): Promise<boolean> => (await store.waitingForLocks()) > 0

/** What comes first: its answer, which it gives without having written, or its wait. */
async function writes(answer: Promise<unknown>): Promise<boolean> {
  let answered = false
  void answer.then(() => (answered = true))
  await expect.poll(async () => answered || (await isWaiting()), { timeout: 20_000, interval: 5 }).toBe(true)
  return !answered
}

/** These end the session themselves: nobody else can end it meanwhile. */
const parting = new Set(['userLogout', 'userPwdModify'])
const guarded = describedOperations().filter(({ id, roles }) => roles !== undefined && !parting.has(id))
/** What an operation writes last; most write what they did down in the log. */
const writtenLast: Record<string, Held> = { deviceChangeIp: 'devices', logVerify: 'log_checks' }
const preferred = ['manager', 'agent', 'admin'] as const

function request(id: string): { caller: UserRow; call: (token: string) => Promise<Answer> } {
  const described = guarded.find((one) => one.id === id)
  const role = preferred.find((one) => described?.roles?.includes(one))
  if (described === undefined || role === undefined) throw new Error(`nobody here may call ${id}`)
  const path = described.path.replace(/^\/api\/restful\/|^\/api\//, (found) => (found === '/api/' ? '../' : ''))
  const { query, body } = inputs()[id] ?? {}
  return { caller: users[role], call: (token) => callServer(server.url, path, { query, body, token }) }
}

/** Sets a user's service, in seconds; false where somebody has locked the user. */
async function serve({ id }: UserRow, expiration: number): Promise<boolean> {
  const free = store.db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().skipLocked()
  const { numUpdatedRows } = await store.db
    .updateTable('users')
    .set({ expiration })
    .where('id', 'in', free)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

describe.each(guarded)('$id', ({ id, reads }) => {
  test.each(['its session', 'its service'] as const)(
    'writes nothing for a caller who has lost %s meanwhile',
    async (what) => {
      const { caller, call } = request(id)
      if (what === 'its service' && caller.expiration === 0) return
      const { token, session } = await sessionOf(caller)
      const before = await kept()
      const answer = Promise.withResolvers<Answer>()
      let wrote = false
      let refusal: number = codes.signedOutElsewhere
      await whileWaiting(writtenLast[id] ?? 'operation_log', async () => {
        call(token).then(answer.resolve, answer.reject)
        wrote = await writes(answer.promise)
        // Nobody can take the service of a caller whose call has locked it.
        if (wrote && what === 'its service') refusal = (await serve(caller, 1)) ? codes.stateForbids : refusal
        if (wrote && refusal === codes.signedOutElsewhere) await store.sessions.end(session, Date.now())
      })
      const { code, message } = await answer.promise
      const isRead = reads && !wrote
      const read = id === 'deviceApps' ? codes.stateForbids : codes.ok // Nothing answers for the phones.
      expect({ wrote, code, message }).toMatchObject(isRead ? { code: read } : { wrote: true, code: refusal })
      await serve(caller, caller.expiration)
      expect(await kept()).toEqual(before)
    },
  )
})

/** Each begins with an upload of four bytes, all of which are there but for the last. */
const uploading: Record<string, (url: string, token: string) => Promise<unknown>> = {
  'sends the last byte': (url, token) => sendPart(url, token, 3, '4'),
  'calls it off': (url, token) => cancelUpload(url, token),
  'begins another': (_url, token) => beginUpload(server, token, 'another.bin', 4),
}

test.each(Object.entries(uploading))('whoever lost its session while it %s changes no file', async (_, act) => {
  const { token, session } = await sessionOf(users.manager)
  const url = addressOf(server, await beginUpload(server, token, 'late.bin', 4))
  await sendPart(url, token, 0, '123')
  const of = () => store.db.selectFrom('files').select(['upload_id', 'status']).orderBy('id').execute()
  const before = await of()
  let done: Promise<unknown> = Promise.resolve()
  await whileWaiting('files', async () => {
    done = act(url, token).catch(() => undefined) // Its connection may be cut before it is answered.
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true)
    await store.sessions.end(session, Date.now())
  })
  await done
  await expect.poll(isWaiting).toBe(false)
  await store.transaction((tx) => tx.statement('lock table files in share mode')) // Whoever was writing is through.
  expect(await of()).toEqual(before)
})
