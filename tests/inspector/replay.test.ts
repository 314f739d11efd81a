import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { loginMachine } from '../../src/machines/session/login.ts'
import { Moments } from '../../packages/machines-inspector/src/recording/moments.ts'
import { readRecording, recordingText } from '../../packages/machines-inspector/src/recording/recording-file.ts'
import { Recorder } from '../../packages/machines-inspector/src/recording/recorder.ts'
import type { Recording } from '../../packages/machines-inspector/src/recording/recording.ts'
import { replay, type Replayed } from '../../packages/machines-inspector/src/recording/replay.ts'
import { changesBetween } from '../../packages/machines-inspector/src/recording/written.ts'
import { fc } from '../support/properties.ts'
import { specificationsOf } from '../support/requirements/keeps-requirements.ts'
import { errorOf } from '../../scripts/recorded-errors.ts'
import { perform } from '../support/requirements/performance.ts'
import type { AnySpecification } from '../support/requirements/specification.ts'

const specifications = specificationsOf(
  import.meta.glob<AnySpecification | AnySpecification[]>('../machines/requirements/*.ts', {
    import: 'default',
    eager: true,
  }),
).map(([, specified]) => specified)

/** Twenty times as many are a soak: `npm run soak -- properties`. */
const recordings = 50

const machines = new Map(specifications.map(({ machine }): [string, AnyStateMachine] => [machine.id, machine]))

/** What a machine does on such a walk, as a file says it. */
function recorded(specified: AnySpecification, walk: readonly string[]): Recording {
  const recorder = new Recorder()
  perform(specified, walk, { watch: recorder.observe })
  return readRecording(recordingText(recorder.recording({ build: 'test' })))
}

const called = new Map(specifications.map((specified, at) => [`${specified.machine.id} ${at}`, specified]))
const specificationCalled = (name: string): AnySpecification => {
  const specified = called.get(name)
  if (specified === undefined) throw new Error(`nothing is specified as ${name}`)
  return specified
}

/** Any machine by its name, which is what a failure tells, and a walk that knows nothing of its chart. */
const aWalk = fc
  .constantFrom(...called.keys())
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.array(fc.constantFrom(...Object.keys(specificationCalled(name).happenings)), { minLength: 10, maxLength: 40 }),
    ),
  )

const replayed = (recording: Recording): Replayed[] => replay(recording, (id) => machines.get(id), { errorOf })

describe('a recording of any machine', () => {
  test('replays: from its first snapshot every event leads where it was recorded to lead', () => {
    let events = 0
    let taken = 0
    fc.assert(
      fc.property(aWalk, ([name, walk]) => {
        const specified = specificationCalled(name)
        const all = replayed(recorded(specified, walk))
        expect(all.map(({ machine }) => machine)).toContain(specified.machine.id)
        for (const each of all) {
          expect(each.differing).toEqual([])
          events += each.events
          taken += each.taken
        }
      }),
      { numRuns: recordings },
    )
    // What a machine asks of functions and stores is in no recording; that is little of what it does.
    expect(taken / events).toBeLessThan(0.1)
  })
})

/** The recording without one of its entries: what came after it is as it was. */
function without(recording: Recording, dropped: number): Recording {
  const moments = new Moments(recording)
  const { actor } = recording.entries[dropped] ?? { actor: '' }
  const next = recording.entries.findIndex(
    (entry, at) => at > dropped && entry.actor === actor && entry.changes !== null,
  )
  const entries = recording.entries.map((entry, at) =>
    at === next
      ? { ...entry, changes: changesBetween(moments.of(actor, dropped) ?? {}, moments.of(actor, next + 1) ?? {}) }
      : entry,
  )
  return { ...recording, entries: entries.toSpliced(dropped, 1) }
}

test('a recording that lacks an event that mattered does not replay', () => {
  const specified = specifications.find(({ machine }) => machine === (loginMachine as AnyStateMachine))
  if (specified === undefined) throw new Error('nobody says what the login is to do')
  const recording = recorded(specified, ['a captcha is not needed', 'submits everything', 'the server accepts'])
  const submitted = recording.entries.findIndex(({ event }) => event.type === 'submit')
  expect(replayed(recording).flatMap(({ differing }) => differing)).toEqual([])
  expect(replayed(without(recording, submitted)).flatMap(({ differing }) => differing)).not.toEqual([])
})
