import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { socketFolderOf } from '../../server/embedded/postgres.ts'
import { beforeStop } from '../support/before-stop.ts'
import { Output } from '../support/lines.ts'
import { spawnServer } from '../support/server-process.ts'
import { isRunning } from '../support/supervised.ts'

beforeStop.length = 0 // Nothing moves here, and a PostgreSQL that hangs or has lost its folder answers nobody.

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []
afterAll(() => folders.forEach(removeWhole))

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-data-'))
  folders.push(folder)
  return folder
}

const removeWhole = (path: string): void => rmSync(path, { recursive: true, force: true })

/** The number that PostgreSQL's first process has written. */
const postgresOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** Whether a first start has got so far: to a file of its database, wherever that is made, or to one beside it. */
const has = (dataDir: string, file: string): boolean =>
  readdirSync(dataDir).some(
    (name) => name === file || (name.startsWith('postgres') && existsSync(join(dataDir, name, file))),
  )

/** Starts a server for the first time, and kills it as soon as it has got so far. */
async function killFirstStart(dataDir: string, file: string): Promise<void> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', PHONES: '0', DEMO: 'accounts', LOG_LEVEL: 'error' },
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  while (!has(dataDir, file) && child.exitCode === null) await pause(1)
  child.kill('SIGKILL')
  await ended
}

test.each(['', 'PG_VERSION', 'global/pg_control', 'base/4', 'postmaster.pid', 'secret.key'])(
  'a first start that is killed when it has got to "%s" spoils nothing',
  async (file) => {
    const dataDir = newFolder()
    await killFirstStart(dataDir, file)
    const server = await spawnServer({ dataDir })
    expect(await server.signIn('manager')).toBeDefined()
    expect(await server.stop()).toBe(0)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
  },
)

test('an empty key file, which a server of before left when it was killed, stops no first start', async () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'secret.key'), '')
  const server = await spawnServer({ dataDir })
  expect(await server.signIn('manager')).toBeDefined()
  expect(await server.stop()).toBe(0)
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toMatch(/^[\da-f]{64}\n$/)
})

/** A pipe that is full, so that whoever writes to it is not read. */
function fullPipe(): number {
  const path = join(newFolder(), 'pipe')
  execFileSync('mkfifo', [path])
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  try {
    for (;;) writeSync(pipe, Buffer.alloc(4_096))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
  }
  return pipe
}

/** Starts a server that nobody hears of, and kills it at a moment. */
async function killUnheard(dataDir: string, moment: (output: Output) => Promise<unknown>): Promise<void> {
  const pipe = fullPipe()
  const env = { DATA_DIR: dataDir, PORT: '0', PHONES: '0', DEMO: 'accounts', SEED_PASSWORD: '', LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', pipe],
  })
  closeSync(pipe)
  const output = new Output()
  output.read(child)
  const ended = once(child, 'close')
  await moment(output).finally(() => child.kill('SIGKILL'))
  await ended
}

const listens = (output: Output) => output.first(/"listening"/)

test('the passwords of the first accounts are told, however often a server is killed before they were', async () => {
  const dataDir = newFolder()
  await killUnheard(dataDir, listens) // The accounts are there by now.
  await killUnheard(dataDir, async (output) => {
    await listens(output)
    const client = new Client({ host: socketFolderOf(dataDir), user: 'phonedeck', database: 'postgres' })
    await client.connect()
    const telling = `select from pg_stat_activity where state = 'idle in transaction' and query like '%password_hash%'`
    await expect.poll(async () => (await client.query(telling)).rowCount, { timeout: 60_000 }).toBe(1)
    await client.end()
  })

  const options = { dataDir, env: { SEED_PASSWORD: '' } }
  const heard = await spawnServer(options)
  const passwords = heard.lines.flatMap((line) => {
    const [, user_name, password] = /^ {2}(\w+) +(\w{16})$/.exec(line) ?? []
    return password === undefined ? [] : [{ user_name, password }]
  })
  expect(passwords.map(({ user_name }) => user_name)).toEqual(['admin', 'security', 'agent', 'manager', 'element'])
  await heard.kill()

  const next = await spawnServer(options)
  for (const body of passwords) expect(await next.call('v2/user/login', { body })).toMatchObject({ code: codes.ok })
  expect(next.lines.filter((line) => /accounts/i.test(line))).toEqual([])
  expect(await next.stop()).toBe(0)
})

test('a PostgreSQL that a killed server left, and that hangs, is ended by its process', async () => {
  const dataDir = newFolder()
  const first = await spawnServer({ dataDir })
  await first.kill()
  const pid = postgresOf(dataDir)
  process.kill(pid, 'SIGSTOP') // It neither stops nor answers.
  const second = await spawnServer({ dataDir })
  expect(JSON.parse(await second.line(/stopped a PostgreSQL that a crashed server had left/))).toMatchObject({
    pids: expect.arrayContaining([pid]),
    signal: 'SIGKILL',
  })
  expect(await second.signIn('manager')).toBeDefined()

  // So is the server's own, where it hangs when it is to stop.
  const own = postgresOf(dataDir)
  process.kill(own, 'SIGSTOP')
  expect(await second.stop()).toBe(0)
  expect(existsSync(`/proc/${own}`)).toBe(false)
})

/** Keeps from root what most containers keep from it: to look into processes of others. */
const asInContainers =
  process.getuid?.() === 0 ? ['setpriv', '--inh-caps=-sys_ptrace', '--bounding-set=-sys_ptrace'] : []

test('a PostgreSQL that a killed server left keeps no next one from starting, also not in a container', async () => {
  const options = { dataDir: newFolder(), within: asInContainers }
  const first = await spawnServer(options)
  const token = await first.signIn('manager')
  expect(await first.call('v2/environment/add', { token, body: { market: 'amazon', name: 'kept' } })).toMatchObject({
    code: codes.ok,
  })
  await first.kill()
  const left = postgresOf(options.dataDir)

  const second = await spawnServer(options)
  const { data } = await second.call('v2/environment/list', { token, query: { market: 'amazon' } })
  expect(data.items).toMatchObject([{ name: 'kept' }])
  const own = postgresOf(options.dataDir)
  expect(await second.stop()).toBe(0)
  expect([left, own].filter(isRunning)).toEqual([])
})

test('a server stops its PostgreSQL also where its data folder was moved or removed meanwhile', async () => {
  for (const lose of [(path: string) => renameSync(path, `${newFolder()}/moved`), removeWhole]) {
    const dataDir = newFolder()
    const server = await spawnServer({ dataDir })
    const pid = postgresOf(dataDir)
    lose(dataDir)
    const code = await server.stop()
    // PostgreSQL that has something to write just then gives up by itself, which its server tells.
    const gaveUp = server.lines.some((line) => line.includes('PANIC'))
    expect(gaveUp ? 0 : code).toBe(0)
    expect(isRunning(pid)).toBe(false)
  }
})

test('an empty postmaster.pid, one of a process that is something else, and a lock full of junk stop no start', async () => {
  const dataDir = newFolder()
  expect(await (await spawnServer({ dataDir })).stop()).toBe(0)
  for (const pid of ['', `${process.pid}\n`]) {
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), pid)
    writeFileSync(join(dataDir, 'lock.sqlite'), 'no database at all, and long enough to be looked at as one'.repeat(20))
    const server = await spawnServer({ dataDir })
    expect(await server.signIn('manager')).toBeDefined()
    expect(await server.stop()).toBe(0)
  }
})
