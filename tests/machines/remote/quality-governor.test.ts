import { createActor, fromCallback, fromTransition, SimulatedClock } from 'xstate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { VideoQuality } from '../../../domain/stream-protocol.ts'
import {
  firstQuality,
  qualityGovernorMachine,
  rememberedQuality,
  type QualityChoice,
} from '../../../src/machines/remote/quality-governor.ts'
import { remoteSessionMachine, type RemoteSession } from '../../../src/machines/remote/remote-session.ts'
import type { Figures } from '../../../src/video/video-figures.ts'

const kept = new Map<string, string>()
const keeping = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
}
const refuse = (): never => {
  throw new DOMException('no room', 'QuotaExceededError')
}
beforeAll(() => {
  vi.stubGlobal('localStorage', keeping)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const figures = (lag: number | null, toScreen = 5, fps = 30): Figures => ({ fps, toScreen, response: null, lag })
const calm = figures(10)
const uneven = figures(100)
const bad = figures(300)
const still = figures(null, 5, 0)

/** A governor whose session's figures and clock are the test's. */
function stage(choice: QualityChoice = 'automatic') {
  const clock = new SimulatedClock()
  const session = createActor(remoteSessionMachine.provide({ guards: { 'the browser decodes video': () => false } }), {
    input: { deviceId: 1, mode: 'control', quality: firstQuality(choice) },
  }).start()
  const wanted: VideoQuality[] = []
  session.subscribe(({ context: { quality } }) => {
    if (quality !== (wanted.at(-1) ?? firstQuality(choice))) wanted.push(quality)
  })
  let measure: ((event: { type: 'measured'; figures: Figures | null }) => void) | undefined
  const governor = createActor(
    qualityGovernorMachine.provide({
      actors: {
        figuresWatch: fromCallback(({ sendBack }) => {
          measure = sendBack
          return () => {
            measure = undefined
          }
        }),
      },
    }),
    { clock, input: { session, choice } },
  ).start()
  /** So many seconds, each with these figures. */
  const pass = (seconds: number, ...measured: readonly (Figures | null)[]): void => {
    for (let second = 0; second < seconds; second += 1) {
      clock.increment(1_000)
      measure?.({ type: 'measured', figures: measured[second % measured.length] ?? null })
    }
  }
  return { governor, wanted, pass, quality: () => governor.getSnapshot().context.quality }
}

/** So many seconds a frame settles, and in the next it is judged. */
const settled = 5

describe('the governor of the video’s quality', () => {
  it('begins with the usual video, and takes a lesser one after three bad seconds', () => {
    const { quality, wanted, pass } = stage()
    expect(quality()).toBe('balanced')
    pass(settled, calm)
    pass(2, bad)
    expect(wanted).toEqual([])
    pass(1, bad)
    expect(wanted).toEqual(['economical'])
  })

  it('lets a hiccup pass', () => {
    const { wanted, pass } = stage()
    pass(settled, calm)
    pass(12, bad, bad, calm)
    pass(1, bad)
    pass(11, still)
    pass(2, bad)
    expect(wanted).toEqual([])
  })

  it('takes a browser that is too slow for trouble, too', () => {
    const { wanted, pass } = stage()
    pass(settled, calm)
    pass(3, figures(5, 200))
    expect(wanted).toEqual(['economical'])
  })

  it('counts bad seconds with pauses between them, in which a line that is stuck brings nothing', () => {
    const { wanted, pass } = stage()
    pass(settled, calm)
    pass(6, bad, still)
    expect(wanted).toEqual(['economical'])
  })

  it('does not judge the new video before it has settled', () => {
    const { wanted, pass } = stage()
    pass(settled, calm)
    pass(3, bad)
    pass(5, bad)
    expect(wanted).toEqual(['economical'])
  })

  it('tries a better one after half a minute of calm, also where the screen stands still at times', () => {
    const { wanted, pass } = stage()
    pass(settled, calm)
    pass(30, calm, still, still)
    expect(wanted).toEqual([])
    pass(1, calm)
    expect(wanted).toEqual(['sharp'])
  })

  it('tries no better one while the phone sends nothing, however long that is', () => {
    const { wanted, pass } = stage()
    pass(settled, calm)
    pass(1, calm)
    pass(600, still)
    pass(30, null)
    expect(wanted).toEqual([])
    pass(1, calm)
    expect(wanted).toEqual(['sharp'])
  })

  it('takes what is neither good nor bad for a reason to leave things as they are', () => {
    const { wanted, pass } = stage()
    pass(120, uneven)
    pass(120, calm, calm, calm, uneven)
    expect(wanted).toEqual([])
  })

  it('waits twice as long after each setback, and forgets them once the best video has held', () => {
    const { wanted, pass, governor } = stage()
    const calmSeconds = () => governor.getSnapshot().context.calm / 1_000
    pass(settled + 1 + 30, calm)
    pass(settled, bad)
    pass(3, bad)
    expect([wanted, calmSeconds()]).toEqual([['sharp', 'balanced'], 60])
    pass(settled + 1 + 59, calm)
    expect(wanted).toHaveLength(2)
    pass(1, calm)
    expect(wanted.at(-1)).toBe('sharp')
    pass(settled + 1 + 60, calm)
    expect([wanted.length, calmSeconds()]).toEqual([3, 30])
  })

  it('goes no lower than the lightest', () => {
    const { wanted, pass } = stage()
    pass(settled, calm)
    pass(60, bad)
    expect(wanted).toEqual(['economical'])
  })

  it('leaves a chosen video alone, remembers the choice, and goes on from there when it is automatic again', () => {
    const { governor, quality, wanted, pass } = stage()
    governor.send({ type: 'choose', choice: 'sharp' })
    pass(60, bad)
    expect([quality(), wanted, rememberedQuality()]).toEqual(['sharp', ['sharp'], 'sharp'])
    governor.send({ type: 'choose', choice: 'automatic' })
    expect([quality(), rememberedQuality()]).toEqual(['sharp', 'automatic'])
    pass(settled, calm)
    pass(3, bad)
    expect(quality()).toBe('balanced')
  })

  it('begins with what was chosen before, and with the usual where that means nothing', () => {
    expect(firstQuality('automatic')).toBe('balanced')
    expect(stage('economical').quality()).toBe('economical')
    kept.set('picture-quality', 'thumbnail')
    expect(rememberedQuality()).toBe('automatic')
  })

  it('has what was chosen for as long as the page is open, where the browser keeps nothing', () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
    expect(rememberedQuality()).toBe('automatic')
    const { governor, quality, wanted } = stage()
    governor.send({ type: 'choose', choice: 'sharp' })
    governor.send({ type: 'choose', choice: 'economical' })
    expect([quality(), wanted]).toEqual(['economical', ['sharp', 'economical']])
    vi.stubGlobal('localStorage', keeping)
  })

  it('hears of figures once, as its session has them, and of none any more once a video is chosen', () => {
    const nothing: { figures: Figures | null } = { figures: null }
    const session = createActor(
      fromTransition((_, { figures }: { type: 'has'; figures: Figures }) => ({ figures }), nothing),
    ).start()
    const subscribing = vi.spyOn(session, 'subscribe')
    const heard: Figures[] = []
    const governor = createActor(qualityGovernorMachine, {
      clock: new SimulatedClock(),
      input: { session: session as unknown as RemoteSession, choice: 'automatic' }, // All that is looked at are its figures.
      inspect: (event) => {
        if (event.type === '@xstate.event' && event.event.type === 'measured') heard.push(event.event.figures)
      },
    }).start()
    for (const figures of [calm, calm, bad]) session.send({ type: 'has', figures })
    expect(heard).toEqual([calm, bad])
    const unsubscribing = vi.spyOn(subscribing.mock.results[0]?.value, 'unsubscribe')
    governor.send({ type: 'choose', choice: 'balanced' })
    expect(unsubscribing).toHaveBeenCalledTimes(1)
    governor.stop()
    session.stop()
  })
})
