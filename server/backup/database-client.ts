import { Socket } from 'node:net'
import { Client } from 'pg'
import { connectionOf, type DatabaseAddress } from '../store/database.ts'

/** A connection of its own. Its end ends whatever goes on with it. */
interface DatabaseClient extends AsyncDisposable {
  client: Client
}

/** @param database another one than the address names */
export async function connectDatabase(address: DatabaseAddress, database?: string): Promise<DatabaseClient> {
  const socket = new Socket()
  const client = new Client({
    ...connectionOf(address),
    ...(database !== undefined && { database }),
    application_name: 'phonedeck backup',
    connectionTimeoutMillis: 10_000,
    stream: () => socket,
  })
  client.on('error', () => {}) // Its statements tell.
  await client.connect()
  return {
    client,
    async [Symbol.asyncDispose]() {
      // In the middle of a COPY nobody would read what PostgreSQL has still to say.
      socket.destroy()
    },
  }
}

/** Values in words that any version of PostgreSQL reads as the same value, and no limit of time. For the current transaction. */
export const plainly = [
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  'set local extra_float_digits = 3',
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  "set local bytea_output = 'hex'",
  "set local timezone = 'UTC'",
].join('; ')
