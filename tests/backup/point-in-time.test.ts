import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { prune, readBases } from '../../server/embedded/wal-archive.ts'
import { withConnection } from '../../server/store/database.ts'
import { runProgram, runServer, type ServerProcess, spawnServer } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'phonedeck-moment-'))
const at = (name: string): string => join(folder, name)
const withArchive = (name: string) => ({ WAL_ARCHIVE: at(name) })

const doctor = async (name: string): Promise<string[]> =>
  (await runProgram(['server/doctor.ts'], { DATA_DIR: at(name), ...withArchive('archive') })).lines.filter((line) =>
    /archive/.test(line),
  )

const restore = (into: string, ...args: string[]) =>
  runProgram(['server/restore.ts', at('backup'), ...args], { DATA_DIR: at(into) })

const toMoment = (into: string, time: string, archive = 'archive') =>
  restore(into, '--archive', at(archive), '--at', time)

async function add(server: ServerProcess, name: string): Promise<void> {
  const token = await server.signIn('manager')
  const { code } = await server.call('v2/group/add', { token, body: { market: 'amazon', name, colour: '#2d72d2' } })
  expect(code).toBe(20_000)
}

/** Adds two groups; answers a moment between. */
async function between(server: ServerProcess, before: string, after: string): Promise<string> {
  await add(server, before)
  await pause(50)
  const time = new Date().toISOString()
  await pause(50)
  await add(server, after)
  return time
}

async function groups(server: ServerProcess): Promise<string[]> {
  const { data } = await server.call('v2/group/list', {
    token: await server.signIn('manager'),
    query: { market: 'amazon' },
  })
  return data.items.map(({ name }: { name: string }) => name)
}

/** Between A and B. */
let moment: string
let begun: string

beforeAll(async () => {
  begun = new Date().toISOString()
  const server = await spawnServer({ dataDir: at('one'), env: withArchive('archive') })
  await server.line(/took a base of the database/)
  expect((await runProgram(['server/backup.ts', at('backup')], { DATA_DIR: at('one') })).exitCode).toBe(0)
  moment = await between(server, 'A', 'B')
  expect(await groups(server)).toEqual(expect.arrayContaining(['A', 'B']))
  expect(await doctor('one')).toEqual([
    expect.stringMatching(/^ok +WAL archive: works, last archived \d min ago$/),
    expect.stringMatching(/^ok +base of the archive: 0 min ago; moments from /),
  ])
  await server.stop()
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a moment between two writes has the first and not the second, and goes on from there', async () => {
  const { exitCode, lines } = await toMoment('two', moment)
  expect([exitCode, ...lines]).toEqual([0, expect.stringContaining(`Restored as of ${moment}, files as of `)])
  const server = await spawnServer({ dataDir: at('two'), env: withArchive('archive') })
  const there = await groups(server)
  expect(there).toContain('A')
  expect(there).not.toContain('B')

  // What is archived from now on begins at a base of its own.
  await server.line(/took a base of the database/)
  const later = await between(server, 'C', 'D')
  await server.stop()
  expect((await toMoment('three', later)).exitCode).toBe(0)
  const next = await spawnServer({ dataDir: at('three') })
  const found = await groups(next)
  expect(found).toEqual(expect.arrayContaining(['A', 'C']))
  expect(found.filter((name) => name === 'B' || name === 'D')).toEqual([])
  await next.stop()
})

async function refusal(time: string, archive?: string): Promise<string> {
  const { exitCode, lines } = await toMoment('refused', time, archive)
  expect(exitCode).toBe(1)
  return lines.join('\n')
}

test('what can’t be reached is refused in words that say why', async () => {
  expect(await refusal('yesterday')).toMatch(/--at yesterday: a time with its zone is expected, as in 20/)
  expect(await refusal('2026-11-28T14:05:00')).toMatch(/a time with its zone is expected/)
  expect(await refusal('2999-01-01T00:00:00Z')).toMatch(/is in the future/)
  expect(await refusal(begun)).toMatch(/is before the oldest base, which is of 20/)
  expect(await refusal(moment, 'nothing')).toMatch(/nothing: there is no archive/)
  expect(existsSync(at('refused'))).toBe(false)
  expect(await refusal(new Date().toISOString())).toMatch(/the archive reaches until 20\d\d-/)
  rmSync(at('refused'), { recursive: true })
  mkdirSync(at('refused/files'), { recursive: true })
  expect(await refusal(moment)).toMatch(/refused: it is not empty \(files\)/)
  rmSync(at('refused'), { recursive: true })
})

test('the archive of another database is refused, to be written as to be restored from', async () => {
  const other = await spawnServer({ dataDir: at('other'), env: withArchive('other archive') })
  await other.line(/took a base of the database/)
  const later = await between(other, 'X', 'Y')
  await other.stop()
  const { exitCode, lines } = await runServer({ DATA_DIR: at('other'), PORT: '0', ...withArchive('archive') })
  expect([exitCode, lines.join('\n')]).toEqual([2, expect.stringMatching(/is the archive of another database/)])
  const restored = await toMoment('mixed', later, 'other archive')
  expect([restored.exitCode, restored.lines.join('\n')]).toEqual([
    1,
    expect.stringMatching(/it is the archive of another/),
  ])
})

test('an archive that can’t be written is told by the doctor and by the server, and what waited comes once it can', async () => {
  const server = await spawnServer({ dataDir: at('one'), env: withArchive('archive') })
  renameSync(at('archive/wal'), at('kept wal'))
  writeFileSync(at('archive/wal'), '')
  const write = async (name: string) => {
    await add(server, name)
    await withConnection(server.database, (db) => sql`select pg_switch_wal()`.execute(db)) // It would be a minute.
  }
  await write('E')
  await server.line(/WAL archive: ENOTDIR/)
  await vi.waitFor(
    async () => expect((await doctor('one'))[0]).toMatch(/^failed +WAL archive: fails since 20.* files wait/),
    {
      timeout: 30_000,
      interval: 1_000,
    },
  )
  const isUp = async () => {
    const figures = await (await fetch(`${server.url}/metrics`)).text()
    const ready = (await (await fetch(`${server.url}/readyz`)).json()) as { status: string }
    return [/^phonedeck_part_up\{part="wal_archive"\} (\d)$/m.exec(figures)?.[1], ready.status]
  }
  await expect.poll(isUp).toEqual(['0', 'degraded'])
  rmSync(at('archive/wal'))
  renameSync(at('kept wal'), at('archive/wal'))
  await write('F')
  await expect.poll(isUp).toEqual(['1', 'ok'])
  await server.stop()
  expect(readdirSync(at('one/postgres/pg_wal/archive_status')).filter((name) => name.endsWith('.ready'))).toEqual([])
})

test('a week of bases stays, with the one before it, and no WAL that is older', async () => {
  const [first] = await readBases(at('archive'))
  const walBefore = readdirSync(at('archive/wal')).length
  await prune(at('archive'), Date.now() + 6 * 86_400_000)
  expect((await readBases(at('archive')))[0]).toEqual(first)
  await prune(at('archive'), Date.now() + 8 * 86_400_000)
  const left = await readBases(at('archive'))
  expect(left).toHaveLength(1)
  expect(readdirSync(at('archive/wal')).length).toBeLessThan(walBefore)
  expect(readdirSync(at('archive/wal')).some((name) => name.slice(8, 24) === left[0]?.first_segment.slice(8))).toBe(
    true,
  )
})
