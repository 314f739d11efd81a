import { Kysely, PostgresDialect } from 'kysely'
import { Client, type ClientConfig, Pool } from 'pg'
import { socketFolderOf } from '../../server/embedded/postgres.ts'
import { roleOptions } from '../../server/store/database.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import type { Tables } from '../../server/store/tables.ts'
import type { TestServer } from '../../tests/support/server.ts'

interface Statement {
  text: string
  values: unknown[]
}

/** The statements that the store runs for some work, and how long they take through `pg` and nothing else. */
export class PgAlone {
  readonly #client: Client
  readonly #db: Kysely<Tables>
  readonly #said: Statement[] = []
  /** Notes what it says to the database. */
  readonly store: Store

  private constructor(client: Client, address: ClientConfig) {
    this.#client = client
    this.#db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: new Pool({ ...address, max: 1 }) }),
      log: ({ query }) => {
        this.#said.push({ text: query.sql, values: [...query.parameters] })
      },
    })
    this.store = openStore(this.#db)
  }

  static async open({ dataDir }: Pick<TestServer, 'dataDir'>): Promise<PgAlone> {
    const address = {
      host: socketFolderOf(dataDir),
      user: 'phonedeck',
      database: 'postgres',
      options: roleOptions,
    }
    const client = new Client(address)
    await client.connect()
    return new PgAlone(client, address)
  }

  /** The statements of this work. */
  async statementsOf(work: (store: Store) => Promise<unknown>): Promise<Statement[]> {
    this.#said.length = 0
    await work(this.store)
    return [...this.#said]
  }

  /** How long they take one after the other, in milliseconds. */
  async time(statements: readonly Statement[]): Promise<number> {
    const begun = performance.now()
    for (const statement of statements) await this.#client.query(statement)
    return performance.now() - begun
  }

  async close(): Promise<void> {
    await this.#client.end()
    await this.#db.destroy()
  }
}
