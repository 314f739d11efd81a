import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { launchApp } from '../../server/devices/workflows/apps.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'launch-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A phone's programs, which write down how they are called and print what Android's do. */
function program(name: string, prints: string, status = 0): void {
  const body = `#!/bin/sh\necho "$(basename "$0") $*" >> '${folder}/calls'\ncat <<'E'\n${prints}\nE\nexit ${status}\n`
  writeFileSync(join(folder, name), body)
  chmodSync(join(folder, name), 0o755)
}

function launch(name: string): { status: number; calls: string[] } {
  let status = 0
  try {
    execFileSync('/bin/sh', ['-c', launchApp(name)], { env: { PATH: `${folder}:/usr/bin:/bin` }, stdio: 'pipe' })
  } catch (error) {
    // A program that ends with another status than 0 makes this an error with that status.
    status = (error as { status: number }).status
  }
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  return { status, calls: calls.filter((call) => !call.startsWith('cmd ')) }
}

const resolved = (activity: string) =>
  `priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n${activity}`

test('an app is opened by its own activity, and monkey, which would turn rotation on, is not run', () => {
  program('cmd', resolved('com.depop/.MainActivity'))
  program('am', 'Starting: Intent { act=android.intent.action.MAIN cmp=com.depop/.MainActivity }')
  program('monkey', '** Monkey aborted due to error.', 251)
  const { status, calls } = launch('com.depop')
  expect(status).toBe(0)
  expect(calls).toEqual([expect.stringMatching(/^am start .*-n com\.depop\/\.MainActivity$/)])
})

test.each([
  ['Unknown command: resolve-activity', 'an old Android'],
  ['No activity found', 'an app without one'],
  [resolved('android/com.android.internal.app.ResolverActivity'), 'an app with several'],
])('where %j comes of asking for the activity, monkey opens the app, and presses no keys', (answer) => {
  program('cmd', answer)
  program('am', '')
  program('monkey', 'Events injected: 1')
  const { status, calls } = launch('com.depop')
  expect(status).toBe(0)
  expect(calls).toEqual(['monkey -p com.depop -c android.intent.category.LAUNCHER --pct-syskeys 0 1'])
})

test('what am says of an activity that is gone is a failure, though it ends with 0', () => {
  program('cmd', resolved('com.depop/.MainActivity'))
  program('am', 'Error type 3\nError: Activity class {com.depop/com.depop.MainActivity} does not exist.')
  program('monkey', 'Events injected: 1')
  expect(launch('com.depop').status).toBe(1)
})
