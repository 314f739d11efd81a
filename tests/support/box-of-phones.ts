import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { vi, expect } from 'vitest'
import { newEnrolment } from '../../server/boxes/credentials.ts'
import { Cable } from './cable.ts'
import type { TestServer } from './server.ts'
import type { TestStore } from './test-store.ts'

/** A box of virtual phones whose programs a test has in its hands: phones, agent, and the cables between them. */
export interface BoxOfPhones {
  /** One a phone. */
  cables: Cable[]
  /** That of a phone, by its serial. */
  cableOf: ReadonlyMap<string, Cable>
  /** Has the phones hang, with their connections open: all of them, or those of one program. */
  freeze(program?: number): void
  thaw(): void
  stop(): Promise<void>
}

interface Options {
  phones: number
  /** How many programs they are spread over evenly; one unless asked for. */
  programs?: number
  /** Where the agent reaches the server, if not at its own address. */
  serverUrl?: string
  /** For the agent. */
  env?: Record<string, string>
}

const run = (args: string[], env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })

async function portsOf(phones: ChildProcess): Promise<{ serial: string; port: number }[]> {
  const ports: { serial: string; port: number }[] = []
  if (phones.stdout === null) throw new Error('the phones say nothing')
  for await (const line of createInterface(phones.stdout)) {
    // One line a phone, and one behind the last.
    const said = JSON.parse(line) as { serial: string; port: number } | { ready: true }
    if ('ready' in said) break
    ports.push(said)
  }
  phones.stdout.resume()
  return ports
}

/** Starts the agent of box B01 and its phones, and waits until the server has found them all ready. */
export async function startBoxOfPhones(
  server: TestServer,
  store: TestStore,
  { phones: count, programs: programCount = 1, serverUrl = server.url, env = {} }: Options,
): Promise<BoxOfPhones> {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-box-'))
  const programs = Array.from({ length: programCount }, (_, index) =>
    run([
      'phone/main.ts',
      '--phones',
      String(count / programCount),
      '--port',
      '0',
      '--serial-prefix',
      `P${'DEF'[index]}`,
    ]),
  )
  const cableOf = new Map<string, Cable>()
  for (const program of programs)
    for (const { serial, port } of await portsOf(program)) cableOf.set(serial, await Cable.to(port))
  const cables = [...cableOf.values()]
  const box = await store.boxes.byCode('B01')
  if (box === undefined) throw new Error('there is no box')
  await store.db
    .updateTable('boxes')
    .set({ slots: count })
    .where('id', '=', box.id)
    .where('slots', '<', count)
    .execute()
  const { token, hash } = newEnrolment()
  await store.boxes.replaceEnrolment(box.id, hash)
  const agent = run(['agent/main.ts'], {
    PHONEDECK_URL: serverUrl,
    ENROLMENT_TOKEN: token,
    ADB_ENDPOINTS: cables.map(({ port }) => `127.0.0.1:${port}`).join(','),
    AGENT_DATA: folder,
    ...env,
  })
  agent.stdout?.resume()
  const thaw = (): void => {
    for (const program of programs) program.kill('SIGCONT')
  }
  const idle = () => store.db.selectFrom('devices').select('id').where('status', '=', 'idle').execute()
  await vi.waitFor(async () => expect(await idle()).toHaveLength(count), { timeout: 240_000, interval: 50 })
  return {
    cables,
    cableOf,
    freeze(only) {
      for (const [index, program] of programs.entries())
        if (only === undefined || only === index) program.kill('SIGSTOP')
    },
    thaw,
    async stop() {
      thaw()
      const isGone = agent.exitCode === null && agent.signalCode === null && once(agent, 'exit')
      agent.kill()
      await Promise.all(cables.map((cable) => cable.close()))
      await isGone // It writes into its folder until then.
      for (const program of programs) program.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
