import type { RemoteSession } from '../../../src/machines/remote/remote-session.ts'
import {
  maxRecordedBytes,
  maxRecordedMinutes,
  videoRecordingMachine,
} from '../../../src/machines/remote/video-recording.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

/** Whether a browser records, only a browser knows: here it does. */
const machine = videoRecordingMachine.provide({
  guards: {
    'there is video, and the browser records': ({ context: { session } }) =>
      session.getSnapshot().matches({ attached: 'live' }),
  },
})

/** A session of which no more is looked at than whether there is video: there is at first. */
const sessionThat = (isLive: () => boolean) =>
  ({ getSnapshot: () => ({ matches: isLive }) }) as unknown as RemoteSession

const comesAndGoes = 'the video comes or goes'
const isLive = (notes: readonly string[]): boolean => notes.filter((note) => note === comesAndGoes).length % 2 === 0
const phones: Readonly<Record<string, string>> = {
  'the operator records': 'A1',
  'the operator records another phone': 'B2',
}
const failures = new Set(['it can not be recorded', 'the recorder does not begin'])
const endings: Readonly<Record<string, string>> = {
  'the operator stops it': 'stopped',
  'the session ends': 'session',
  'the file is as large as may be': 'limit',
}

interface Seen {
  happened: string
  at: number
  screen: { mayRecord: boolean; isRecording: boolean }
  before: Seen
  past: readonly Seen[]
}

/** The recording that is under way, or was last: when it began, and what ended it, if anything did. */
function recordingAt({ past }: Seen): { at: number; ending?: string; endedAt?: number } | undefined {
  const began = past.findLastIndex((one) => one.happened in phones && one.before.screen.mayRecord)
  const start = past[began]
  if (start === undefined) return undefined
  const last = start.at + maxRecordedMinutes * 60_000
  for (const { happened, at } of past.slice(began + 1)) {
    if (at >= last) return { at: start.at, ending: 'limit', endedAt: last }
    const ending = endings[happened]
    if (ending !== undefined) return { at: start.at, ending, endedAt: at }
    if (failures.has(happened)) return { at: start.at, endedAt: at }
  }
  return { at: start.at }
}

const happenings: Readonly<Record<string, (play: Play<typeof machine>) => boolean>> = {
  'the operator records': (play) => play.send({ type: 'start', phone: 'A1' }),
  'the operator records another phone': (play) => play.send({ type: 'start', phone: 'B2' }),
  'the operator stops it': (play) => play.send({ type: 'stop' }),
  [comesAndGoes]: (play) => play.notes.push(comesAndGoes) > 0,
  'the session ends': (play) => play.report('endWatch', { type: 'session ended' }),
  'the file is nearly as large as may be': (play) =>
    play.report('recorder', { type: 'grew', bytes: maxRecordedBytes - 1 }),
  'the file is as large as may be': (play) => play.report('recorder', { type: 'grew', bytes: maxRecordedBytes }),
  'it is kept': (play) =>
    play.snapshot.matches({ recording: 'finishing' }) && play.report('recorder', { type: 'finished', file: 'A1.webm' }),
  'it can not be recorded': (play) => play.report('recorder', { type: 'failed', message: 'no room' }),
  'the recorder does not begin': (play) => play.fail('recorder', new Error('no encoder')),
  'half a second passes': (play) => play.wait(500),
  'a second passes': (play) => play.wait(1_000),
  // Each second is counted, which takes long on a long path.
  'a quarter of an hour passes': (play) => play.time.now() < 2_700_000 && play.wait(900_000),
}

const recordingWhere = (only: (name: string) => boolean) =>
  specification(
    {
      machine,
      input: ({ notes }) => ({
        session: sessionThat(() => isLive(notes)),
        tell: (notice) => void notes.push(JSON.stringify(notice)),
      }),
      happenings: Object.fromEntries(Object.entries(happenings).filter(([name]) => only(name))),
      screen: (snapshot, { notes }) => ({
        isRecording: snapshot.matches('recording'),
        mayRecord: snapshot.can({ type: 'start', phone: 'A1' }),
        seconds: snapshot.context.seconds,
        isLive: isLive(notes),
        told: notes.filter((note) => note !== comesAndGoes),
      }),
      keep: ({ context: { session, seconds, ending, phone } }) => [
        session.getSnapshot().matches('attached'),
        Math.floor(seconds / 900),
        ending,
        phone,
      ],
    },
    {
      'a phone is recorded when the operator wants it, there is video, and nothing is recorded yet': always(
        (step, before) => {
          const isBegun = step.happened in phones && before.screen.isLive && before.waits('recorder') === 0
          return (
            same(
              (step.calls('recorder') as { phone: string }[]).map(({ phone }) => phone),
              isBegun ? [phones[step.happened]] : [],
            ) && step.screen.mayRecord === (step.screen.isLive && step.waits('recorder') === 0)
          )
        },
      ),
      'it is told to be recording until it is kept or has failed, and the session is watched for as long': always(
        (step, before) => {
          const isOver = step.happened === 'it is kept' || failures.has(step.happened)
          const isBegun = step.happened in phones && before.screen.mayRecord
          return (
            step.screen.isRecording === (isBegun || (before.screen.isRecording && !isOver)) &&
            step.waits('recorder') === (step.screen.isRecording ? 1 : 0) &&
            step.waits('endWatch') === (step.screen.isRecording ? 1 : 0)
          )
        },
      ),
      'it ends, once, when the operator says so, with the session, after half an hour, and where the file is too large':
        always((step, before) => {
          const isEnded = before.screen.isRecording && recordingAt(step)?.ending !== recordingAt(before)?.ending
          return same(step.said, isEnded ? [{ to: 'recorder', message: { type: 'stop' } }] : [])
        }),
      'for how long is counted, second by second, anew with each recording': always((step) => {
        const recording = recordingAt(step)
        if (recording === undefined) return step.screen.seconds === 0
        const longest = maxRecordedMinutes * 60
        const seconds = Math.floor(((recording.endedAt ?? step.at) - recording.at) / 1_000)
        // The last second may be over just when the recording is.
        return step.screen.seconds === seconds || (seconds === longest && step.screen.seconds === longest - 1)
      }),
      'under what name it was kept is told, and what ended it, or why it could not be recorded; nothing else is':
        always((step, before) => {
          const notice = {
            'it is kept': { type: 'recorded', file: 'A1.webm', ending: recordingAt(before)?.ending },
            'it can not be recorded': { type: 'not recorded', message: 'no room' },
            'the recorder does not begin': { type: 'not recorded', message: 'no encoder' },
          }[step.happened]
          return same(step.screen.told, notice ? [...before.screen.told, JSON.stringify(notice)] : before.screen.told)
        }),
    },
  )

const long = 'a quarter of an hour passes'

export default [
  recordingWhere((name) => name !== long),
  recordingWhere((name) => [long, 'the operator records', 'the operator stops it', 'it is kept'].includes(name)),
]
