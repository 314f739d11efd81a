import { sql, type Kysely } from 'kysely'
import { openKeys } from '../../server/start/keys.ts'
import { hashPassword } from '../../server/people/passwords.ts'
import { openDatabase } from '../../server/store/database.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import type { Tables } from '../../server/store/tables.ts'
import type { UserRow } from '../../server/store/users.ts'
import { testPassword, type TestServer } from './server.ts'

export interface TestStore extends Store {
  db: Kysely<Tables>
  /** Adds a user below another, with the password of the first accounts and a service that runs. */
  addUser(user: Pick<UserRow, 'user_name' | 'role'> & Partial<UserRow>, parent: UserRow | string): Promise<UserRow>
  /** One of the users that must be there. */
  user(userName: string): Promise<UserRow>
  /** How many statements wait for somebody else's transaction. */
  waitingForLocks(): Promise<number>
  /** What seals tickets; opened with the key of the server's data folder, or with these. */
  secret(keys?: readonly string[]): Promise<Buffer>
  /** The store as the server has it, which writes entries of the operation log. */
  ofServer(): Promise<Store>
  close(): Promise<void>
}

/** Opens the database of a running test server, to prepare what calls can't and to look behind them. */
export function openTestStore({ database, dataDir }: Pick<TestServer, 'database' | 'dataDir'>): TestStore {
  const db = openDatabase(database, () => {}) // The server may end first.
  const store = openStore(db)
  const user = async (userName: string): Promise<UserRow> => {
    const row = await store.users.byName(userName)
    if (row === undefined) throw new Error(`there is no user ${userName}`)
    return row
  }
  return {
    ...store,
    db,
    user,
    async addUser(row, parent) {
      const above = typeof parent === 'string' ? await user(parent) : parent
      return store.users.add({
        thread_number: 10,
        authorization_at: Math.floor(Date.now() / 1_000),
        expiration: 90 * 24 * 60 * 60,
        ...row,
        password_hash: await hashPassword(testPassword),
        parent: above,
      })
    },
    async waitingForLocks() {
      const { rows } =
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      return rows.length
    },
    secret: async (keys) => (await openKeys(db, { dataDir, secretKey: keys?.join() })).secret,
    ofServer: async () => openStore(db, (await openKeys(db, { dataDir, secretKey: undefined })).log),
    close: () => db.destroy(),
  }
}
