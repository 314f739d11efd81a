import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { pictureFileName } from '../../../src/api/keep-file.ts'
import { maxRecordedBytes, videoRecordingMachine } from '../../../src/machines/remote/video-recording.ts'
import { screenshotMachine } from '../../../src/machines/remote/screenshot.ts'
import { remoteSessionMachine, type RemoteNotice } from '../../../src/machines/remote/remote-session.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const session = () => createActor(remoteSessionMachine, { input: { deviceId: 1, mode: 'control' } })
const yes = () => true

it('a kept picture is named after phone and time, in letters that every system takes', () => {
  const at = new Date(2026, 10, 21, 20, 15, 3)
  expect(pictureFileName('B01-01', at, 'png')).toBe('B01-01_20261121-201503.png')
  expect(pictureFileName('直播 手机/2: "新"', at, 'webm')).toBe('直播-手机-2-新-_20261121-201503.webm')
})

/** A machine whose frames are written by hand. */
const shotStage = () => {
  const notices: RemoteNotice[] = []
  const shot = answeredByHand<{ file: string; copied: boolean }>()
  const machine = screenshotMachine.provide({
    guards: { 'there is a picture': yes },
    actors: { takeShot: fromPromise(() => shot.call()) },
  })
  const actor = createActor(machine, { input: { session: session(), tell: (notice) => notices.push(notice) } })
  return { notices, shot, actor: actor.start() }
}

describe('a screenshot', () => {
  it('is taken once, however often it is asked for while it is written, and told', async () => {
    const { actor, notices, shot } = shotStage()
    actor.send({ type: 'take', phone: 'B01-01' })
    actor.send({ type: 'take', phone: 'B01-01' })
    expect(shot.calls).toBe(1)
    await shot.answer({ file: 'a.png', copied: true })
    expect(notices).toEqual([{ type: 'pictured', file: 'a.png', copied: true }])
  })

  it('that fails is told, too', async () => {
    const { actor, notices, shot } = shotStage()
    actor.send({ type: 'take', phone: 'B01-01' })
    await shot.fail(new Error('there is no picture'))
    expect(notices).toEqual([{ type: 'not pictured', message: 'there is no picture' }])
  })

  it('is not to be had while there is no picture', () => {
    const actor = createActor(screenshotMachine, { input: { session: session(), tell: () => undefined } }).start()
    expect(actor.getSnapshot().can({ type: 'take', phone: 'B01-01' })).toBe(false)
  })
})

/** A machine whose recorder, session and clock are the test's. */
const recordingStage = () => {
  const notices: RemoteNotice[] = []
  const clock = new SimulatedClock()
  let report: ((event: { type: 'finished'; file: string } | { type: 'grew'; bytes: number }) => void) | undefined
  let end: (() => void) | undefined
  let stops = 0
  const machine = videoRecordingMachine.provide({
    guards: { 'there is video, and the browser records': yes },
    actors: {
      recorder: fromCallback(({ sendBack, receive }) => {
        report = sendBack
        receive(() => {
          stops += 1
        })
      }),
      endWatch: fromCallback(({ sendBack }) => {
        end = () => sendBack({ type: 'session ended' })
      }),
    },
  })
  const input = { session: session(), tell: (notice: RemoteNotice) => notices.push(notice) }
  const actor = createActor(machine, { clock, input }).start()
  return {
    actor,
    clock,
    notices,
    stops: () => stops,
    reports: (event: Parameters<NonNullable<typeof report>>[0]) => report?.(event),
    sessionEnds: () => end?.(),
    isRecording: () => actor.getSnapshot().matches('recording'),
  }
}

/** A browser's, of which no more is played than its end. */
class FakeRecorder extends EventTarget {
  state = 'inactive'
  start = (): void => {
    this.state = 'recording'
  }
  breakOff(error: Error): void {
    this.state = 'inactive'
    this.dispatchEvent(Object.assign(new Event('error'), { error }))
  }
}

/** The machine and its recorder as they are, in a page whose browser records as the test says. */
const browserStage = (recorder: () => FakeRecorder) => {
  const page = new EventTarget()
  function made() {
    return recorder()
  }
  const canvas = { getContext: () => null, captureStream: () => ({ getTracks: () => [] }) }
  vi.stubGlobal('document', { createElement: () => canvas })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('MediaRecorder', Object.assign(made, { isTypeSupported: yes }))
  vi.useFakeTimers() // The recorder repeats frames.
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  const notices: RemoteNotice[] = []
  const machine = videoRecordingMachine.provide({
    guards: { 'there is video, and the browser records': yes },
    actors: { endWatch: fromCallback(() => undefined) },
  })
  const actor = createActor(machine, { input: { session: session(), tell: (notice) => notices.push(notice) } })
  /** Whether a browser that is about to close the page asks first. */
  const isAsked = (): boolean => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  return { actor: actor.start(), notices, isAsked }
}

describe('a recording', () => {
  it('counts its seconds, and is told once the file is whole', () => {
    const { actor, clock, notices, stops, reports, isRecording } = recordingStage()
    actor.send({ type: 'start', phone: 'B01-01' })
    for (let second = 0; second < 3; second += 1) clock.increment(1_000)
    expect(actor.getSnapshot().context.seconds).toBe(3)
    actor.send({ type: 'stop' })
    expect([stops(), isRecording(), notices]).toEqual([1, true, []])
    reports({ type: 'finished', file: 'a.webm' })
    expect([isRecording(), notices]).toEqual([false, [{ type: 'recorded', file: 'a.webm', ending: 'stopped' }]])
    actor.send({ type: 'start', phone: 'B01-01' })
    expect(actor.getSnapshot().context.seconds).toBe(0)
  })

  it('that does not begin is told, and may be tried again', () => {
    const { actor, notices, isAsked } = browserStage(() => {
      throw new Error('no encoder')
    })
    actor.send({ type: 'start', phone: 'B01-01' })
    expect(actor.getSnapshot().can({ type: 'start', phone: 'B01-01' })).toBe(true)
    expect([notices, isAsked()]).toEqual([[{ type: 'not recorded', message: 'no encoder' }], false])
  })

  it('that breaks off is told, and the page may be closed again', () => {
    const recorder = new FakeRecorder()
    const { actor, notices, isAsked } = browserStage(() => recorder)
    actor.send({ type: 'start', phone: 'B01-01' })
    expect(isAsked()).toBe(true)
    recorder.breakOff(new Error('out of memory'))
    expect(actor.getSnapshot().matches('recording')).toBe(false)
    expect([notices, isAsked()]).toEqual([[{ type: 'not recorded', message: 'out of memory' }], false])
  })

  it('ends after half an hour', () => {
    const { actor, clock, notices, stops, reports } = recordingStage()
    actor.send({ type: 'start', phone: 'B01-01' })
    clock.increment(30 * 60_000 - 1)
    expect(stops()).toBe(0)
    clock.increment(1)
    expect(stops()).toBe(1)
    reports({ type: 'finished', file: 'a.webm' })
    expect(notices).toEqual([{ type: 'recorded', file: 'a.webm', ending: 'limit' }])
  })

  it('ends at a gigabyte', () => {
    const { actor, notices, stops, reports } = recordingStage()
    actor.send({ type: 'start', phone: 'B01-01' })
    reports({ type: 'grew', bytes: maxRecordedBytes - 1 })
    expect(stops()).toBe(0)
    reports({ type: 'grew', bytes: maxRecordedBytes })
    expect(stops()).toBe(1)
    reports({ type: 'finished', file: 'a.webm' })
    expect(notices).toEqual([{ type: 'recorded', file: 'a.webm', ending: 'limit' }])
  })

  it('ends, and is kept, with the session', () => {
    const { actor, notices, stops, reports, sessionEnds } = recordingStage()
    actor.send({ type: 'start', phone: 'B01-01' })
    sessionEnds()
    expect(stops()).toBe(1)
    reports({ type: 'finished', file: 'a.webm' })
    expect(notices).toEqual([{ type: 'recorded', file: 'a.webm', ending: 'session' }])
  })

  it('is not to be had while there is no picture', () => {
    const actor = createActor(videoRecordingMachine, { input: { session: session(), tell: () => undefined } }).start()
    expect(actor.getSnapshot().can({ type: 'start', phone: 'B01-01' })).toBe(false)
  })
})
