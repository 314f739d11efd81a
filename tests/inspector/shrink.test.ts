import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assign, type AnyStateMachine } from 'xstate'
import { Moments } from '../../packages/machines-inspector/src/recording/moments.ts'
import { recordingText } from '../../packages/machines-inspector/src/recording/recording-file.ts'
import { Recorder } from '../../packages/machines-inspector/src/recording/recorder.ts'
import { shortest, shrink } from '../../packages/machines-inspector/src/recording/shrink.ts'
import login from '../machines/requirements/login.ts'
import { fc } from '../support/properties.ts'
import { errorOf } from '../../scripts/recorded-errors.ts'
import { perform } from '../support/requirements/performance.ts'

/** A sign-in that came to a refused password after much else. */
function refused() {
  const recorder = new Recorder()
  perform(
    login,
    [
      'a captcha is shown',
      'submits without a name',
      'submits without the captcha',
      'the captcha is on its way',
      'submits everything',
      'a captcha is not needed',
      'submits without a password',
      'submits everything',
      'the server is not reached',
      'submits everything',
      'the server accepts',
    ],
    { watch: recorder.observe },
  )
  return recorder.recording({ build: 'test' })
}

describe('what a machine did in a recording', () => {
  test('is told by the fewest events that lead to the same end', () => {
    const recording = refused()
    const actor = recording.actors.find(({ name }) => name === 'login')
    const shrunk = shrink(new Moments(recording), actor?.session ?? '', login.machine, { errorOf })
    expect(shrunk?.leadsThere).toBe(true)
    expect(shrunk?.recorded).toBeGreaterThan(10)
    expect(shrunk?.end.value).toBe('accepted')
    expect(shrunk?.events.map(({ event }) => event.type)).toEqual([
      'submit',
      'xstate.snapshot.captcha',
      'xstate.done.actor.signIn',
    ])
  })

  test('is as short as leaving out any one event can make it', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(200), { maxLength: 60 }),
        fc.array(fc.nat(59), { maxLength: 5 }),
        (items, places) => {
          const needed = places.flatMap((place) => items.slice(place, place + 1))
          const isEnough = (part: readonly number[]) => needed.every((item) => part.includes(item))
          expect(new Set(shortest(items, isEnough))).toEqual(new Set(needed))
        },
      ),
    )
  })

  test('becomes a test that passes, and that fails where the chart leads elsewhere', () => {
    const folder = mkdtempSync('tests/inspector/recorded-')
    try {
      const file = join(folder, 'recording.json')
      const out = join(folder, 'made.ts')
      writeFileSync(file, recordingText(refused()))
      const args = ['scripts/replay-recording.mjs', file, '--actor', 'login', '--out', out]
      const made = spawnSync(process.execPath, args, { encoding: 'utf8' })
      expect(made.stderr).toContain('entries of test replay')
      expect(made.stderr).toContain('login: 3 of')
      const text = readFileSync(out, 'utf8')
      expect(text).toContain("import { loginMachine } from '../../../src/machines/session/login.ts'")
      expect(text).toContain('login after submit → xstate.snapshot.captcha → xstate.done.actor.signIn')
      // The same test, without the runner around it.
      const bare = text
        .replace(/import \{ expect, test \} from 'vitest'/, "import assert from 'node:assert/strict'")
        .replace(/test\(".*", \(\) => \{/, '{')
        .replace(/expect\((.*)\)\.toMatchObject\(([^]*)\)\n\}\)\n$/, 'assert.partialDeepStrictEqual($1, $2)\n}\n')
      const run = (code: string) => {
        writeFileSync(out, code)
        return spawnSync(process.execPath, [out], { encoding: 'utf8' }).status
      }
      expect(run(bare)).toBe(0)
      expect(run(bare.replace('"value": "accepted"', '"value": "editing"'))).not.toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

test('a failure of a machine is what its test ends with', () => {
  const machine = login.machine.provide({
    actions: {
      'keep what was filled in': assign(() => {
        throw new Error('broken')
      }),
    } as never, // Named as in the machine.
  }) as AnyStateMachine
  const recorder = new Recorder()
  perform({ ...login, machine }, ['a captcha is not needed', 'submits without a name', 'submits everything'], {
    watch: recorder.observe,
  })
  const recording = recorder.recording({ build: 'test' })
  const actor = recording.actors.find(({ name }) => name === 'login')
  const shrunk = shrink(new Moments(recording), actor?.session ?? '', machine, { errorOf })
  expect(shrunk?.end).toMatchObject({ status: 'error', error: { message: 'broken' } })
  expect(shrunk?.leadsThere).toBe(true)
  expect(shrunk?.events.map(({ event }) => event.type)).toEqual(['submit'])
})
