import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

const flaky = `
import { expect, test } from 'vitest'
let tries = 0
test('passes at once', () => {})
test('passes when tried again', { retry: 1 }, () => { tries += 1; expect(tries, 'how often it was tried').toBe(2) })
`

test('a run says which tests passed only when they were tried again, and why not before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'phonedeck-tries-'))
  try {
    await writeFile(join(folder, 'some.test.mjs'), flaky)
    const vitest = resolve('node_modules/vitest/vitest.mjs')
    const reporter = resolve('scripts/second-tries.mjs')
    // What this run's variables say would make it believe that it is a worker of it.
    const { stdout } = await run(process.execPath, [vitest, 'run', `--root=${folder}`, `--reporter=${reporter}`], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
    })
    expect(stdout).toContain(
      'Passed only when tried again: 1\n  some.test.mjs: passes when tried again\n    how often it was tried',
    )
    expect(stdout).not.toContain('passes at once')
  } finally {
    await rm(folder, { recursive: true })
  }
})
