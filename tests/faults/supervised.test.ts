import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPassword } from '../support/server.ts'
import {
  isRunning,
  processKinds,
  type ProcessKind,
  spawnSupervised,
  startSupervised,
  type Supervised,
  whole,
} from '../support/supervised.ts'

const phones = 2
const until = { timeout: 60_000, interval: 50 }

let dataDir: string
let phonedeck: Supervised
let token: string

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-supervised-'))
  phonedeck = await startSupervised({ dataDir, phones })
  await whole(phonedeck, phones)
  const body = { user_name: 'admin', password: testPassword }
  token = (await phonedeck.call('v2/user/login', { body })).data.token
})
afterAll(async () => {
  await phonedeck.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const pids = () => Object.fromEntries(processKinds.map((kind) => [kind, phonedeck.pidOf(kind)]))

/** Kills a process, and waits until another is in its place and everything works. */
async function replaced(kind: ProcessKind): Promise<void> {
  const killed = phonedeck.kill(kind)
  expect(killed).toBeDefined()
  await expect.poll(() => [undefined, killed].includes(phonedeck.pidOf(kind)), until).toBe(false)
  await whole(phonedeck, phones)
}

describe('what is started by npm start', () => {
  test('does without its server for a moment: it is back at the same address, and the rest has gone on', async () => {
    const before = pids()
    const { data } = await phonedeck.call('v3/device/list', { token })
    const ids = data.items.map(({ id }: { id: number }) => id)
    const script = { name: 'long', body: 'echo begun; sleep 20; echo done' }
    const { id } = (await phonedeck.call('v2/script/add', { token, body: script })).data
    const run = { id, targets: { device_ids: ids } }
    const { job_id } = (await phonedeck.call('v2/script/run', { token, body: run })).data
    const items = async (): Promise<string[]> =>
      (await phonedeck.call('v2/job/detail', { token, query: { id: job_id } })).data.items.items.map(
        ({ state }: { state: string }) => state,
      )
    await expect.poll(items, until).toEqual(['running', 'running'])

    await replaced('server')
    expect(pids()).toMatchObject({ postgres: before.postgres, agent: before.agent, phones: before.phones })
    await expect.poll(items, until).toEqual(['succeeded', 'succeeded'])
    expect(phonedeck.lines.filter((line) => /server ended unexpectedly/.test(line))).toEqual([
      '· The server ended unexpectedly (SIGKILL) and is started again',
    ])
  })

  test.each(['agent', 'phones', 'postgres'] as const)('has its %s again when that is killed', async (kind) => {
    await replaced(kind)
  })

  test('comes back when all of it is killed at once', async () => {
    const before = processKinds.map((kind) => phonedeck.kill(kind))
    expect(before).not.toContain(undefined)
    for (const [at, kind] of processKinds.entries())
      await expect.poll(() => [undefined, before[at]].includes(phonedeck.pidOf(kind)), until).toBe(false)
    await whole(phonedeck, phones)
  })

  test('tells no secret when parts of it end', () => {
    const printed = phonedeck.lines.join('\n')
    expect(printed).not.toContain(testPassword)
    expect(printed).not.toMatch(/ENROLMENT_TOKEN|enrolment_token/)
  })

  test('is not started a second time on the same data, and lets the first be', async () => {
    const second = spawnSupervised({ dataDir, phones: 0 })
    expect(await second.exited).toBe(2)
    expect(second.lines).toContain(`DATA_DIR=${dataDir}: another Phonedeck server is running on it`)
    await whole(phonedeck, phones)
  })

  test('ends when it is asked to, with nothing left, also while its server is away', async () => {
    const before = Object.values(pids())
    expect(before).not.toContain(undefined)
    phonedeck.kill('server')
    expect(await phonedeck.stop()).toBe(0)
    await expect.poll(() => before.filter((pid) => isRunning(pid ?? 0)), until).toEqual([])

    phonedeck = await startSupervised({ dataDir, phones })
    await whole(phonedeck, phones)
    const again = Object.values(pids())
    expect(again).not.toContain(undefined)
    expect(await phonedeck.stop()).toBe(0)
    expect(again.filter((pid) => isRunning(pid ?? 0))).toEqual([])
  })
})
