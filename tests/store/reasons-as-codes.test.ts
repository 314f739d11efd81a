import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { reasonOf, reasonsAsCodes } from '../../server/store/migrations/0032-reasons-as-codes.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
beforeAll(async () => {
  server = await startServer()
  store = openTestStore(server)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

test.each([
  ['设备已断开', { code: 'devices.reason.lost', params: {} }],
  ['设备正由 店铺-日间 控制', { code: 'devices.reason.heldBy', params: { name: '店铺-日间' } }],
  ['设备正由他人使用（manager）', { code: 'devices.reason.held', params: { name: 'manager' } }],
  ['没有可用的空闲设备（日本）', { code: 'environments.reason.noFreePhoneIn', params: { region: '日本' } }],
  ['无法连接中继：connect ECONNREFUSED', { code: 'agent.noRelay', params: { said: 'connect ECONNREFUSED' } }],
  ['服务器拒绝了文件传输（HTTP 507）', { code: 'agent.transferRefused', params: { status: 507 } }],
  ['frpc 已退出（1）', { code: 'agent.frpcExited', params: { code: '1' } }],
  [
    '设备上已有更新的版本（Failure [INSTALL_FAILED_VERSION_DOWNGRADE]）',
    { code: 'apps.reason.downgrade', params: { said: 'Failure [INSTALL_FAILED_VERSION_DOWNGRADE]' } },
  ],
  [
    '保存存档：服务器拒绝了文件传输（HTTP 507）',
    { code: 'environments.step.save', params: { why: { code: 'agent.transferRefused', params: { status: 507 } } } },
  ],
  [
    '手机上的 scrcpy 未能启动：no such file（手机没有自带 scrcpy 服务端时，需在盒子上设置 SCRCPY_SERVER_PATH）',
    { code: 'agent.scrcpyMissing', params: { said: 'no such file' } },
  ],
  ['充电口：坏了', { code: 'text', params: { text: '充电口：坏了' } }],
  ['constructor', { code: 'text', params: { text: 'constructor' } }],
])('what an older version wrote is known again: %s', (text, reason) => expect(reasonOf(text)).toEqual(reason))

test('rows of older versions keep what they said', async () => {
  const admin = await store.user('admin')
  const box = await store.boxes.byCode('B01')
  const phone = (slot: number) => ({
    box_id: box?.id ?? 0,
    slot,
    serial: `OLD${slot}`,
    name: `OLD${slot}`,
    owner_id: admin.id,
    owner_path: admin.path,
    region: 'us-west',
  })
  await store.db
    .insertInto('devices')
    .values([phone(1), phone(2), phone(3)])
    .execute()
  const reasons = store.db.transaction().execute(async (tx) => {
    // As they were before, and were called; nobody wrote down then what became of phones.
    await sql`drop trigger phone_changed_state on devices`.execute(tx)
    await sql`alter table jobs rename to runs`.execute(tx)
    await sql`alter table job_items rename to run_parts`.execute(tx)
    await sql`alter table workflows rename to phone_operations`.execute(tx)
    for (const [table, column] of [
      ['devices', 'status_reason'],
      ['box_tunnels', 'reason'],
      ['runs', 'reason'],
      ['run_parts', 'reason'],
      ['phone_operations', 'reason'],
    ]) {
      await sql.raw(`alter table ${table} alter column ${column} type text using ''`).execute(tx)
      await sql.raw(`alter table ${table} alter column ${column} set default ''`).execute(tx)
      await sql.raw(`alter table ${table} alter column ${column} set not null`).execute(tx)
    }
    await sql.raw(`alter table site_messages drop column reason`).execute(tx)
    await sql`update devices set status_reason = '启动超时' where name = 'OLD1'`.execute(tx)
    await sql`update devices set status_reason = '屏幕碎了' where name = 'OLD2'`.execute(tx)
    await reasonsAsCodes.up(tx)
    return tx
      .selectFrom('devices')
      .select(['name', 'status_reason'])
      .where('name', 'like', 'OLD%')
      .orderBy('name')
      .execute()
  })
  expect(await reasons).toEqual([
    { name: 'OLD1', status_reason: { code: 'devices.late.booting', params: {} } },
    { name: 'OLD2', status_reason: { code: 'text', params: { text: '屏幕碎了' } } },
    { name: 'OLD3', status_reason: null },
  ])
})
