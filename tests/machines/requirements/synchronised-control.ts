import { assign, setup, type EventObject } from 'xstate'
import { textReason } from '../../../domain/reason.ts'
import { usualQuality } from '../../../domain/stream-protocol.ts'
import type { WallEntry } from '../../../src/api/remote.ts'
import { synchronisedControlMachine } from '../../../src/machines/remote/synchronised-control.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, same, when } from '../../support/requirements/sentences.ts'
import { silentFleet } from '../../support/silent-fleet.ts'

/** A session that notes what it is told; it has control or somebody else has. */
const session = setup({
  types: {
    input: {} as { deviceId: number; mode: string; quality: string },
    context: {} as { quality: string; heard: readonly string[]; size: null },
    events: {} as { type: string; quality?: string },
  },
  actions: { hear: assign({ heard: ({ context, event }) => [...context.heard, event.type] }) },
}).createMachine({
  context: ({ input: { quality } }) => ({ quality, heard: [], size: null }),
  on: {
    quality: { actions: assign({ quality: ({ event }) => event.quality ?? '' }) },
    'go on': { actions: 'hear' },
    retry: { actions: 'hear' },
    'phone returned': { actions: 'hear' },
  },
  initial: 'controlling',
  states: {
    controlling: { on: { control: { actions: 'hear' }, 'is held': 'held' } },
    held: { on: { 'take over': 'confirming', 'is let go': 'controlling' } },
    confirming: { on: { confirm: { target: 'controlling', actions: 'hear' } } },
  },
})
const machine = synchronisedControlMachine.provide({ actors: { session: session as never } }) // No more of it is looked at.
type Control = Play<typeof machine>

const phone = (id: number): WallEntry =>
  ({
    id,
    name: `B${id}`,
    resolution: '360x640',
    status: 'idle',
    environment: null,
    in_use_by: null,
  }) as unknown as WallEntry // No more of it is looked at.
const toggles: Readonly<Record<string, number>> = {
  'the operator chooses the first or not': 8,
  'the operator chooses the second or not': 9,
}
const statuses: Readonly<Record<string, string>> = { 'the first is lost': 'offline', 'the first is back': 'idle' }
/** What the server answers, where changes were missed. */
const found: Readonly<Record<string, string>> = {
  'the first is found to be lost': 'offline',
  'the first is found to be there': 'idle',
}
const leads: Readonly<Record<string, number>> = {
  'the first is to lead': 8,
  'the second is to lead': 9,
  'one that is not chosen is to lead': 5,
}
const pauses: Readonly<Record<string, number>> = { 'the first is paused': 8, 'the second is paused': 9 }
const objection = textReason('secure window')
const gesture = { type: 'back' } as const

const happenings: Readonly<Record<string, (play: Control) => boolean>> = {
  'the operator wants several': (play) => play.send({ type: 'choose' }),
  ...Object.fromEntries(
    Object.entries(toggles).map(([name, id]) => [
      name,
      (play: Control) => play.send({ type: 'toggle', phone: phone(id) }),
    ]),
  ),
  'the operator chooses both': (play) => play.send({ type: 'choose these', phones: [phone(8), phone(9)] }),
  ...Object.fromEntries(
    Object.entries(leads).map(([name, id]) => [name, (play: Control) => play.send({ type: 'lead', id })]),
  ),
  'the operator begins': (play) => play.send({ type: 'start' }),
  'the operator leaves': (play) => play.send({ type: 'leave' }),
  'the operator does something': (play) => play.send({ type: 'gesture', message: gesture }),
  'the operator sends a text': (play) => play.send({ type: 'send text', text: 'hello' }),
  'the operator is still there': (play) => play.send({ type: 'go on' }),
  'the options are too large': (play) => play.send({ type: 'set', options: { delay: 9_999, offset: 12 } }),
  ...Object.fromEntries(
    Object.entries(pauses).map(([name, id]) => [name, (play: Control) => play.send({ type: 'pause', id })]),
  ),
  'the second goes on': (play) => play.send({ type: 'resume', id: 9 }),
  'the second is tried again': (play) => play.send({ type: 'retry', id: 9 }),
  'somebody else takes the second': (play) => {
    const video = play.snapshot.context.members.find(({ id }) => id === 9)?.session
    video?.send({ type: 'is held' } as never) // As it is played above.
    return video !== undefined
  },
  'the second is let go': (play) => {
    const video = play.snapshot.context.members.find(({ id }) => id === 9)?.session
    video?.send({ type: 'is let go' } as never) // As it is played above.
    return video !== undefined
  },
  'the operator wants control of all': (play) => play.send({ type: 'take over', ids: [8, 9] }),
  'the operator means it': (play) => play.send({ type: 'confirm' }),
  'the operator does not': (play) => play.send({ type: 'cancel' }),
  'the second missed one': (play) => play.report('fan', { type: 'missed', id: 9 }),
  'the second objects': (play) =>
    play.snapshot.context.members.length > 0 &&
    play.send({ type: 'notified', id: 9, notice: { type: 'objected', reason: objection } as never }), // No more of it is looked at.
  'the first tells something': (play) =>
    play.snapshot.context.members.length > 0 &&
    play.send({ type: 'notified', id: 8, notice: { type: 'told' } as never }), // Whatever it is.
  ...Object.fromEntries(
    Object.entries(statuses).map(([name, status]) => [
      name,
      (play: Control) =>
        play.report('fleetListener', { type: 'patched', patch: { type: 'device', id: 8, at: 1, changed: { status } } }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(found).map(([name, status]) => [
      name,
      (play: Control) => play.answer('loadWall', [{ ...phone(8), status }, phone(9)]),
    ]),
  ),
  'what became of them is not known': (play) => play.fail('loadWall', new Error('away')),
  'half a second passes': (play) => play.wait(500),
  'a second passes': (play) => play.wait(1_000),
  'changes were missed': (play) => play.report('fleetListener', { type: 'patches missed' }),
}

interface Screen {
  isChoosing: boolean
  isControlling: boolean
  isConfirming: boolean
  mayBegin: boolean
  chosen: readonly (readonly [id: number, status: string])[]
  leader: number | null
  members: readonly {
    id: number
    isPaused: boolean
    missed: number
    objects: boolean
    isHeld: boolean
    quality: string
    heard: readonly string[]
  }[]
  options: { delay: number; offset: number }
  contested: readonly number[]
  told: readonly string[]
}
interface Seen {
  happened: string
  at: number
  screen: Screen
  before: Seen
  past: readonly Seen[]
}

const toFan = ({ said }: { said: readonly { to: string; message: EventObject }[] }) =>
  said.filter(({ to }) => to === 'fan')

const isThere = ([, status]: readonly [id: number, status: string]): boolean => status === 'idle'

/** Whom the operator has lead by this step, or who led before. */
const wantedAt = ({ happened, before: { screen: was } }: Seen): number | null => {
  const led = leads[happened]
  return led !== undefined && was.chosen.some(([id]) => id === led) ? led : was.leader
}

/** What is heard by a session alone, and of which the one hand learns a second later. */
const isNotHeard = new Set(['somebody else takes the second', 'the second is let go'])

/** Whether the one hand looks at who leads: at whatever it is told, and each second. */
const isHeard = ({ happened, at, past }: Seen): boolean => {
  const began = past.findLast((one) => one.happened === 'the operator begins')?.at ?? at
  return !isNotHeard.has(happened) && (happened !== 'half a second passes' || (at - began) % 1_000 === 0)
}

/** Who leads now, by what the operator wanted and who is away. */
function leaderAt(step: Seen): number | null {
  const { happened, before, screen } = step
  const was = before.screen
  if (!screen.isChoosing && !screen.isControlling) return null
  const led = leads[happened]
  const isLed = led !== undefined && was.chosen.some(([id]) => id === led)
  if (screen.isControlling && was.isControlling) {
    const leader = wantedAt(step)
    const isAway = screen.chosen.some((one) => one[0] === leader && !isThere(one))
    const isInStep = (id: number) => was.members.some((one) => one.id === id && !one.isHeld)
    const successor = screen.members.find(({ id, isPaused }) => id !== leader && !isPaused && isInStep(id))
    return isAway && successor && isHeard(step) ? successor.id : leader
  }
  if (isLed) return led
  const isJudged =
    happened in toggles ||
    happened in statuses ||
    happened in found ||
    happened.includes('both') ||
    happened.endsWith('begins')
  if (!isJudged) return was.leader
  const begun = step.past.findLastIndex((one) => one.screen.isChoosing && !one.before.screen.isChoosing)
  const said = step.past
    .slice(begun + 1)
    .findLast((one) => one.before.screen.chosen.some(([id]) => id === leads[one.happened]))
  const wanted = leads[said?.happened ?? '']
  if (screen.chosen.some((one) => one[0] === wanted && isThere(one))) return wanted ?? null
  const fittest = screen.chosen.some(isThere) ? screen.chosen.filter(isThere) : screen.chosen
  return (fittest.find(([id]) => id === was.leader) ?? fittest[0])?.[0] ?? null
}

const controlWhere = (only: (name: string) => boolean) =>
  specification(
    {
      machine,
      real: ['session'],
      input: (play) => ({
        fleet: silentFleet,
        tell: (notice) => void play.notes.push(notice.type),
      }),
      happenings: Object.fromEntries(Object.entries(happenings).filter(([name]) => only(name))),
      fair: ['a second passes'].filter((name) => only(name)),
      screen: (snapshot, { notes }): Screen => ({
        isChoosing: snapshot.matches('choosing'),
        isControlling: snapshot.matches('controlling'),
        isConfirming: snapshot.matches({ controlling: { hands: 'confirming' } }),
        mayBegin: snapshot.can({ type: 'start' }),
        chosen: snapshot.context.chosen.map(({ id, status }) => [id, status]),
        leader: snapshot.context.leader,
        members: snapshot.context.members.map(({ id, isPaused, missed, objection: said, session: video }) => {
          const now = video.getSnapshot() as unknown as {
            value: string
            context: { quality: string; heard: readonly string[] }
          } // As it is played above.
          return { id, isPaused, missed, objects: said !== null, isHeld: now.value !== 'controlling', ...now.context }
        }),
        options: snapshot.context.options,
        contested: snapshot.context.contested,
        told: [...notes],
      }),
      keep: ({ context: { chosen, leader, wanted, members, options, contested, isOutdated } }) => [
        isOutdated,
        chosen.map(({ id, status }) => [id, status]),
        leader,
        wanted,
        members.map(({ isPaused, missed, session: video }) => [
          isPaused,
          missed > 0,
          (video.getSnapshot() as { value: unknown }).value,
        ]),
        options,
        contested,
      ],
    },
    {
      'the operator chooses before anything is controlled, and two are the fewest': always(
        ({ happened, screen, before: { screen: was } }) => {
          if (happened === 'at first') return !screen.isChoosing && !screen.isControlling
          const isBegun = happened === 'the operator begins' && was.isChoosing && was.chosen.length >= 2
          const isLeft = happened === 'the operator leaves'
          const isChosen = happened === 'the operator wants several' && !was.isControlling
          return (
            screen.isChoosing === (isChosen || (was.isChoosing && !isBegun && !isLeft)) &&
            screen.isControlling === (isBegun || (was.isControlling && !isLeft)) &&
            screen.mayBegin === (screen.isChoosing && screen.chosen.length >= 2)
          )
        },
      ),
      'who takes part is who was chosen, each as it is now, until the operator leaves': always(
        ({ happened, screen, before: { screen: was } }) => {
          if (!screen.isChoosing && !screen.isControlling) return screen.chosen.length === 0
          let chosen = [...was.chosen]
          const id = toggles[happened]
          if (was.isChoosing && id !== undefined) {
            const others = chosen.filter(([other]) => other !== id)
            chosen = others.length < chosen.length ? others : [...chosen, [id, 'idle']]
          }
          if (was.isChoosing && happened === 'the operator chooses both')
            chosen = [
              [8, 'idle'],
              [9, 'idle'],
            ]
          const status = statuses[happened] ?? found[happened]
          if (status !== undefined) chosen = chosen.map((one) => (one[0] === 8 ? [8, status] : one))
          return same(screen.chosen, chosen)
        },
      ),
      'who leads is whom the operator wants, or else the fittest; where the leader is lost, one that follows leads':
        always((step) => step.screen.leader === leaderAt(step)),
      'what became of those that take part is asked for where changes were missed, until it is answered': always(
        (step, before) => {
          const { happened, screen } = step
          const isLeft = !screen.isChoosing && !screen.isControlling
          const isMissed = happened === 'changes were missed' && !isLeft && screen.chosen.length > 0
          const isBegun = happened === 'the operator begins' && screen.isControlling && before.screen.isChoosing
          const isAsked = isMissed || (isBegun && before.waits('loadWall') > 0)
          const isOver = isLeft || happened in found || happened === 'what became of them is not known'
          return (
            same(
              (step.calls('loadWall') as { ids: readonly number[] }[]).map(({ ids }) => ids),
              isAsked ? [screen.chosen.map(([id]) => id)] : [],
            ) && step.waits('loadWall') === (isAsked || (before.waits('loadWall') > 0 && !isOver) ? 1 : 0)
          )
        },
      ),
      'DESIGN, video: each has a session of its own, the leader’s with a usual picture, as long as it lasts': always(
        (step, before) => {
          const { screen } = step
          const isBegun = screen.isControlling && !before.screen.isControlling
          const ids = isBegun
            ? screen.chosen.map(([id]) => id)
            : screen.isControlling
              ? before.screen.members.map(({ id }) => id)
              : []
          return (
            same(
              screen.members.map(({ id }) => id),
              ids,
            ) &&
            screen.members.every(
              ({ id, quality }) => quality === (id === screen.leader ? usualQuality : 'thumbnail'),
            ) &&
            step.waits('fan') === (screen.isControlling ? 1 : 0) &&
            step.waits('fleetListener') === (screen.isControlling || screen.isChoosing ? 1 : 0)
          )
        },
      ),
      'what is done goes to all that are not paused, the leader first; whoever is paused, or all where another leads, let go':
        always((step, before) => {
          const was = before.screen
          const said = toFan(step).map(({ message }) => {
            const { type, targets, id } = message as unknown as {
              type: string
              targets?: { id: number }[]
              id?: number
            }
            return [type, ...(targets?.map((each) => each.id) ?? [id])]
          })
          if (!was.isControlling || !step.screen.isControlling) return said.length === 0
          const { happened, screen } = step
          const targets = was.members
            .filter(({ isPaused }) => !isPaused)
            .toSorted((a, b) => Number(b.id === was.leader) - Number(a.id === was.leader))
          if (happened === 'the operator does something' || happened === 'the operator sends a text')
            return same(said, [['gesture', ...targets.map(({ id }) => id)]])
          const paused = pauses[happened]
          if (paused !== undefined) return same(said, paused === was.leader ? [] : [['release', paused]])
          const times = Number(happened in leads && leads[happened] !== 5) + Number(screen.leader !== wantedAt(step))
          const releases = was.members.map(({ id }) => ['release', id])
          return same(said, Array.from({ length: times }, () => releases).flat())
        }),
      'the field for texts hears what the leader could not take, and that something else is done': always((step) => {
        const { happened, said, before } = step
        const leader = before.screen.leader
        const isMissed = ['the second missed one', 'the second objects'].includes(happened) && leader === 9
        const news = isMissed ? ['missed'] : happened === 'the operator does something' ? ['passed'] : []
        return same(
          said.filter(({ to }) => to === 'leaderText').map(({ message }) => message.type),
          before.screen.isControlling && step.screen.isControlling ? news : [],
        )
      }),
      'what is sent to the leader’s phones is what was written': always((step) =>
        toFan(step).every(({ message }) => {
          const { message: done } = message as unknown as { message?: unknown } // As a gesture has it.
          return step.happened !== 'the operator sends a text' || same(done, { type: 'text', text: 'hello' })
        }),
      ),
      'the hands are on no phone for long that is away while another one is in step': when(
        ({ screen }) => screen.isControlling,
        eventually(({ screen: { isControlling, leader, chosen, members } }) => {
          const isLed = chosen.some((one) => one[0] === leader && isThere(one))
          const inStep = members.filter(({ id, isHeld, isPaused }) => id !== leader && !isHeld && !isPaused)
          return !isControlling || isLed || inStep.length === 0
        }),
      ),
      'a phone is paused until it goes on or leads, and the leader never is': always(
        ({ happened, screen, before: { screen: was } }) =>
          screen.members.every(({ id, isPaused }) => {
            const had = was.members.find((one) => one.id === id)?.isPaused ?? false
            if (pauses[happened] === id && was.isControlling) return isPaused === (id !== was.leader || had)
            const isOver =
              (happened === 'the second goes on' && id === 9) ||
              leads[happened] === id ||
              (screen.leader === id && was.leader !== id)
            return isPaused === (had && !isOver)
          }),
      ),
      'what a phone could not take is counted, and said where the relay says why': always(
        ({ happened, screen, before: { screen: was } }) =>
          screen.members.every(({ id, missed, objects }) => {
            const had = was.members.find((one) => one.id === id)
            const isMissed = id === 9 && (happened === 'the second missed one' || happened === 'the second objects')
            return (
              missed === (had?.missed ?? 0) + (isMissed ? 1 : 0) &&
              objects === ((had?.objects ?? false) || (id === 9 && happened === 'the second objects'))
            )
          }),
      ),
      'what the leader tells is told, and nothing of the others; so is that another one leads since it is lost': always(
        (step) => {
          const { happened, screen } = step
          const was = step.before.screen
          const isTold = happened === 'the first tells something' && was.leader === 8
          const isLost = was.isControlling && screen.isControlling && screen.leader !== wantedAt(step)
          return same(screen.told, [...was.told, ...(isTold ? ['told'] : []), ...(isLost ? ['leader left'] : [])])
        },
      ),
      'the delay and the offset are what the operator sets, within their bounds': always(
        ({ happened, screen, before: { screen: was } }) =>
          same(
            screen.options,
            happened === 'the options are too large' && was.isControlling ? { delay: 5_000, offset: 12 } : was.options,
          ),
      ),
      'DESIGN, video: taking over is asked first where somebody else has control, and done where it is meant': always(
        ({ happened, screen, before: { screen: was } }) => {
          const held = was.members.filter(({ isHeld }) => isHeld).map(({ id }) => id)
          const isAsked = happened === 'the operator wants control of all' && held.length > 0
          const isOver = ['the operator means it', 'the operator does not', 'the operator leaves'].includes(happened)
          return (
            screen.isConfirming === (isAsked || (was.isConfirming && !isOver)) &&
            same(screen.contested, !screen.isConfirming ? [] : was.isConfirming ? was.contested : held)
          )
        },
      ),
      'a session hears what is its business: that its phone may be back, that the operator is there or tries again, that it takes over':
        always(({ happened, screen, before: { screen: was } }) =>
          screen.members.every(({ id, heard: all }) => {
            const had = was.members.find((one) => one.id === id)?.heard ?? []
            const news = {
              'the operator is still there': ['go on'],
              'the second is tried again': id === 9 ? ['retry'] : [],
              'changes were missed': was.isControlling ? ['phone returned'] : [],
              'the first is back': id === 8 ? ['phone returned'] : [],
              'the operator means it': was.isConfirming && was.contested.includes(id) ? ['confirm'] : [],
            }[happened]
            return same(all, [...had, ...(was.isControlling ? (news ?? []) : [])])
          }),
        ),
    },
  )

const isOfTaking = (name: string): boolean =>
  [
    'somebody else takes the second',
    'the operator wants control of all',
    'the operator means it',
    'the operator does not',
  ].includes(name)
const isOfChoosing = (name: string): boolean =>
  ['the operator wants several', 'the operator chooses both', 'the operator begins', 'the operator leaves'].includes(
    name,
  )
const isOfFleet = (name: string): boolean =>
  name in statuses ||
  name in found ||
  name === 'changes were missed' ||
  name === 'a second passes' ||
  name === 'what became of them is not known'

export default [
  controlWhere((name) => isOfChoosing(name) || name in toggles || name in leads || isOfFleet(name)),
  controlWhere(
    (name) =>
      !(name in toggles) && !isOfTaking(name) && !isOfFleet(name) && name !== 'one that is not chosen is to lead',
  ),
  controlWhere(
    (name) =>
      isOfChoosing(name) ||
      isOfTaking(name) ||
      ['the first is lost', 'the second is to lead', 'a second passes'].includes(name),
  ),
  controlWhere(
    (name) =>
      isOfChoosing(name) ||
      [
        'the first is lost',
        'somebody else takes the second',
        'the second is let go',
        'half a second passes',
        'a second passes',
      ].includes(name),
  ),
]
