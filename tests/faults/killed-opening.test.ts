import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { notesFile } from '../support/phone-page.ts'
import { onlyPhone } from '../support/idle-phones.ts'
import { type ServerProcess, spawnServer } from '../support/server-process.ts'
import { openTestStore } from '../support/test-store.ts'

/**
 * A server that is killed takes the agent and the virtual phones of its embedded box with it, and the phones come back
 * empty, as real ones would after a reset: whatever was going on, the newest whole record has to be what is restored.
 */
const until = { timeout: 60_000, interval: 100 }
const market = 'amazon'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

let server: ServerProcess
let token: string
let environment: number
let phone: number

const post = async (path: string, body: object) => (await server.call(`v2/${path}`, { token, body })).data
const deviceOf = async () =>
  (await server.call('v2/device/list', { token, query: { id: phone } })).data.items[0] as { status: string }
const status = async (): Promise<string> => (await deviceOf()).status
const records = async (): Promise<number> =>
  (await server.call('v2/environment/records', { token, query: { market, id: environment } })).data.items.length
async function shell(command: string): Promise<string> {
  const { code, message, data } = await server.call('v2/device/shell', { token, body: { id: phone, command } })
  if (data === null) throw new Error(`${command} was refused: ${code} ${message}`)
  return data.output
}
const note = (): Promise<string> => shell(`cat ${notesFile} 2>/dev/null || true`)

async function start(dataDir: string): Promise<void> {
  server = await spawnServer({ phones: 1, dataDir })
  token = await server.signIn('manager')
}

async function open(): Promise<void> {
  await post('environment/open', { id: environment })
  await expect.poll(status, until).toBe('in_use')
}

async function close(): Promise<void> {
  await post('environment/close', { id: environment })
  await expect.poll(status, until).toBe('idle')
}

/** Kills the server once the phone's newest operation has come to a step, or to its end, and starts it again on the same data. */
async function killAt(step: number): Promise<void> {
  const store = openTestStore(server)
  await vi.waitFor(
    async () => {
      const newest = await store.db
        .selectFrom('workflows')
        .select(['step', 'state'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      expect(newest.state === 'going' ? newest.step : Infinity).toBeGreaterThanOrEqual(step)
    },
    { timeout: 60_000, interval: 2 },
  )
  await server.kill()
  await store.close()
  await start(server.dataDir)
}

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-killed-opening-'))
  folders.push(folder)
  await start(folder)
  phone = await onlyPhone(server, token)
  environment = (await post('environment/add', { market, name: 'survivor' })).id
  await open()
  await shell(`echo precious > ${notesFile}`)
  await close()
})
afterEach(() => server.stop())

describe('a server that is killed', () => {
  test.each([0, 1, 2, 3])('while an environment is opened, at step %i, opens it after its next start', async (step) => {
    await post('environment/open', { id: environment })
    await killAt(step)
    await expect.poll(status, until).toBe('in_use')
    // Everything has just started: the first command may come before the phone can be reached.
    await expect.poll(note, until).toBe('precious\n')
  })

  test.each([0, 1, 2])(
    'while it is closed, at step %i, has its newest whole record after its next start',
    async (step) => {
      await open()
      await shell(`echo newer > ${notesFile}`)
      const before = await records()
      await post('environment/close', { id: environment })
      await killAt(step)
      await expect.poll(status, until).toBe('idle')
      const wasSaved = (await records()) > before
      await open()
      expect(await note()).toBe(wasSaved ? 'newer\n' : 'precious\n')
    },
  )
})
