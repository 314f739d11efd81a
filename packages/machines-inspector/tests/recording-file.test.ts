import { describe, expect, test } from 'vitest'
import { createActor, createMachine } from 'xstate'
import {
  readRecording,
  recordingText,
  UnreadableRecording,
  type RecordingProblem,
} from '../src/recording/recording-file.ts'
import { Recorder } from '../src/recording/recorder.ts'
import type { Recording } from '../src/recording/recording.ts'
import { changed, changesBetween, type Written } from '../src/recording/written.ts'
import { fc } from '../../../tests/support/properties.ts'

function someRecording(): Recording {
  const recorder = new Recorder()
  const machine = createMachine({ id: 'switch', initial: 'off', states: { off: { on: { flip: 'on' } }, on: {} } })
  const actor = createActor(machine, { inspect: recorder.observe }).start()
  actor.send({ type: 'flip' })
  actor.stop()
  return recorder.recording({ build: 'index-abc.js', note: 'it stays on', steps: [{ does: 'press' }] })
}

function problemOf(text: string): RecordingProblem | undefined {
  try {
    readRecording(text)
    return undefined
  } catch (error) {
    if (error instanceof UnreadableRecording) return error.problem
    throw error
  }
}

/** The recording's file, with something else in one of its places. */
function broken(path: readonly (string | number)[], value: Written | undefined): string {
  const file = JSON.parse(recordingText(someRecording())) as Written
  return JSON.stringify(changed(file, [value === undefined ? [path] : [path, value]]))
}

describe('the file of a recording', () => {
  test('is read as it was written', () => {
    const recording = someRecording()
    expect(readRecording(recordingText(recording))).toEqual(recording)
    expect(recording).toMatchObject({ version: 2, build: 'index-abc.js', note: 'it stays on' })
  })

  test.each<[string, string, RecordingProblem]>([
    ['no JSON', '{', { code: 'notJson' }],
    ['another file', '{"format":"something"}', { code: 'noRecording' }],
    ['a list', '[]', { code: 'noRecording' }],
    ['a later version', broken(['version'], 3), { code: 'otherVersion', version: '3', readable: 2 }],
    ['no build', broken(['build'], undefined), { code: 'wrongField', field: 'build' }],
    ['a time in words', broken(['savedAt'], 'today'), { code: 'wrongField', field: 'savedAt' }],
    ['no actors', broken(['actors'], {}), { code: 'wrongField', field: 'actors' }],
    ['an actor without a name', broken(['actors', 0, 'name'], 7), { code: 'wrongField', field: 'actors[0].name' }],
    ['the entry of nobody', broken(['entries', 1, 'actor'], 'x:0'), { code: 'wrongField', field: 'entries[1].actor' }],
    ['an event without a type', broken(['entries', 1, 'event'], {}), { code: 'wrongField', field: 'entries[1].event' }],
    ['changes of nothing', broken(['entries', 1, 'changes'], [7]), { code: 'wrongField', field: 'entries[1].changes' }],
    [
      'a change of what all objects have',
      broken(['entries', 1, 'changes'], [[['__proto__'], 1]]),
      { code: 'wrongField', field: 'entries[1].changes' },
    ],
    [
      'an unknown deed',
      broken(['entries', 1, 'deeds'], [{ did: 'x' }]),
      { code: 'wrongField', field: 'entries[1].deeds' },
    ],
    ['a step that does nothing', broken(['steps', 0, 'does'], 7), { code: 'wrongField', field: 'steps' }],
    ['too much', ' '.repeat(64_000_001), { code: 'tooLong' }],
  ])('that is %s is refused, and the field is named', (_, text, problem) => {
    expect(problemOf(text)).toEqual(problem)
  })
})

test('the changes between any two moments make the one the other', () => {
  // That one name is what a file is refused for.
  const written = (fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Written>).filter(
    (value) => !JSON.stringify(value).includes('__proto__'),
  )
  fc.assert(
    fc.property(written, written, (one, other) => {
      expect(changed(one, changesBetween(one, other))).toEqual(other)
      expect(changesBetween(one, structuredClone(one))).toEqual([])
    }),
  )
})
