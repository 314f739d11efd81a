import { sql } from 'kysely'
import { openKeys } from '../../server/start/keys.ts'
import { openDatabase, withConnection } from '../../server/store/database.ts'
import { openStore } from '../../server/store/store.ts'
import type { ServerProcess } from '../../tests/support/server-process.ts'
import { againAndAgain, type Done, type Period } from './again-and-again.ts'

/** Writers at a time, each of a row of its own. */
export const writers = 64

/** Has the store of a server write transactions of a change and its entry in the log, through a pool like the server's. */
export async function writeThroughStore(server: ServerProcess, period: Period): Promise<Done> {
  const db = openDatabase(server.database, () => {})
  try {
    const { log } = await openKeys(db, { dataDir: server.dataDir, secretKey: undefined })
    const store = openStore(db, log)
    const user = await store.users.byName('admin')
    if (user === undefined) throw new Error('there is no admin')
    const scripts: number[] = []
    for (let index = 0; index < writers; index += 1)
      scripts.push(
        await store.scripts.add({ name: `Script ${index}`, description: '', body: 'id', parameters: [] }, user.id),
      )
    return await againAndAgain(writers, period, (index) =>
      store.transaction(async (tx) => {
        const at = Date.now()
        const [id, description] = [scripts[index], `it is ${at}`]
        await tx.statement('update scripts set description = $1 where id = $2', [description, id])
        const detail = { before: { description: '' }, after: { description } }
        await tx.operationLog.append(
          { user, action: 'script.edit', target: `script:${id}`, ip: '127.0.0.1', detail },
          at,
        )
      }),
    )
  } finally {
    await db.destroy()
  }
}

/** Fills the log until it has so many entries. */
export const fillLog = (server: ServerProcess, many: number): Promise<void> =>
  withConnection(server.database, async (db) => {
    await db.connection().execute(async (patient) => {
      await sql`set statement_timeout = 0`.execute(patient)
      await sql`
        insert into operation_log (at, user_id, user_name, user_path, action, target, target_name, ip, detail)
        select 1704067200000 + n, 5, 'element', '1/3/4/5', 'device.edit', 'device:' || n % 10000, 'Phone ' || n % 10000, '198.51.100.1', ''
        from generate_series(1, ${many} - (select count(*) from operation_log)) as n`.execute(patient)
      await sql`vacuum analyze operation_log`.execute(patient)
      await sql`checkpoint`.execute(patient)
    })
  })
