import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { describe, expect, it, vi } from 'vitest'
import { codes } from '../../../domain/codes.ts'
import { closeCodes, maxTextLength, type ControlMessage } from '../../../domain/stream-protocol.ts'
import { ApiError } from '../../../src/api/errors.ts'
import type { Announcement, RelayOrder, RelayReport } from '../../../src/api/relay-connection.ts'
import { phaseOf } from '../../../src/screens/remote/remote-phase.ts'
import type { Holder, StreamMode, StreamPoint } from '../../../src/api/remote.ts'
import { remoteSessionMachine, type RemoteNotice } from '../../../src/machines/remote/remote-session.ts'
import { textReason, type Reason } from '../../../domain/reason.ts'

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const wang: Holder = { id: 7, user_name: 'wang', mayBeInterrupted: true }
const point: StreamPoint = { relay_url: '/relay/viewer', ticket: 'a ticket', expires_at: 0, mode: 'control' }
const back: ControlMessage = { type: 'back' }

const announced = (stream: Announcement['stream'], mode: StreamMode = 'control'): RelayReport => ({
  type: 'announced',
  announcement: {
    type: 'state',
    stream,
    reason: stream === 'lost' ? textReason('rebooting') : null,
    mode,
    controller: null,
    observers: 0,
  },
})
const silent = (ms: number): RelayReport => ({
  type: 'announced',
  announcement: {
    type: 'state',
    stream: 'streaming',
    reason: null,
    mode: 'control',
    controller: null,
    observers: 0,
    silent_for: ms,
  },
})
const closed = (code: number, reason: Reason | null = null): RelayReport => ({ type: 'closed', code, reason })
const began: RelayReport = { type: 'video began' }

/** A session whose server, relay, browser and clock are played by the test. */
function stage({
  mode = 'control',
  decodes = true,
  isTold = false,
}: { mode?: StreamMode; decodes?: boolean; isTold?: boolean } = {}) {
  const clock = new SimulatedClock()
  const notices: RemoteNotice[] = []
  const asked: { mode: StreamMode; takeOver: boolean }[] = []
  const orders: RelayOrder[] = []
  let answer: PromiseWithResolvers<unknown> | undefined
  let relay: ((report: RelayReport) => void) | undefined
  let lines = 0

  /** A question of the session, which waits until the test answers it. */
  const ask = async <Answer>(): Promise<Answer> => {
    answer = Promise.withResolvers<unknown>()
    // The test knows which question is pending.
    return (await answer.promise) as Answer
  }
  const session = createActor(
    remoteSessionMachine.provide({
      guards: { 'the browser decodes video': () => decodes },
      actors: {
        askStreamPoint: fromPromise(({ input }) => {
          asked.push({ mode: input.mode, takeOver: input.takeOver })
          return ask<StreamPoint>()
        }),
        askController: fromPromise(() => ask<Holder | null>()),
        networkWatch: fromCallback(() => undefined),
        relay: fromCallback(({ sendBack, receive }) => {
          lines += 1
          relay = sendBack
          receive((order) => orders.push(order))
          return () => {
            lines -= 1
            relay = undefined
          }
        }),
      },
    }),
    { clock, input: { deviceId: 1, mode, isTold, tell: (notice) => notices.push(notice) } },
  ).start()

  const answers = async (output: unknown): Promise<void> => {
    answer?.resolve(output)
    await tick()
  }
  const refuses = async (error: unknown): Promise<void> => {
    answer?.reject(error)
    await tick()
  }
  const relays = (...reports: RelayReport[]): void => {
    for (const report of reports) relay?.(report)
  }
  const comesLive = async (): Promise<void> => {
    await answers(point)
    relays(announced('waiting', mode), announced('streaming', mode), began)
  }
  const phase = () => phaseOf(session.getSnapshot())
  const openLines = () => lines
  return { session, clock, notices, asked, orders, phase, openLines, answers, refuses, relays, comesLive }
}

describe('a phone that leaves gestures without an answer', () => {
  it('is said to be silent, and for how long, and gets what is done with it all the same', async () => {
    const { session, clock, orders, phase, relays, comesLive } = stage()
    await comesLive()
    expect(phase()).toBe('live')
    relays(silent(2_100))
    expect(phase()).toBe('silent')
    const silence = () => session.getSnapshot().context.silentFor
    expect(silence()).toBe(2)
    for (let second = 0; second < 3; second += 1) clock.increment(1_000)
    expect(silence()).toBe(5)
    session.send({ type: 'control', message: back })
    expect(orders).toHaveLength(1)

    relays(announced('streaming'))
    expect(phase()).toBe('live')
    session.send({ type: 'control', message: back })
    expect(orders).toHaveLength(2)
  })

  it('is awaited once it is lost', async () => {
    const { phase, relays, comesLive, session } = stage()
    await comesLive()
    relays(silent(9_000), announced('lost'))
    expect(phase()).toBe('reconnecting')
    expect(session.getSnapshot().context.reason).toEqual(textReason('rebooting'))
  })
})

describe('getting to the video', () => {
  it('says in turn that it asks, connects, awaits the video, and is live', async () => {
    const { phase, answers, relays } = stage()
    const phases = [phase()]
    await answers(point)
    phases.push(phase())
    relays(announced('waiting'))
    phases.push(phase())
    relays(announced('streaming'))
    phases.push(phase())
    relays(began)
    phases.push(phase())
    expect(phases).toEqual(['asking', 'connecting', 'waiting', 'waiting', 'live'])
  })

  it('says that the browser cannot show it, and asks nobody', () => {
    const { phase, asked } = stage({ decodes: false })
    expect(phase()).toBe('unsupported')
    expect(asked).toEqual([])
  })

  it.each([
    [codes.notAllowed, 'forbidden'],
    [codes.notFound, 'missing'],
    [codes.illegalToken, 'ended'],
    [codes.signedOutElsewhere, 'ended'],
    [codes.tokenExpired, 'ended'],
  ] as const)('takes %i for %s', async (code, expected) => {
    const { phase, refuses, session } = stage()
    await refuses(new ApiError(code, 'the reason'))
    expect(phase()).toBe(expected)
    expect(session.getSnapshot().context.reason).toEqual(textReason('the reason'))
  })

  it('waits for a phone that nobody controls and that is not ready, until it returns', async () => {
    const { phase, refuses, answers, session, asked } = stage()
    await refuses(new ApiError(codes.stateForbids, 'offline'))
    await answers(null)
    expect(phase()).toBe('unavailable')
    session.send({ type: 'phone returned' })
    expect(phase()).toBe('asking')
    expect(asked).toHaveLength(2)
  })
})

describe('control', () => {
  it('sends gestures only when it is live and in control', async () => {
    const { session, orders, answers, relays } = stage()
    const canControl = () => session.getSnapshot().can({ type: 'control', message: back })
    expect(canControl()).toBe(false)
    await answers(point)
    relays(announced('streaming'))
    expect(canControl()).toBe(false)
    relays(began)
    expect(canControl()).toBe(true)
    session.send({ type: 'control', message: back })
    expect(orders).toEqual([{ type: 'send', message: back }])
    relays(announced('lost'))
    expect(canControl()).toBe(false)
    session.send({ type: 'control', message: back })
    expect(orders).toHaveLength(1)
  })

  it('lets an observer do nothing with the phone', async () => {
    const { session, orders, phase, comesLive } = stage({ mode: 'observe' })
    await comesLive()
    expect(phase()).toBe('observing')
    expect(session.getSnapshot().can({ type: 'control', message: back })).toBe(false)
    session.send({ type: 'control', message: back })
    expect(orders).toEqual([])
  })

  it('tells the operator that a text is too long, instead of sending it', async () => {
    const { session, orders, notices, comesLive } = stage()
    await comesLive()
    session.send({ type: 'control', message: { type: 'text', text: '好'.repeat(maxTextLength + 1) } })
    expect(orders).toEqual([])
    expect(notices).toEqual([{ type: 'text too long', limit: maxTextLength }])
  })

  it('says who controls the phone, and takes over only after it was confirmed', async () => {
    const { session, phase, asked, refuses, answers } = stage()
    await refuses(new ApiError(codes.stateForbids, 'taken'))
    await answers(wang)
    expect(phase()).toBe('refused')
    expect(session.getSnapshot().context.holder).toEqual(wang)
    expect(session.getSnapshot().can({ type: 'confirm' })).toBe(false)
    session.send({ type: 'take over' })
    expect(phase()).toBe('confirming')
    session.send({ type: 'cancel' })
    expect(phase()).toBe('refused')
    session.send({ type: 'take over' })
    session.send({ type: 'confirm' })
    expect(asked).toEqual([
      { mode: 'control', takeOver: false },
      { mode: 'control', takeOver: true },
    ])
  })

  it('offers to take over from nobody who is above the operator, and asks again instead', async () => {
    const { session, phase, asked, refuses, answers } = stage()
    await refuses(new ApiError(codes.stateForbids, 'taken'))
    await answers({ ...wang, mayBeInterrupted: false })
    expect(phase()).toBe('refused')
    expect(session.getSnapshot().can({ type: 'take over' })).toBe(false)
    session.send({ type: 'retry' })
    expect(asked).toEqual([
      { mode: 'control', takeOver: false },
      { mode: 'control', takeOver: false },
    ])
  })

  it('does not insist on control again when the line breaks after a takeover', async () => {
    const { session, asked, clock, refuses, answers, comesLive, relays } = stage()
    await refuses(new ApiError(codes.stateForbids, 'taken'))
    await answers(wang)
    session.send({ type: 'take over' })
    session.send({ type: 'confirm' })
    await comesLive()
    relays(closed(1006))
    clock.increment(500)
    expect(asked.at(-1)).toEqual({ mode: 'control', takeOver: false })
  })

  it('does not insist on control again when the phone could not be had after a takeover', async () => {
    const { session, phase, asked, clock, refuses, answers } = stage()
    await refuses(new ApiError(codes.stateForbids, 'taken'))
    await answers(wang)
    session.send({ type: 'take over' })
    session.send({ type: 'confirm' })
    await refuses(new ApiError(codes.stateForbids, 'offline'))
    await answers(null)
    expect(phase()).toBe('unavailable')
    clock.increment(5_000)
    expect(asked).toEqual([
      { mode: 'control', takeOver: false },
      { mode: 'control', takeOver: true },
      { mode: 'control', takeOver: false },
    ])
    // Somebody else has it by now.
    await refuses(new ApiError(codes.stateForbids, 'taken'))
    await answers({ ...wang, id: 9, user_name: 'li' })
    expect(phase()).toBe('refused')
  })

  it('goes on observing where somebody else controls the phone', async () => {
    const { session, phase, asked, refuses, answers } = stage()
    await refuses(new ApiError(codes.stateForbids, 'taken'))
    await answers(wang)
    session.send({ type: 'observe' })
    expect(asked.at(-1)).toEqual({ mode: 'observe', takeOver: false })
    await answers({ ...point, mode: 'observe' })
    expect(phase()).toBe('connecting')
  })

  it('says who took over, and stays off the line', async () => {
    const { session, phase, comesLive, relays, answers, openLines } = stage()
    await comesLive()
    relays(closed(closeCodes.takenOver, textReason('wang took control')))
    expect(phase()).toBe('takenOver')
    expect(openLines()).toBe(0)
    await answers(wang)
    expect(session.getSnapshot().context.holder).toEqual(wang)
  })
})

const endsIn = (milliseconds: number): RelayReport => {
  const report = announced('streaming')
  if (report.type === 'announced') report.announcement.idle_ends_in = milliseconds
  return report
}
/** The seconds that are shown; null where the operator is not warned. */
const left = ({ session }: ReturnType<typeof stage>) =>
  session.getSnapshot().can({ type: 'go on' }) ? session.getSnapshot().context.idleLeft : null

describe('control that nobody uses', () => {
  it('counts the last seconds down, as the relay has them', async () => {
    const staged = stage()
    await staged.comesLive()
    expect(left(staged)).toBeNull()
    staged.relays(endsIn(60_000))
    expect([staged.phase(), left(staged)]).toEqual(['live', 60])
    staged.clock.increment(1_000)
    staged.clock.increment(1_000)
    expect(left(staged)).toBe(58)
    staged.relays(endsIn(55_100))
    expect(left(staged)).toBe(56)
  })

  it('goes on when the operator says so, once the relay has heard it', async () => {
    const staged = stage()
    await staged.comesLive()
    expect(staged.session.getSnapshot().can({ type: 'go on' })).toBe(false)
    staged.relays(endsIn(60_000))
    staged.session.send({ type: 'go on' })
    expect(staged.orders).toEqual([{ type: 'present' }])
    expect(left(staged)).toBe(60)
    staged.relays(announced('streaming'))
    expect(left(staged)).toBeNull()
  })

  it('is gone in the end, and taken again only when the operator wants it', async () => {
    const { phase, clock, asked, session, comesLive, relays, openLines } = stage()
    await comesLive()
    relays(closed(closeCodes.idle, textReason('idle')))
    expect([phase(), openLines()]).toEqual(['idled', 0])
    clock.increment(600_000)
    session.send({ type: 'phone returned' })
    expect(asked).toHaveLength(1)
    session.send({ type: 'take control' })
    expect(asked.at(-1)).toEqual({ mode: 'control', takeOver: false })
  })
})

describe('recovery', () => {
  it('tries again after 0.5, 1, 2, 4, 8, 8 and 8 seconds, and then says that it is lost', async () => {
    const { phase, clock, asked, comesLive, relays, refuses } = stage()
    await comesLive()
    relays(closed(1006))
    for (const [tries, delay] of [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000].entries()) {
      expect(phase()).toBe('reconnecting')
      clock.increment(delay - 1)
      expect(asked).toHaveLength(tries + 1)
      clock.increment(1)
      expect(asked).toHaveLength(tries + 2)
      expect(phase()).toBe('reconnecting')
      await refuses(new TypeError('Failed to fetch'))
    }
    expect(phase()).toBe('lost')
  })

  it('counts anew once the video has lasted', async () => {
    const { session, clock, comesLive, relays } = stage()
    const failures = () => session.getSnapshot().context.failures
    await comesLive()
    relays(closed(1006))
    clock.increment(500)
    await comesLive()
    clock.increment(2_999)
    expect(failures()).toBe(1)
    clock.increment(1)
    expect(failures()).toBe(0)
  })

  it('is live again when the server is back', async () => {
    const { phase, clock, comesLive, relays, refuses } = stage()
    await comesLive()
    relays(closed(1006))
    clock.increment(500)
    await refuses(new TypeError('Failed to fetch'))
    clock.increment(1_000)
    await comesLive()
    expect(phase()).toBe('live')
  })

  it('keeps trying while the restarted server does not see the phone yet', async () => {
    const { phase, clock, comesLive, relays, refuses, answers } = stage()
    await comesLive()
    relays(closed(1006))
    clock.increment(500)
    await refuses(new ApiError(codes.stateForbids, 'offline'))
    await answers(null)
    expect(phase()).toBe('reconnecting')
    clock.increment(1_000)
    await comesLive()
    expect(phase()).toBe('live')
  })

  it('does not wait any longer once the browser has its network again', async () => {
    const { session, phase, asked, comesLive, relays } = stage()
    await comesLive()
    relays(closed(1006))
    session.send({ type: 'network returned' })
    expect(asked).toHaveLength(2)
    await comesLive()
    expect(phase()).toBe('live')
  })

  it('holds the line while a phone restarts', async () => {
    const { phase, clock, comesLive, relays, openLines } = stage()
    await comesLive()
    relays(announced('lost'))
    expect(phase()).toBe('reconnecting')
    clock.increment(60_000)
    relays(announced('waiting'), announced('streaming'), began)
    expect(phase()).toBe('live')
    expect(openLines()).toBe(1)
  })

  it('says why a phone that stays away is lost, and goes on when it returns', async () => {
    const { session, phase, clock, comesLive, relays, openLines } = stage()
    await comesLive()
    relays(announced('lost'))
    clock.increment(120_000)
    expect(phase()).toBe('lost')
    expect(openLines()).toBe(0)
    expect(session.getSnapshot().context.reason).toEqual(textReason('rebooting'))
    session.send({ type: 'phone returned' })
    await comesLive()
    expect(phase()).toBe('live')
  })

  it('takes another line when a broken video does not come back', async () => {
    const { phase, clock, asked, comesLive, relays } = stage()
    await comesLive()
    relays({ type: 'video stumbled', message: 'broken' })
    expect(phase()).toBe('waiting')
    clock.increment(8_000)
    expect(phase()).toBe('reconnecting')
    clock.increment(500)
    expect(asked).toHaveLength(2)
  })
})

describe('its end', () => {
  it('comes when the relay says that the operator is signed out', async () => {
    const { session, phase, comesLive, relays, openLines } = stage()
    await comesLive()
    relays(closed(closeCodes.signedOut))
    expect(phase()).toBe('ended')
    expect(session.getSnapshot().status).toBe('done')
    expect(openLines()).toBe(0)
  })

  it('hangs up at once when the page is left', async () => {
    const { session, comesLive, openLines } = stage()
    await comesLive()
    expect(openLines()).toBe(1)
    session.stop()
    expect(openLines()).toBe(0)
  })

  it('closes the player, which outlives a broken line', async () => {
    const { session, relays, comesLive } = stage()
    await comesLive()
    const close = vi.spyOn(session.getSnapshot().context.player, 'close')
    relays(closed(1006))
    expect(close).not.toHaveBeenCalled()
    session.stop()
    expect(close).toHaveBeenCalledOnce()
  })
})

describe('the clipboard', () => {
  it('tells whether a text that the phone copied could be kept', async () => {
    const { notices, comesLive, relays } = stage()
    const writeText = vi
      .fn<(text: string) => Promise<void>>()
      .mockResolvedValueOnce()
      .mockRejectedValueOnce(new Error())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    vi.stubGlobal('isSecureContext', true)
    await comesLive()
    relays({ type: 'copied', text: '你好' })
    await tick()
    relays({ type: 'copied', text: 'again' })
    await tick()
    vi.unstubAllGlobals()
    expect(notices).toEqual([
      { type: 'copied', text: '你好', kept: true },
      { type: 'copied', text: 'again', kept: false },
    ])
  })
})

describe('a phone that is made ready', () => {
  it('is asked for once it is known and ready, and not before', async () => {
    const { session, clock, asked, phase, comesLive } = stage({ isTold: true })
    expect(phase()).toBe('asking')
    session.send({ type: 'phone known', isBusy: true })
    expect(phase()).toBe('preparing')
    clock.increment(15 * 60_000)
    expect(asked).toEqual([])
    session.send({ type: 'phone known', isBusy: false })
    expect(asked).toEqual([{ mode: 'control', takeOver: false }])
    await comesLive()
    expect(phase()).toBe('live')
  })

  it('is asked for after ten seconds where nobody says what it is at', () => {
    const { clock, asked } = stage({ isTold: true })
    clock.increment(9_999)
    expect(asked).toEqual([])
    clock.increment(1)
    expect(asked).toHaveLength(1)
  })

  it('is not asked for while it is saved and wiped, and can be watched meanwhile', async () => {
    const { session, clock, asked, phase, relays, comesLive } = stage()
    await comesLive()
    session.send({ type: 'phone known', isBusy: true })
    relays(closed(1006))
    clock.increment(60_000)
    expect(phase()).toBe('preparing')
    expect(asked).toHaveLength(1)
    session.send({ type: 'observe' })
    expect(asked.at(-1)).toEqual({ mode: 'observe', takeOver: false })
  })
})
