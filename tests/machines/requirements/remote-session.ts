import { codes } from '../../../domain/codes.ts'
import { textReason } from '../../../domain/reason.ts'
import { maxTextLength, type ControlMessage } from '../../../domain/stream-protocol.ts'
import { ApiError } from '../../../src/api/errors.ts'
import type { Announcement } from '../../../src/api/relay-connection.ts'
import type { StreamMode } from '../../../src/api/remote.ts'
import { remoteSessionMachine, type RemoteNotice } from '../../../src/machines/remote/remote-session.ts'
import { copied } from '../../support/requirements/browser-memory.ts'
import { phaseOf } from '../../../src/screens/remote/remote-phase.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, never, same } from '../../support/requirements/sentences.ts'
import type { Step } from '../../support/requirements/step.ts'

const wang = { id: 7, user_name: 'wang', mayBeInterrupted: true }
const boss = { id: 2, user_name: 'boss', mayBeInterrupted: false }
const point = { relay_url: '/relay/viewer', ticket: 'a ticket', expires_at: 0, mode: 'control' }
const size = { width: 360, height: 640 }
const figures = { framesPerSecond: 30 }
const back: ControlMessage = { type: 'back' }
const finger = (action: 'down' | 'move' | 'up' | 'cancel'): ControlMessage => ({
  type: 'touch',
  action,
  pointer: 0,
  x: 0.5,
  y: 0.5,
})
const arrow = (action: 'down' | 'up'): ControlMessage => ({ type: 'key', action, keycode: 19, meta: 0 })
/** What the operator's hands do, by what it is called. */
const hands: Readonly<Record<string, ControlMessage>> = {
  'the operator goes back': back,
  'a finger goes down': finger('down'),
  'the finger moves': finger('move'),
  'the finger goes up': finger('up'),
  'the finger slips off': finger('cancel'),
  'a key goes down': arrow('down'),
  'the key goes up': arrow('up'),
}
const endings = new Set(['the finger goes up', 'the finger slips off', 'the key goes up'])
const longText: ControlMessage = { type: 'text', text: 'x'.repeat(maxTextLength + 1) }

const refusals = {
  'the server says that the session is over': new ApiError(codes.tokenExpired, '请重新登录'),
  'the server does not allow it': new ApiError(codes.notAllowed, '没有权限'),
  'the server knows no such phone': new ApiError(codes.notFound, '没有这台手机'),
  'the server says that the phone can not now': new ApiError(codes.stateForbids, '手机正忙'),
  'the server is away': new Error('no connection'),
}
const announced = {
  'the relay awaits the phone': { stream: 'waiting' },
  'the phone goes away': { stream: 'lost', reason: textReason('重启中') },
  'the box of the phone goes away': { stream: 'lost', reason: textReason('机箱离线') },
  'the phone answers, to a controller': { stream: 'streaming' },
  'the phone answers, to an observer': { stream: 'streaming', mode: 'observe' },
  'the phone leaves gestures without an answer': { stream: 'streaming', silent_for: 2_100 },
  'control is about to end': { stream: 'streaming', idle_ends_in: 3_400 },
}
const announcementOf = (happened: string): Announcement =>
  ({ type: 'state', mode: 'control', reason: null, ...announced[happened as keyof typeof announced] }) as Announcement // No more of it is looked at.

/** What closes the line, and what it says. */
const closings = {
  'the line breaks': [1006, textReason('断线')],
  'the relay is full': [1013, null],
  'somebody takes control': [4409, textReason('被接管')],
  'control ends, as nothing was done': [4408, textReason('空闲')],
  'the relay hears of the sign-out': [4410, textReason('已退出')],
} as const

/** How long each waits, in milliseconds; a pause is longer after each failure. */
const limits: Record<string, number> = {
  awaiting: 10_000,
  asking: 10_000,
  identifying: 10_000,
  connecting: 10_000,
  waiting: 8_000,
  interrupted: 120_000,
  unavailable: 5_000,
}
const pauses = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]
const live = ['going', 'silent', 'warned']
const onTheLine = ['connecting', 'waiting', 'interrupted', ...live]
const contested = ['refused', 'takenOver', 'confirming', 'free']

type SessionPlay = Play<typeof remoteSessionMachine>

const placeOf = ({ snapshot: { value } }: SessionPlay): string => {
  const names = JSON.stringify(value).match(/\w+/g) ?? []
  return names.at(-1) ?? ''
}

/** How long it may stay as it is; undefined where it may for ever. */
const limitOf = (play: SessionPlay): number | undefined =>
  placeOf(play) === 'awaiting' && play.snapshot.context.isBusy
    ? undefined
    : placeOf(play) === 'reconnecting'
      ? pauses[Math.max(play.snapshot.context.failures, 1) - 1]
      : limits[placeOf(play)]

/** Waits for the end of that, and notes where it comes too early. */
function waitForLimit(play: SessionPlay): boolean {
  const limit = limitOf(play)
  if (limit === undefined) return false
  const place = placeOf(play)
  play.notes.push(`waited while ${place}`)
  play.wait(limit - 100)
  if (placeOf(play) !== place) play.notes.push('too early')
  return play.wait(100)
}

const began = 'a video began'
const lasts = 'its time runs'

/** The video lasts for three seconds from its beginning, of which failures are forgotten at the end. */
function waitForVideo(play: SessionPlay): boolean {
  if (placeOf(play) !== 'going' || play.notes.findLast((note) => note === began || note === lasts) !== began)
    return false
  const { reason } = play.snapshot.context
  play.notes.push(lasts)
  play.wait(2_900)
  if (play.snapshot.context.reason !== reason) play.notes.push('too early')
  return play.wait(100)
}

/** What the player is told, in place of a player. */
const listenAtPlayer = (play: SessionPlay): void => {
  play.snapshot.context.player.pace = (pace) => void play.notes.push(`paced ${pace}`)
}

interface Screen {
  place: string
  reason: unknown
  holder: unknown
  /** Seconds that are shown until control ends. */
  idleLeft: number | null
  /** Seconds that are shown since the phone's last answer. */
  silentFor: number | null
  quality: string
  size: unknown
  figures: unknown
  clipboard: string
  announcement: unknown
  /** What is read of the state. */
  reads: string
  notes: readonly string[]
}
type Seen = Step<Screen>

const isIn = ({ screen }: Seen, places: readonly string[]): boolean => places.includes(screen.place)
const timeIsUp = 'nothing comes for as long as it may wait'

/** Whether the operator has control at this step: the last announcement says so. */
const hasControl = (step: Seen): boolean => {
  const line = step.since((one) => one.calls('relay').length > 0)
  const last = line.findLast(({ happened }) => happened in announced)?.happened
  return last !== undefined && last !== 'the phone answers, to an observer'
}

/** What the operator wants of the phone: at first, and what was chosen since. */
const wantsControl = ({ past }: Seen, mode: StreamMode): boolean => {
  const last = past.findLast((step) => asked(step).length > 0 && chosen.has(step.happened))?.happened
  return last === undefined ? mode === 'control' : last !== 'the operator goes on without control'
}
/** What says how the phone is wanted, where it leads to asking for it. */
const chosen = new Set([
  'the operator goes on without control',
  'the operator wants control back',
  'the operator wants to take over',
  'the operator insists',
])
const asked = (step: Seen): unknown[] => step.calls('askStreamPoint')

/** Whether a try has failed at this step. */
const isFailure = (step: Seen, failures: number): boolean => {
  const { happened, before } = step
  const isUp = happened === timeIsUp
  switch (before.screen.place) {
    case 'asking':
      return happened === 'the server is away' || isUp
    case 'identifying':
      return happened === 'who controls it is not known' || isUp || (happened === 'nobody controls it' && failures > 0)
    default:
      if (!isIn(before, onTheLine)) return false
      return (
        ['the line breaks', 'the relay is full', 'the line can not be opened'].includes(happened) ||
        (isUp && isIn(before, ['connecting', 'waiting']))
      )
  }
}

/** Since when the video lasts. */
const liveSince = (step: Seen): number | undefined =>
  isIn(step, live) ? step.past.findLast((one) => isIn(one, live) && !isIn(one.before, live))?.at : undefined

/** Whether the video has lasted for three seconds just now. */
const hasSettled = (step: Seen): boolean => {
  const since = liveSince(step)
  return since !== undefined && step.at - since >= 3_000 && step.before.at - since < 3_000
}

/** Tries in a row that have failed. */
const failuresAt = ({ past }: Seen): number => {
  let failures = 0
  for (const step of past) {
    if (isFailure(step, failures)) failures += 1
    if (isIn(step, ['lost']) || hasSettled(step)) failures = 0
  }
  return failures
}

/** Where something leads, by where it happens; what is not named changes nothing. */
const leads: [places: readonly string[], to: Record<string, string>][] = [
  [
    ['asking'],
    {
      'the server leads to the phone': 'connecting',
      'the server says that the session is over': 'ended',
      'the server does not allow it': 'forbidden',
      'the server knows no such phone': 'missing',
      'the server says that the phone can not now': 'identifying',
    },
  ],
  [
    ['identifying'],
    {
      'somebody controls it': 'refused',
      'somebody above controls it': 'refused',
      'the server says that the session is over': 'ended',
    },
  ],
  [['connecting'], { 'the phone answers, to a controller': 'waiting', 'the phone answers, to an observer': 'waiting' }],
  [
    ['connecting', 'interrupted'],
    { 'the phone leaves gestures without an answer': 'waiting', 'control is about to end': 'waiting' },
  ],
  [
    ['interrupted'],
    {
      'the phone answers, to a controller': 'waiting',
      'the phone answers, to an observer': 'waiting',
      [timeIsUp]: 'lost',
    },
  ],
  [['connecting', 'interrupted', ...live], { 'the relay awaits the phone': 'waiting' }],
  [['connecting', 'waiting', 'interrupted'], { 'the video begins': 'going' }],
  [
    live,
    {
      'the phone answers, to a controller': 'going',
      'the phone answers, to an observer': 'going',
      'the phone leaves gestures without an answer': 'silent',
      'control is about to end': 'warned',
      'the video stumbles': 'waiting',
      'the operator wants control back': 'asking',
    },
  ],
  [
    onTheLine,
    {
      'the phone goes away': 'interrupted',
      'the box of the phone goes away': 'interrupted',
      'somebody takes control': 'takenOver',
      'control ends, as nothing was done': 'idled',
      'the relay hears of the sign-out': 'ended',
    },
  ],
  [['reconnecting', 'lost'], { 'the operator tries again': 'asking', 'the network is back': 'asking' }],
  [['awaiting', 'reconnecting', 'unavailable'], { [timeIsUp]: 'asking' }],
  [['awaiting'], { 'the server has done with the phone': 'asking' }],
  [['lost', 'unavailable'], { 'the phone is seen to come back': 'asking' }],
  [['unavailable', 'missing', 'idled'], { 'the operator tries again': 'asking' }],
  [['awaiting', 'unavailable', 'idled', ...contested], { 'the operator goes on without control': 'asking' }],
  [['idled'], { 'the operator wants control back': 'asking' }],
  [['refused', 'takenOver'], { 'the operator wants to take over': 'confirming' }],
  [contested, { 'nobody controls it': 'free' }],
  [['free'], { 'somebody controls it': 'refused', 'somebody above controls it': 'refused' }],
  [['free'], { 'the operator wants to take over': 'asking' }],
  [['confirming'], { 'the operator insists': 'asking' }],
]

const againFor = new Set(['the operator goes on without control', 'the operator tries again'])

/** Whether a phone that could not be had is being asked for again by itself. */
const isRechecked = (step: Seen): boolean => {
  if (!isIn(step, ['asking', 'identifying'])) return false
  const begun = step.past.findLast((one) => isIn(one, ['asking']) && asked(one).length > 0)
  return begun?.happened === timeIsUp && isIn(begun.before, ['unavailable'])
}

type Happenings = Record<string, (play: SessionPlay) => boolean>

/** All that may happen to a session, by whom it comes from: the server, the relay, the network, the operator, time. */
const everything: Happenings = {
  'the server leads to the phone': (play) => play.answer('askStreamPoint', point),
  ...Object.fromEntries(
    Object.entries(refusals).map(([name, why]) => [
      name,
      (play: SessionPlay) =>
        play.fail('askStreamPoint', why) ||
        (name === 'the server says that the session is over' && play.fail('askController', why)),
    ]),
  ),
  'somebody controls it': (play) => play.answer('askController', wang),
  'somebody above controls it': (play) => play.answer('askController', boss),
  'nobody controls it': (play) => play.answer('askController', null),
  'who controls it is not known': (play) => play.fail('askController', new Error('who knows')),
  ...Object.fromEntries(
    Object.keys(announced).map((name) => [
      name,
      (play: SessionPlay) => play.report('relay', { type: 'announced', announcement: announcementOf(name) }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(closings).map(([name, [code, reason]]) => [
      name,
      (play: SessionPlay) => play.report('relay', { type: 'closed', code, reason }),
    ]),
  ),
  'the line can not be opened': (play) => play.fail('relay', new Error('no line')),
  'the video begins': (play) => {
    const isLive = live.includes(placeOf(play))
    const begins = play.report('relay', { type: 'video began' })
    if (begins && !isLive) play.notes.push(began)
    return begins
  },
  'the video lasts': waitForVideo,
  'the video stumbles': (play) => play.report('relay', { type: 'video stumbled', message: 'no key frame' }),
  'the video has a size': (play) => play.report('relay', { type: 'video resized', size }),
  'the video is measured': (play) => play.report('relay', { type: 'measured', figures: figures as never }),
  'the relay objects': (play) => play.report('relay', { type: 'objected', reason: textReason('太快') }),
  'the network is back': (play) => play.report('networkWatch', { type: 'network returned' }),
  ...Object.fromEntries(
    Object.entries(hands).map(([name, message]) => [
      name,
      (play: SessionPlay) => play.send({ type: 'control', message }),
    ]),
  ),
  'the operator writes too long a text': (play) => play.send({ type: 'control', message: longText }),
  'the phone copies a text': (play) => play.report('relay', { type: 'copied', text: '你好' }),
  'the operator wants a thumbnail': (play) => {
    listenAtPlayer(play)
    return play.send({ type: 'quality', quality: 'thumbnail' })
  },
  'the operator goes on without control': (play) => play.send({ type: 'observe' }),
  'the operator wants control back': (play) => play.send({ type: 'take control' }),
  'the operator is still there': (play) => play.send({ type: 'go on' }),
  'the operator wants to take over': (play) => play.send({ type: 'take over' }),
  'the operator insists': (play) => {
    if (placeOf(play) === 'confirming') play.notes.push('insisted')
    return play.send({ type: 'confirm' })
  },
  'the operator thinks better of it': (play) => play.send({ type: 'cancel' }),
  'the operator tries again': (play) => play.send({ type: 'retry' }),
  'the phone is seen to come back': (play) => play.send({ type: 'phone returned' }),
  'the server is at work on the phone': (play) => play.send({ type: 'phone known', isBusy: true }),
  'the server has done with the phone': (play) => play.send({ type: 'phone known', isBusy: false }),
  'a second passes': (play) => {
    const isLive = live.includes(placeOf(play))
    if (isLive) play.notes.push(lasts)
    return isLive && play.wait(1_000)
  },
  [timeIsUp]: waitForLimit,
}

/** Where something leads that is neither a failure nor the answer that nobody controls the phone; undefined where it leads nowhere. */
function placeAfter({ happened, before }: Seen, mode: StreamMode): string | undefined {
  // Without control already, there is nothing to give up.
  const mayGiveUp = isIn(before, [...onTheLine, 'forbidden']) && wantsControl(before, mode)
  if (happened === 'the operator goes on without control' && mayGiveUp) return 'asking'
  if (isIn(before, contested) && before.screen.holder === boss) {
    if (happened === 'the operator wants to take over') return undefined
    if (happened === 'the operator tries again') return 'asking'
  }
  if (isIn(before, ['confirming']) && happened === 'the operator thinks better of it')
    return before.screen.holder === null ? 'takenOver' : 'refused'
  if (isRechecked(before) && againFor.has(happened)) return 'asking'
  if (happened === timeIsUp && isIn(before, ['reconnecting']) && isWorkedOn(before) && wantsControl(before, mode))
    return 'awaiting'
  return leads.find(([places, to]) => isIn(before, places) && to[happened] !== undefined)?.[1][happened]
}

/** What says what the phone is at. */
const sayings = new Set(['the server is at work on the phone', 'the server has done with the phone'])

/** Whether the server was last said to be at work on the phone. */
const isWorkedOn = ({ past }: Seen): boolean =>
  past.findLast(({ happened }) => sayings.has(happened))?.happened === 'the server is at work on the phone'

/** Why the last try failed, as far as somebody said so. */
function reasonAfter(step: Seen, before: Seen): unknown {
  const { happened } = step
  if (hasSettled(step)) return null
  if (happened in refusals) return textReason(refusals[happened as keyof typeof refusals].message)
  if (happened === 'who controls it is not known') return textReason('who knows')
  if (happened === 'the line can not be opened') return textReason('no line')
  if (happened === 'the phone goes away') return textReason('重启中')
  if (happened === 'the box of the phone goes away') return textReason('机箱离线')
  if (happened === 'the video stumbles' && isIn(before, live)) return textReason('no key frame')
  const saysWhy = ['the line breaks', 'the relay is full', 'the relay hears of the sign-out'].includes(happened)
  return saysWhy ? closings[happened as keyof typeof closings][1] : before.screen.reason
}

/** What was noted in this step. */
const noted = ({ screen, before, past }: Seen): readonly string[] =>
  past.length === 1 ? screen.notes : screen.notes.slice(before.screen.notes.length)

const specified = (mode: StreamMode, happenings: Happenings, isTold = false) =>
  specification<typeof remoteSessionMachine, Screen>(
    {
      machine: remoteSessionMachine.provide({ guards: { 'the browser decodes video': () => true } }),
      input: (play) => ({
        deviceId: 8,
        mode,
        quality: 'balanced',
        isTold,
        tell: (notice) => void play.notes.push(JSON.stringify(notice)),
      }),
      happenings,
      screen: ({ context, ...snapshot }, play) => ({
        place: placeOf(play),
        reason: context.reason,
        holder: context.holder,
        idleLeft: play.snapshot.can({ type: 'go on' }) ? context.idleLeft : null,
        silentFor: snapshot.matches({ attached: { live: 'silent' } }) ? context.silentFor : null,
        quality: context.quality,
        size: context.size,
        figures: context.figures,
        clipboard: copied(),
        announcement: context.announcement,
        reads: phaseOf(play.snapshot),
        notes: [...play.notes],
      }),
      // Beyond that a path would lead to nothing that is new.
      keep: ({ context, children }, play) => {
        const place = placeOf(play)
        const isFirstPause = place === 'reconnecting' && context.failures === 1
        return [
          context.mode,
          context.takeOver,
          context.isRechecked,
          context.announcement?.mode,
          ['reconnecting', 'asking'].includes(place) ? context.failures : context.failures > 0,
          place === 'identifying' && context.failures === 7,
          (place === 'awaiting' || isFirstPause) && context.isBusy,
          ['asking', 'connecting', 'going'].includes(place) && context.failures === 0 && context.holder !== null,
          contested.includes(place) && [context.holder?.id, children.controller !== undefined],
          place === 'warned' && context.idleLeft < 4,
          place === 'silent' && context.silentFor > 2,
          (place === 'connecting' || isFirstPause) && play.notes.at(-1),
        ]
      },
    },
    {
      'DESIGN, video: a session asks at first; what heals by itself is tried again after 0.5, 1, 2, 4, 8, 8 and 8 seconds, seven times in a row':
        always((step) => {
          const { happened, before } = step
          const failures = failuresAt(before)
          if (step === before) return step.screen.place === (isTold ? 'awaiting' : 'asking')
          if (isFailure(step, failures)) return step.screen.place === (failures < 7 ? 'reconnecting' : 'lost')
          if (isIn(before, ['identifying']) && happened === 'nobody controls it')
            return step.screen.place === 'unavailable'
          return step.screen.place === (placeAfter(step, mode) ?? before.screen.place)
        }),
      'DESIGN, video: that the server is at work on the phone is read while control waits for it': always(
        (step) => (step.screen.reads === 'preparing') === (isIn(step, ['awaiting']) && isWorkedOn(step)),
      ),
      'DESIGN, video: what the relay says of the phone is shown for as long as the line is there': always(
        (step, before) => {
          const { happened, screen } = step
          const last =
            happened in announced && isIn(before, onTheLine) ? announcementOf(happened) : before.screen.announcement
          return same(screen.announcement, isIn(step, onTheLine) && isIn(before, onTheLine) ? last : null)
        },
      ),
      'DESIGN, video: every try after the first is part of one reconnecting': always((step) => {
        const isRetry =
          (isIn(step, ['asking', 'identifying', 'connecting', 'waiting']) ||
            (isIn(step, ['awaiting']) && !isWorkedOn(step))) &&
          failuresAt(step) > 0
        return (step.screen.reads === 'reconnecting') === (isRetry || isIn(step, ['reconnecting', 'interrupted']))
      }),
      'a phone that can not be had now is asked for again without a word: what is read, and may be done, stays': always(
        (step) => (step.screen.reads === 'unavailable') === (isIn(step, ['unavailable']) || isRechecked(step)),
      ),
      'DESIGN, video: nothing is given up before its time': never(({ screen }) => screen.notes.includes('too early')),
      'SPEC §2, remote: the server is asked for the phone as the operator wants it, and taken over once for each time that it was confirmed':
        always((step, before) => {
          const isAnew = step !== before && isRechecked(before) && againFor.has(step.happened)
          const isAsked =
            isIn(step, ['asking']) && ((step === before && !isTold) || !isIn(before, ['asking']) || isAnew)
          const isControl = wantsControl(step, mode)
          return same(
            asked(step),
            isAsked
              ? [
                  {
                    deviceId: 8,
                    mode: isControl ? 'control' : 'observe',
                    takeOver: step.happened === 'the operator insists',
                  },
                ]
              : [],
          )
        }),
      'a worker draws for it until it ends': always(
        (step) => step.waitsFor.some(({ to }) => to === 'playerKeeper') !== isIn(step, ['ended']),
      ),
      'DESIGN, video: there is a line to the relay exactly as long as the phone is there or awaited': always(
        (step, before) => {
          const isOpened = step.happened === 'the server leads to the phone' && isIn(before, ['asking'])
          const calls = step.calls('relay') as { relayUrl: string; ticket: string; quality: string }[]
          return (
            step.waits('relay') === (isIn(step, onTheLine) ? 1 : 0) &&
            same(
              calls.map(({ relayUrl, ticket, quality }) => [relayUrl, ticket, quality]),
              isOpened ? [['/relay/viewer', 'a ticket', step.screen.quality]] : [],
            )
          )
        },
      ),
      'DESIGN, video: what the operator does reaches the phone while control is held, and not else; a finger or key that goes up does so for as long as the line stands':
        always((step, before) => {
          const { happened } = step
          const orders = []
          const message = hands[happened]
          if (message !== undefined && isIn(before, endings.has(happened) ? onTheLine : live) && hasControl(before))
            orders.push({ type: 'send', message })
          if (happened === 'the operator is still there' && isIn(before, ['warned'])) orders.push({ type: 'present' })
          if (happened === 'the operator wants a thumbnail' && isIn(before, onTheLine))
            orders.push({ type: 'quality', quality: 'thumbnail' })
          return same(
            step.said.filter(({ to }) => to === 'relay').map(({ message }) => message),
            orders,
          )
        }),
      'DESIGN, video: the quality is what the operator chose last, and small videos are drawn less often': always(
        (step) => {
          const isChosen = step.past.some(({ happened }) => happened === 'the operator wants a thumbnail')
          return (
            step.screen.quality === (isChosen ? 'thumbnail' : 'balanced') &&
            noted(step).includes('paced 10') === (step.happened === 'the operator wants a thumbnail')
          )
        },
      ),
      'DESIGN, video: what no state shows is told: an objection of the relay, a text that is too long': always(
        (step, before) => {
          const { happened } = step
          const told: RemoteNotice[] = []
          if (happened === 'the relay objects') told.push({ type: 'objected', reason: textReason('太快') })
          if (happened === 'the operator writes too long a text' && isIn(before, live))
            told.push({ type: 'text too long', limit: maxTextLength })
          return same(
            noted(step).filter((note) => note.startsWith('{')),
            told.map((notice) => JSON.stringify(notice)),
          )
        },
      ),
      'SPEC §2, remote: what is copied on the phone goes to the operator’s clipboard': always(
        ({ happened, screen }, before) =>
          screen.clipboard === (happened === 'the phone copies a text' ? '你好' : before.screen.clipboard),
      ),
      'DESIGN, video: why it failed is said until a video has lasted for three seconds': always((step, before) =>
        same(step.screen.reason, reasonAfter(step, before)),
      ),
      'SPEC §2, remote: who holds the control is named, as far as it is known': always((step, before) => {
        const { happened } = step
        const isNamed = isIn(before, ['identifying', ...contested])
        const isTaken = happened === 'somebody takes control'
        const holder =
          isTaken || (happened === 'nobody controls it' && isIn(before, contested))
            ? null
            : happened === 'somebody controls it' && isNamed
              ? wang
              : happened === 'somebody above controls it' && isNamed
                ? boss
                : before.screen.holder
        return same(step.screen.holder, holder)
      }),
      'SPEC §2, remote: who holds it is asked when the phone can not be had, when control was taken, and whenever the phone is seen to be free again':
        always((step, before) => {
          const isMet = isIn(step, ['identifying']) && !isIn(before, ['identifying'])
          const isAgain = !isIn(before, contested) || step.happened === 'the phone is seen to come back'
          const isWanted = isMet || (isIn(step, contested) && isAgain)
          return same(step.calls('askController'), isWanted ? [{ deviceId: 8 }] : [])
        }),
      'DESIGN, video: a return of the network is waited for between tries, and after the last': always(
        (step) => step.waits('networkWatch') === (isIn(step, ['reconnecting', 'lost']) ? 1 : 0),
      ),
      'DESIGN, video: the seconds until control ends are counted down, from when it is said': always((step, before) => {
        const { happened, screen } = step
        if (!isIn(step, ['warned'])) return screen.idleLeft === null
        if (happened === 'control is about to end') return screen.idleLeft === 4
        const passed = happened === 'a second passes' ? 1 : 0
        return screen.idleLeft === Math.max(0, (before.screen.idleLeft ?? NaN) - passed)
      }),
      'DESIGN, video: the seconds since the phone’s last answer are counted': always((step, before) => {
        const { happened, screen } = step
        if (!isIn(step, ['silent'])) return screen.silentFor === null
        if (happened === 'the phone leaves gestures without an answer') return screen.silentFor === 2
        return screen.silentFor === (before.screen.silentFor ?? NaN) + (happened === 'a second passes' ? 1 : 0)
      }),
      'DESIGN, video: size and figures are those of the video; the last size stays when the line is gone': always(
        (step, before) => {
          const { happened, screen } = step
          const shownSize = happened === 'the video has a size' ? size : before.screen.size
          const shownFigures = happened === 'the video is measured' ? figures : before.screen.figures
          return same(screen.size, shownSize) && same(screen.figures, isIn(step, onTheLine) ? shownFigures : null)
        },
      ),
    },
  )

/** In a browser that can not decode video. */
const undecoded = specification(
  {
    machine: remoteSessionMachine.provide({ guards: { 'the browser decodes video': () => false } }),
    input: { deviceId: 8, mode: 'control' },
    happenings: { 'the operator tries again': (play) => play.send({ type: 'retry' }) },
    screen: (snapshot) => ({ isUnsupported: snapshot.matches('unsupported') }),
  },
  {
    'DESIGN, video: a browser that can not decode video is told so, and the server is not asked': always(
      ({ screen, waitsFor }) => screen.isUnsupported && waitsFor.every(({ to }) => to === 'playerKeeper'),
    ),
  },
)

/** What is another matter for somebody who only observes. */
const forObservers = Object.fromEntries(
  Object.entries(everything).filter(([name]) =>
    [
      'the server leads to the phone',
      'the server does not allow it',
      'the phone answers, to an observer',
      'the video begins',
      'the operator goes back',
      'the finger goes up',
      'the operator goes on without control',
      'the operator wants control back',
    ].includes(name),
  ),
)

const only = (...names: string[]): Happenings =>
  Object.fromEntries(Object.entries(everything).filter(([name]) => names.includes(name)))

/** At a desk, which tells what the phone is at. */
const atDesk: Happenings = {
  ...only(
    'the server leads to the phone',
    'the line breaks',
    'the server is at work on the phone',
    'the server has done with the phone',
    'the phone is seen to come back',
    'the operator goes on without control',
    'the operator tries again',
    timeIsUp,
  ),
  'it takes the server ten seconds': (play) =>
    placeOf(play) === 'awaiting' && play.snapshot.context.isBusy && play.wait(10_000),
}

/** The same, where the phone is made ready at first. */
const atDeskBefore: Happenings = {
  ...only('the server leads to the phone', 'the line breaks', 'the server is at work on the phone'),
  'the server has done with the phone': (play) =>
    play.snapshot.context.isBusy && play.send({ type: 'phone known', isBusy: false }),
  [timeIsUp]: (play) => placeOf(play) !== 'awaiting' && waitForLimit(play),
}

export default [
  specified('control', everything),
  specified('control', atDesk, true),
  specified('control', atDeskBefore, true),
  specified('observe', forObservers),
  undecoded,
]
