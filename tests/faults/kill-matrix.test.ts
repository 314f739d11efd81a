import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { randomOf } from '../../server/demo/random.ts'
import { testPassword } from '../support/server.ts'
import { spawnServer } from '../support/server-process.ts'
import { SteadyWriter } from '../support/steady-writer.ts'
import {
  type ProcessKind,
  processKinds,
  signal,
  spawnSupervised,
  startSupervised,
  type Supervised,
  type SupervisedProcess,
  whole,
} from '../support/supervised.ts'

/**
 * Kills at random moments, one after the other, while somebody writes and phones work: after each everything has to come
 * back by itself. Without KILLS everything befalls it once; `npm run soak -- kills 200` kills two hundred times. SEED repeats a
 * row of them.
 */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const phones = 2
/** Of a first start, how long after one of its processes has begun that is killed, at most. Milliseconds. */
const maxLife = 1_500
/** Until what was killed has come back by itself. Milliseconds. */
const timeLimit = 120_000

const random = randomOf(seed)
const oneOf = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(random() * choices.length)]

const running: SupervisedProcess[] = []
const folders: string[] = []
afterEach(async () => {
  for (const phonedeck of running.splice(0)) await phonedeck.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-matrix-'))
  folders.push(folder)
  return folder
}

/** PostgreSQL's own processes, of which each serves somebody or keeps house. */
function backendsOf(postgres: number): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        return new RegExp(`\\) \\S ${postgres} `).test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
      } catch {
        return false // It has just ended.
      }
    })
}

interface Fault {
  /** Which processes it ends; others have to be in their place. */
  ends: readonly ProcessKind[]
  befall: (phonedeck: SupervisedProcess) => void
}

const killing = (...ends: readonly ProcessKind[]): Fault => ({
  ends,
  befall: (phonedeck) => ends.forEach((kind) => phonedeck.kill(kind)),
})

/** What can befall a Phonedeck that runs. */
const faults: ReadonlyMap<string, Fault> = new Map([
  ...processKinds.map((kind) => [kind, killing(kind)] as const),
  ['everything', killing(...processKinds)],
  ['postgres, in order', { ends: ['postgres'], befall: (it) => signal(it.pidOf('postgres'), 'SIGINT') }],
  ['a backend', { ends: [], befall: (it) => signal(oneOf(backendsOf(it.pidOf('postgres') ?? 0)), 'SIGKILL') }],
])

const kills = Number(process.env.KILLS ?? faults.size)

/** Those that are to befall it: each once, and then again, in an order of its own each time. */
function* fate(): Generator<[name: string, fault: Fault], never> {
  for (;;)
    yield* [...faults]
      .map((named) => ({ named, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ named }) => named)
}

/** Waits until it has come back by itself. */
async function restored(phonedeck: Supervised, ended: ReadonlyMap<ProcessKind, number | undefined>): Promise<void> {
  for (const [kind, pid] of ended)
    await vi.waitFor(() => expect([undefined, pid]).not.toContain(phonedeck.pidOf(kind)), {
      timeout: timeLimit,
      interval: 50,
    })
  await whole(phonedeck, phones, timeLimit)
}

async function signIn(phonedeck: Pick<Supervised, 'call'>, user_name: string): Promise<string> {
  const body = { user_name, password: testPassword }
  return (await phonedeck.call('v2/user/login', { body })).data.token
}

/** Has every phone do something, and answers the job that was acknowledged, if one was. */
async function work(phonedeck: Supervised, token: string, scriptId: number): Promise<number[]> {
  const list = await phonedeck.call('v3/device/list', { token })
  const device_ids = list.data.items.map(({ id }: { id: number }) => id)
  const body = { id: scriptId, targets: { device_ids } }
  const { code, data } = await phonedeck.call('v2/script/run', { token, body })
  return code === codes.ok ? [data.job_id] : []
}

/** What is answered once the server answers again: a fault may show a moment after it has befallen. */
const soon = <T>(ask: () => Promise<T>): Promise<T> => vi.waitFor(ask, { timeout: timeLimit, interval: 200 })

const report = (text: string): void => console.log(text)

test(
  `whatever is killed comes back by itself, and nothing that was acknowledged is lost`,
  { timeout: (kills + 5) * timeLimit },
  async () => {
    report(`seed ${seed}, ${kills} kills`)
    const phonedeck = await startSupervised({ dataDir: newFolder(), phones })
    running.push(phonedeck)
    await whole(phonedeck, phones)
    const admin = await signIn(phonedeck, 'admin')
    const script = { name: 'matrix', body: 'echo begun; sleep 1; echo done' }
    const { id: scriptId } = (await phonedeck.call('v2/script/add', { token: admin, body: script })).data
    const writer = new SteadyWriter(phonedeck, await signIn(phonedeck, 'manager'))
    await writer.start()

    const jobs: number[] = []
    let losses = 0
    const recoveries: number[] = []
    const coming = fate()
    for (let kill = 1; kill <= kills; kill += 1) {
      const [name, { ends, befall }] = coming.next().value
      jobs.push(...(await soon(() => work(phonedeck, admin, scriptId))))
      await pause(random() * 1_000)
      const at = Date.now()
      const ended = new Map(ends.map((kind) => [kind, phonedeck.pidOf(kind)]))
      befall(phonedeck)
      await restored(phonedeck, ended)
      recoveries.push((Date.now() - at) / 1_000)
      const lost = await soon(() => writer.losses())
      losses += lost
      report(`${kill}: ${name}, whole again after ${recoveries.at(-1)?.toFixed(1)} s, lost ${lost}`)
    }
    await writer.stop()
    losses += await soon(() => writer.losses())
    const ended = async (): Promise<number> => {
      const states = jobs.map(async (id) => {
        const { data } = await phonedeck.call('v2/job/detail', { token: admin, query: { id } })
        return data.job.ended_at !== null
      })
      return (await Promise.all(states)).filter(Boolean).length
    }
    // Nobody but the product has repaired anything: what had not come back would have ended the test before.
    await expect.poll(ended, { timeout: timeLimit, interval: 250 }).toBe(jobs.length)
    report(
      `kills ${kills}, longest recovery ${Math.max(...recoveries).toFixed(1)} s, manual repairs 0, acknowledged writes ${writer.acknowledged}, of these lost ${losses}, jobs ${jobs.length}, all ended`,
    )
    expect(losses).toBe(0)
  },
)

test(
  'a first start that is killed at whatever moment is made good by itself',
  { timeout: (kills + 5) * timeLimit },
  async () => {
    const lives = Array.from({ length: Math.max(1, Math.floor(kills / 20)) }, () =>
      processKinds.map((kind) => ({ kind, life: random() * maxLife })),
    )
    // The moment before it accepts connections is a short one.
    for (const { kind, life } of [{ kind: 'postgres' as const, life: 0 }, ...lives.flat()]) {
      const phonedeck = spawnSupervised({ dataDir: newFolder(), phones })
      running.push(phonedeck)
      const begun = () => expect(phonedeck.pidOf(kind)).toBeDefined()
      await vi.waitFor(begun, { timeout: timeLimit, interval: 5 })
      await pause(life)
      phonedeck.kill(kind)
      const reached = await phonedeck.reached()
      await whole(reached, phones, timeLimit)
      report(`a first start whose ${kind} is killed after ${Math.round(life)} ms is whole`)
      await phonedeck.stop()
    }
  },
)

/** Starts a server for the first time, and kills it after a while, whatever it is at. */
async function killFirstStart(dataDir: string, life: number): Promise<void> {
  const settings = { PORT: '0', PHONES: '0', DEMO: 'accounts', SEED_PASSWORD: testPassword, LOG_LEVEL: 'error' }
  const env = { ...process.env, DATA_DIR: dataDir, ...settings }
  const server = spawn(process.execPath, ['server/main.ts'], { env, stdio: 'ignore' })
  const ended = once(server, 'close')
  await pause(life)
  server.kill('SIGKILL')
  await ended
}

/** Starts a server, sees that it serves, and answers after how many milliseconds it was ready. */
async function comesUp(dataDir: string): Promise<number> {
  const begun = performance.now()
  const server = await spawnServer({ dataDir })
  const took = performance.now() - begun
  expect(await server.signIn('manager')).toBeDefined()
  expect(await server.stop()).toBe(0)
  return took
}

/** Milliseconds between two moments of a first start at which it is killed. */
const interval = 200
/** As many moments at most, unless KILLS is given: a start takes long where the machine is busy. */
const maxMoments = 10

test(
  `a first start is killed every ${interval} ms, or every tenth where it takes long, and the next one comes up`,
  { timeout: 20 * timeLimit },
  async () => {
    const took = await comesUp(newFolder())
    const step = process.env.KILLS === undefined ? Math.max(interval, took / maxMoments) : interval
    for (let life = step; life < took; life += step) {
      const dataDir = newFolder()
      await killFirstStart(dataDir, life)
      const again = await comesUp(dataDir)
      report(`killed after ${Math.round(life)} of ${Math.round(took)} ms, up after another ${Math.round(again)} ms`)
      expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
    }
  },
)
