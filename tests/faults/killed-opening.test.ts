import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, test, type TestContext, vi } from 'vitest'
import { notesFile } from '../support/phone-page.ts'
import { onlyPhone } from '../support/idle-phones.ts'
import { spawnServer } from '../support/server-process.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

/**
 * A server that is killed takes the agent and the virtual phones of its embedded box with it, and the phones come back
 * empty, as real ones would after a reset: whatever was going on, the newest whole record has to be what is restored.
 */
const until = { timeout: 60_000, interval: 100 }
const market = 'amazon'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Operations take a moment to leave a step from now on: on a busy machine it would be over before anybody looks. */
async function linger({ db }: TestStore, step: number): Promise<void> {
  const statements = [
    `create or replace function linger() returns trigger language plpgsql as
       $$ begin perform pg_sleep(2); return new; end $$`,
    `create or replace trigger linger before update on workflows for each row
       when (old.state = 'going' and old.step = ${step} and (new.step > ${step} or new.state <> 'going'))
       execute function linger()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** A manager, a phone, and an environment that was open on it once and has left a note there. */
async function prepared({ expect, onTestFinished }: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-killed-opening-'))
  folders.push(dataDir)
  const start = () => spawnServer({ phones: 1, dataDir })
  let server = await start()
  let token = await server.signIn('manager')
  onTestFinished(async () => void (await server.stop()))

  const post = async (path: string, body: object) => (await server.call(`v2/${path}`, { token, body })).data
  const phone = await onlyPhone(server, token)
  const environment: number = (await post('environment/add', { market, name: 'survivor' })).id
  const status = async (): Promise<string> =>
    (await server.call('v2/device/list', { token, query: { id: phone } })).data.items[0].status
  async function shell(command: string): Promise<string> {
    const { code, message, data } = await server.call('v2/device/shell', { token, body: { id: phone, command } })
    if (data === null) throw new Error(`${command} was refused: ${code} ${message}`)
    return data.output
  }
  const shop = {
    status,
    shell,
    beginOpening: () => post('environment/open', { id: environment }),
    beginClosing: () => post('environment/close', { id: environment }),
    records: async (): Promise<number> =>
      (await server.call('v2/environment/records', { token, query: { market, id: environment } })).data.items.length,
    note: (): Promise<string> => shell(`cat ${notesFile} 2>/dev/null || true`),
    async open(): Promise<void> {
      await shop.beginOpening()
      await expect.poll(status, until).toBe('in_use')
    },
    async close(): Promise<void> {
      await shop.beginClosing()
      await expect.poll(status, until).toBe('idle')
    },
    /** Has `begin` begin an operation on the phone, kills the server while that is at a step, and starts it again on the same data. */
    async killAt(step: number, begin: () => Promise<unknown>): Promise<void> {
      const store = openTestStore(server)
      await linger(store, step)
      await begin()
      await vi.waitFor(
        async () => {
          const newest = await store.db
            .selectFrom('workflows')
            .select(['step', 'state'])
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirstOrThrow()
          expect(newest).toEqual({ step, state: 'going' })
        },
        { timeout: 60_000, interval: 2 },
      )
      await server.kill()
      await store.close()
      server = await start()
      token = await server.signIn('manager')
    },
  }
  await shop.open()
  await shop.shell(`echo precious > ${notesFile}`)
  await shop.close()
  return shop
}

// Most of each is waiting for what a server takes up after its start, so that they wait together.
describe.concurrent('a server that is killed', () => {
  test.for([0, 1, 2, 3])(
    'while an environment is opened, at step %i, opens it after its next start',
    async (step, context) => {
      const { expect } = context

      const shop = await prepared(context)
      await shop.killAt(step, shop.beginOpening)
      await expect.poll(shop.status, until).toBe('in_use')
      // Everything has just started: the first command may come before the phone can be reached.
      await expect.poll(shop.note, { ...until, interval: 1_000 }).toBe('precious\n')
    },
  )

  test.for([0, 1, 2])(
    'while it is closed, at step %i, has its newest whole record after its next start',
    async (step, context) => {
      const { expect } = context

      const shop = await prepared(context)
      await shop.open()
      await shop.shell(`echo newer > ${notesFile}`)
      const before = await shop.records()
      await shop.killAt(step, shop.beginClosing)
      await expect.poll(shop.status, until).toBe('idle')
      const wasSaved = (await shop.records()) > before
      await shop.open()
      expect(await shop.note()).toBe(wasSaved ? 'newer\n' : 'precious\n')
    },
  )
})
