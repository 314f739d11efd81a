import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the socket of the PostgreSQL that a run of tests has. */
    postgresFolder: string
  }
}

/** A database of that PostgreSQL, as DATABASE_URL names it. */
export const databaseUrl = (postgresFolder: string, name: string): string =>
  `postgres://phonedeck@localhost/${name}?host=${postgresFolder}`

/** The database of which those of servers are copies: up to date, with the five accounts and their box. */
export const seededDatabase = 'seeded'

/** A database of one test's own. */
export interface TestDatabase {
  url: string
  name: string
  drop(): Promise<void>
}

async function ask(statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(inject('postgresFolder'), 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Makes a database: with the five accounts, or empty. */
export async function newDatabase({ isSeeded }: { isSeeded: boolean }): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copied as files, which costs a third of going through the log, as is usual, since nothing is synchronised.
  await ask(`create database ${name} template ${isSeeded ? seededDatabase : 'template0'} strategy file_copy`)
  return {
    url: databaseUrl(inject('postgresFolder'), name),
    name,
    drop: () => ask(`drop database ${name} with (force)`),
  }
}
