import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newDatabase } from '../support/database.ts'
import { Output } from '../support/lines.ts'
import { callServer, testEnvironment } from '../support/server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-terminal-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Starts the server in a terminal: `script` is one, and copies what it shows. */
async function startInTerminal(database: string): Promise<{ shown: string; stop: () => Promise<void> }> {
  const { SEED_PASSWORD: _, ...env } = testEnvironment({ env: { DATABASE_URL: database } }, dataDir)
  const command = `'${process.execPath}' server/main.ts`
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => terminal.once('close', resolve))
  const output = new Output()
  output.read(terminal)
  await output.first(/^└/)
  return {
    shown: output.all.map((line) => line.trimEnd()).join('\n'),
    async stop() {
      terminal.stdin.write('\u0003') // Ctrl+C
      await ended
    },
  }
}

test('in a terminal a start ends with the address, the accounts and what to try, and its log is in files', async () => {
  const database = await newDatabase({ isSeeded: false })
  const first = await startInTerminal(database.url)
  try {
    const url = /Phonedeck is ready: (http:\S+)/.exec(first.shown)?.[1] ?? ''
    const box = /┌[^]+┘/.exec(first.shown)?.[0] ?? ''
    const rows = box.split('\n')
    expect(new Set(rows.map(({ length }) => length)).size).toBe(1)
    const password = /│ {2}manager +(\S+)/.exec(box)?.[1]
    const body = { user_name: 'manager', password }
    expect(await callServer(url, 'v2/user/login', { body })).toMatchObject({ code: 20_000 })
    expect(first.shown).not.toContain('"level"')
    const log = () => readFileSync(join(dataDir, 'log', 'current.log'), 'utf8')
    // It is written a moment after the answer.
    await expect.poll(log, { timeout: 30_000 }).toContain('"url":"/api/restful/v2/user/login"')
    expect(log()).not.toContain(password)
  } finally {
    await first.stop()
  }
  const second = await startInTerminal(database.url)
  expect(second.shown).toContain('Accounts are those of the first start.')
  await second.stop()
  expect(readdirSync(join(dataDir, 'log'))).toContain('current.log')
  await database.drop()
})
