import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { connectBox, inventory, readyPhone } from '../support/fake-box.ts'
import { hearPatches } from '../support/patches.ts'
import { runServer, spawnServer } from '../support/server-process.ts'
import { openTestStore } from '../support/test-store.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-killed-'))
chmodSync(dataDir, 0o755) // Anybody may pass; the other tests' folders are their owner's alone.
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

interface Process {
  pid: number
  parent: number
  command: string
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid: Number(pid), parent: Number(parent), command }]
      } catch {
        return [] // It has just ended.
      }
    })
}

/** The commands of this machine that name the folder. */
const processesOn = (folder: string): string[] =>
  processes()
    .map(({ command }) => command)
    .filter((command) => command.includes(folder))

const processesOf = (parent: number): Process[] => processes().filter((process) => process.parent === parent)

/** Resolves once a process that is no child of ours has ended; the test's time limit is what bounds it. */
async function ended(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) await setImmediate()
}

test('a server that was killed starts again on its data, and leaves nothing behind', async () => {
  const first = await spawnServer({ dataDir })
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

  const second = await spawnServer({ dataDir })
  expect(await second.line(/took over a PostgreSQL that a crashed server had left/)).toBeDefined()
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

test('a server whose parent is gone ends, with everything that it started', async () => {
  const server = await spawnServer({ dataDir, phones: 2 })
  await server.line(/an agent has enrolled/)
  const children = processesOf(server.pid)
  expect(children.map(({ command }) => command).join('\n')).toMatch(/phone\/main\.ts[^]*agent\/main\.ts/)
  expect(await server.abandon()).toBe(0)
  expect(children.filter(({ pid }) => existsSync(`/proc/${pid}`))).toEqual([])
  expect(processesOn(dataDir)).toEqual([])
})

test('phones and agent of a killed server end by themselves', async () => {
  const server = await spawnServer({ dataDir, phones: 2 })
  await server.line(/an agent has enrolled/)
  const children = processesOf(server.pid).filter(({ command }) => command.includes('/main.ts'))
  expect(children).toHaveLength(2)
  await server.kill()
  await Promise.all(children.map(({ pid }) => ended(pid)))
})

test('a server that is asked again and again to end does so in order all the same', async () => {
  const server = await spawnServer()
  const asking = setInterval(() => existsSync(`/proc/${server.pid}`) && process.kill(server.pid, 'SIGINT'), 5)
  expect(await server.stop()).toBe(0)
  clearInterval(asking)
  expect(processesOn(server.dataDir)).toEqual([])
})

test('two servers never share a data folder', async () => {
  const first = await spawnServer({ dataDir })
  const { exitCode, lines } = await runServer({ DATA_DIR: dataDir, PORT: '0', PHONES: '0' })
  expect(exitCode).toBe(2)
  expect(lines).toContain(`DATA_DIR=${dataDir}: another Phonedeck server is running on it`)
  expect(await first.signIn('manager')).toBeDefined()
  expect(await first.stop()).toBe(0)
})
