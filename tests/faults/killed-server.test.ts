import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { connectBox, inventory, readyPhone } from '../support/fake-box.ts'
import { hearPatches } from '../support/patches.ts'
import { runServer, startServer } from '../support/server.ts'
import { openTestStore } from '../support/test-store.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-killed-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** The processes of this machine that have the folder in their command line. */
function processesOn(folder: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      } catch {
        return '' // It has just ended.
      }
    })
    .filter((command) => command.includes(folder))
}

test('a server that was killed starts again on its data, and leaves nothing behind', async () => {
  const first = await startServer({ dataDir })
  const store = openTestStore(first)
  const manager = await first.signIn('manager')
  const patches = await hearPatches(first, manager)
  const box = await connectBox(first, store)
  await box.report(inventory([readyPhone('SURVIVOR')]))
  const { id } = await patches.next(({ changed }) => changed.serial === 'SURVIVOR')
  const point = await first.call('v2/device/stream/point', { token: manager, query: { id, mode: 'control' } })
  expect(point.code).toBe(codes.ok)
  await store.db
    .updateTable('control_leases')
    .set({ expires_at: Date.now() - 1 })
    .execute() // As if long ago.

  await first.kill()
  await store.close()
  expect(processesOn(dataDir)).toHaveLength(1) // Its PostgreSQL is orphaned.

  const second = await startServer({ dataDir })
  expect(await second.line(/stopped a PostgreSQL that a crashed server had left/)).toBeDefined()
  expect(await second.line(/^Phonedeck is ready/)).toBeDefined()
  expect(second.lines.join('\n')).not.toContain('SEED_PASSWORD') // No accounts are made a second time.

  // The session lives on, the phone is there, and nobody holds it once the sweep has been.
  const reopened = openTestStore(second)
  const live = await hearPatches(second, manager)
  const { data } = await second.call('v3/device/list', { token: manager })
  expect(data.items).toMatchObject([{ id, serial: 'SURVIVOR' }])
  if (data.items[0].in_use_by !== null) await live.next((patch) => patch.id === id && patch.changed.in_use_by === null)
  expect(await reopened.controlLeases.ofDevice(id)).toBeUndefined()
  await live.close()
  await reopened.close()

  expect(await second.stop()).toBe(0)
  expect(processesOn(dataDir)).toEqual([])
})

test('two servers never share a data folder', async () => {
  const first = await startServer({ dataDir })
  const { exitCode, lines } = await runServer({ DATA_DIR: dataDir, PORT: '0', PHONES: '0' })
  expect(exitCode).toBe(2)
  expect(lines).toContain(`DATA_DIR=${dataDir}: another Phonedeck server is running on it`)
  expect(await first.signIn('manager')).toBeDefined()
  expect(await first.stop()).toBe(0)
})
