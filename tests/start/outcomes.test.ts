import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

const some = `
import { expect, test } from 'vitest'
let tries = 0
test('passes at once', () => {})
test('passes when tried again', { retry: 1 }, () => { tries += 1; expect(tries, 'how often it was tried').toBe(2) })
test('fails', () => { throw new Error(Array.from({ length: 40 }, (_, at) => 'line ' + (at + 1)).join('\\n')) })
`

test('a run says at its end which tests passed only when they were tried again, which failed, and why, in some lines', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'phonedeck-tries-'))
  try {
    await writeFile(join(folder, 'some.test.mjs'), some)
    const vitest = resolve('node_modules/vitest/vitest.mjs')
    const reporter = resolve('scripts/outcomes.mjs')
    // What this run's variables say would make it believe that it is a worker of it.
    const { stdout } = await run(process.execPath, [vitest, 'run', `--root=${folder}`, `--reporter=${reporter}`], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
    }).catch((failure: { stdout: string }) => failure)
    expect(stdout).toContain(
      'Passed only when tried again: 1\n  some.test.mjs: passes when tried again\n    how often it was tried',
    )
    expect(stdout).toContain('Failed: 1\n  some.test.mjs: fails\n    line 1\n    line 2\n')
    expect(stdout.trim().split('\n').at(-1)).toBe('    line 12')
    expect(stdout).not.toContain('passes at once')
  } finally {
    await rm(folder, { recursive: true })
  }
})
