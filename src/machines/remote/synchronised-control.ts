import { and, assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate'
import { usualQuality, type ControlMessage } from '../../../domain/stream-protocol.ts'
import type { FrameSize } from '../../video/video-painter.ts'
import { gestureFan, type FanOptions, type FanTarget } from '../../api/gesture-fan.ts'
import { fewestTogether } from '../../api/devices.ts'
import { loadWall, type WallEntry } from '../../api/remote.ts'
import {
  fleetListener,
  returnedPhone,
  withPresence,
  withPresenceOf,
  type FleetReport,
  type FleetSource,
} from '../../api/phone-patches.ts'
import { leaderTextMachine } from './leader-text.ts'
import { remoteSessionMachine, type RemoteNotice, type RemoteSession } from './remote-session.ts'
import type { Reason } from '../../../domain/reason.ts'

/** What the options reach up to: milliseconds, and pixels of a phone's picture. */
export const maxDelay = 5_000
export const maxOffset = 100

export interface Member extends WallEntry {
  session: RemoteSession
  /** It keeps its video and its lease, and follows nobody. */
  isPaused: boolean
  /** How many gestures it could not take. */
  missed: number
  /** What the relay said last when it could not take a message; empty when it took all. */
  objection: Reason | null
}

interface Context {
  readonly fleet: FleetSource
  readonly tell: (notice: RemoteNotice) => void
  chosen: readonly WallEntry[]
  /** The id of the phone that the operator's hands are on; null while none is chosen. */
  leader: number | null
  /** The one that the operator made the leader; null while nobody has said. */
  wanted: number | null
  members: readonly Member[]
  options: FanOptions
  /** Those whose control is about to be taken over. */
  contested: readonly number[]
  /** Whether changes were missed since it was last known what the phones are at. */
  isOutdated: boolean
}

type Event =
  | FleetReport
  | { type: 'choose' }
  | { type: 'toggle'; phone: WallEntry }
  | { type: 'choose these'; phones: readonly WallEntry[] }
  | { type: 'lead'; id: number }
  | { type: 'start' }
  | { type: 'leave' }
  | { type: 'gesture'; message: ControlMessage }
  /** What stands in the field goes to all. */
  | { type: 'send text'; text: string }
  /** Is still there, though nothing was done for long. */
  | { type: 'go on' }
  | { type: 'set'; options: Partial<FanOptions> }
  | { type: 'pause'; id: number }
  | { type: 'resume'; id: number }
  | { type: 'retry'; id: number }
  | { type: 'take over'; ids: readonly number[] }
  | { type: 'confirm' }
  | { type: 'cancel' }
  /** A phone could not take a gesture. */
  | { type: 'missed'; id: number }
  /** A phone's session has something to tell. */
  | { type: 'notified'; id: number; notice: RemoteNotice }

const bounded = (value: number, most: number): number => Math.min(Math.max(Math.round(value), 0), most)

/** The shape that a phone has told, `360x640`, until its video tells it. */
function sizeOf({ resolution, session }: Member): FrameSize {
  const { size } = session.getSnapshot().context
  const [width = 0, height = 0] = resolution.split('x').map(Number)
  return size ?? { width: width || 360, height: height || 640 }
}

/** Those that take part, as a wall asks what they are at. */
const chosenPhones = ({ context: { chosen, fleet } }: { context: Context }) => ({
  ids: chosen.map(({ id }) => id),
  filter: {},
  known: undefined,
  limit: chosen.length,
  fleet,
})

const isHeldByAnother = ({ session }: Member): boolean => session.getSnapshot().can({ type: 'take over' })

const targetOf = (member: Member): FanTarget => ({
  id: member.id,
  size: sizeOf(member),
  takes: () => member.session.getSnapshot().can({ type: 'control', message: { type: 'back' } }),
  send: (message) => {
    if (member.session.getSnapshot().status === 'active') member.session.send({ type: 'control', message })
  },
})

/**
 * One operator at many phones: what is done to the leader, each of the others does too (DESIGN, video). Each is a session
 * of its own with a control lease of its own, so that one that fails or is held by somebody else stops nobody.
 */
export const synchronisedControlMachine = setup({
  types: {
    input: {} as { fleet: FleetSource; tell: (notice: RemoteNotice) => void },
    context: {} as Context,
    events: {} as Event,
    children: {} as { text: 'leaderText' },
  },
  actors: { session: remoteSessionMachine, leaderText: leaderTextMachine, fleetListener, fan: gestureFan, loadWall },
  delays: {
    /** How often it is looked whether one is in step that can lead, in milliseconds. */
    judging: 1_000,
  },
  guards: {
    'there are enough': ({ context }) => context.chosen.length >= fewestTogether,
    'some are chosen': ({ context }) => context.chosen.length > 0,
    'changes were missed': ({ context }) => context.isOutdated,
    'it is one of them': ({ context, event }) =>
      event.type === 'lead' && context.chosen.some(({ id }) => id === event.id),
    'the leader is away': ({ context: { members, leader } }) =>
      members.some((member) => member.id === leader && hindrance(member) === isAway),
    'another one can lead': ({ context }) => successorOf(context) !== undefined,
    'it follows': ({ context, event }) => event.type === 'pause' && event.id !== context.leader,
    'it objects': ({ event }) => objectionIn(event) !== undefined,
    // The others say the same.
    'the leader tells it': ({ context, event }) => event.type === 'notified' && event.id === context.leader,
    'somebody else holds one': ({ context, event }) =>
      event.type === 'take over' &&
      context.members.some((member) => event.ids.includes(member.id) && isHeldByAnother(member)),
  },
  actions: {
    'forget the choice': assign({ chosen: [], leader: null, wanted: null, isOutdated: false }),
    'choose it or not': assign(({ context, event }) => {
      if (event.type !== 'toggle') return {}
      const { phone } = event
      const others = context.chosen.filter(({ id }) => id !== phone.id)
      const chosen = others.length < context.chosen.length ? others : [...context.chosen, phone]
      return { chosen }
    }),
    'choose these': assign(({ event }) => (event.type === 'choose these' ? { chosen: event.phones } : {})),
    'judge who leads': assign({ leader: ({ context }) => leaderOf(context) }),
    'follow that one': assign(({ event }) => (event.type === 'lead' ? { leader: event.id, wanted: event.id } : {})),
    'keep what became of the phones': assign(({ context: { chosen, members }, event }) =>
      event.type === 'patched'
        ? { chosen: withPresence(chosen, event.patch), members: withPresence(members, event.patch) }
        : {},
    ),
    'note that changes were missed': assign({ isOutdated: true }),
    'take it that none are missing': assign({ isOutdated: false }),
    'take what they are at': assign(
      ({ context: { chosen, members } }, { phones }: { phones: readonly WallEntry[] }) => ({
        chosen: withPresenceOf(chosen, phones),
        members: withPresenceOf(members, phones),
      }),
    ),
    'tell who leads in its place': ({ context }) => {
      const leader = context.members.find(({ id }) => id === context.leader)
      const successor = successorOf(context)
      if (leader && successor) context.tell({ type: 'leader left', name: leader.name, successor: successor.name })
    },
    'follow its successor': assign(({ context }) => {
      const leader = successorOf(context)?.id ?? context.leader
      return { leader, wanted: leader }
    }),
    'begin the sessions': assign({
      members: ({ context, spawn, self }) =>
        context.chosen.map((phone) => ({
          ...phone,
          session: spawn('session', {
            id: `session of ${phone.id}`,
            input: {
              deviceId: phone.id,
              mode: 'control',
              quality: phone.id === context.leader ? usualQuality : 'thumbnail',
              tell: (notice) => self.send({ type: 'notified', id: phone.id, notice }),
            },
          }),
          isPaused: false,
          missed: 0,
          objection: null,
        })),
    }),
    'end the sessions': enqueueActions(({ context, enqueue }) => {
      for (const { session } of context.members) enqueue.stopChild(session)
      enqueue.assign({ members: [], contested: [] })
    }),
    'let all go of what they hold': enqueueActions(({ context, enqueue }) => {
      for (const { id } of context.members) enqueue.sendTo('fan', { type: 'release', id })
    }),
    'show the leader large': enqueueActions(({ context, enqueue }) => {
      for (const { id, session } of context.members)
        enqueue.sendTo(session, { type: 'quality', quality: id === context.leader ? usualQuality : 'thumbnail' })
    }),
    'fan it out': enqueueActions(
      ({ context: { members, options, leader }, enqueue }, { message }: { message: ControlMessage }) => {
        // The leader first: the operator's hand is on it.
        const targets = members
          .filter(({ isPaused }) => !isPaused)
          .toSorted((a, b) => Number(b.id === leader) - Number(a.id === leader))
          .map(targetOf)
        enqueue.sendTo('fan', { type: 'gesture', message, targets, options })
      },
    ),
    'let the text pass': sendTo('text', { type: 'passed' }),
    'tell the text what the leader missed': enqueueActions(({ context, event, enqueue }) => {
      if ('id' in event && event.id === context.leader) enqueue.sendTo('text', { type: 'missed' })
    }),
    'go on with all': enqueueActions(({ context, enqueue }) => {
      for (const { session } of context.members)
        if (session.getSnapshot().status === 'active') enqueue.sendTo(session, { type: 'go on' })
    }),
    'keep the options': assign(({ context, event }) =>
      event.type === 'set'
        ? {
            options: {
              delay: bounded(event.options.delay ?? context.options.delay, maxDelay),
              offset: bounded(event.options.offset ?? context.options.offset, maxOffset),
            },
          }
        : {},
    ),
    'change whether it follows': assign({
      members: ({ context, event }) =>
        changed(context.members, event, (member) => ({ ...member, isPaused: event.type === 'pause' })),
    }),
    'let it go of what it holds': enqueueActions(({ event, enqueue }) => {
      if (event.type === 'pause') enqueue.sendTo('fan', { type: 'release', id: event.id })
    }),
    'count what it missed': assign({
      members: ({ context, event }) =>
        changed(context.members, event, (member) => ({ ...member, missed: member.missed + 1 })),
    }),
    'keep what it objects to': assign({
      members: ({ context, event }) =>
        changed(context.members, event, (member) => ({
          ...member,
          missed: member.missed + 1,
          objection: objectionIn(event) ?? member.objection,
        })),
    }),
    'pass it on': ({ context, event }) => {
      if (event.type === 'notified') context.tell(event.notice)
    },
    'try again': enqueueActions(({ context, event, enqueue }) => {
      for (const { id, session } of context.members)
        if (event.type === 'retry' && event.id === id) enqueue.sendTo(session, { type: 'retry' })
    }),
    'note who is contested': assign({
      contested: ({ context, event }) =>
        event.type === 'take over'
          ? context.members.filter((each) => event.ids.includes(each.id) && isHeldByAnother(each)).map(({ id }) => id)
          : context.contested,
    }),
    'take over': enqueueActions(({ context, enqueue }) => {
      for (const { id, session } of context.members)
        if (context.contested.includes(id)) {
          enqueue.sendTo(session, { type: 'take over' })
          enqueue.sendTo(session, { type: 'confirm' })
        }
    }),
    'forget who is contested': assign({ contested: [] }),
    'tell the sessions of returned phones': enqueueActions(({ context, event, enqueue }) => {
      for (const { id, session } of context.members)
        if (event.type === 'patches missed' || (event.type === 'patched' && returnedPhone(event.patch) === id))
          enqueue.sendTo(session, { type: 'phone returned' })
    }),
  },
}).createMachine({
  id: 'synchronisedControl',
  context: ({ input: { fleet, tell } }) => ({
    fleet,
    tell,
    chosen: [],
    leader: null,
    wanted: null,
    members: [],
    options: { delay: 0, offset: 0 },
    contested: [],
    isOutdated: false,
  }),
  initial: 'resting',
  states: {
    resting: {
      description: 'The phones are only looked at.',
      entry: 'forget the choice',
      on: { choose: 'choosing' },
    },
    choosing: {
      description: 'The operator chooses who takes part and who leads.',
      invoke: { src: 'fleetListener', input: ({ context: { fleet } }) => ({ fleet }) },
      on: {
        toggle: { actions: ['choose it or not', 'judge who leads'] },
        'choose these': { actions: ['choose these', 'judge who leads'] },
        lead: { guard: 'it is one of them', actions: 'follow that one' },
        patched: { actions: ['keep what became of the phones', 'judge who leads'] },
        start: {
          guard: 'there are enough',
          target: 'controlling',
          actions: ['judge who leads', 'begin the sessions'],
        },
        leave: 'resting',
        'patches missed': {
          guard: 'some are chosen',
          target: '.refreshing',
          actions: 'note that changes were missed',
        },
      },
      initial: 'current',
      states: {
        current: { description: 'What the phones are at is known.' },
        refreshing: {
          description: 'What they are at is being asked for anew; the operator goes on choosing.',
          invoke: {
            id: 'choiceRefresh',
            src: 'loadWall',
            input: chosenPhones,
            onDone: {
              target: 'current',
              actions: [
                { type: 'take what they are at', params: ({ event }) => ({ phones: event.output }) },
                'take it that none are missing',
                'judge who leads',
              ],
            },
            onError: { target: 'current', actions: 'take it that none are missing' }, // The client has told of it.
          },
        },
      },
    },
    controlling: {
      description: 'Every phone of the group has a session that asks for control.',
      invoke: [
        { id: 'fan', src: 'fan' },
        {
          id: 'text',
          src: 'leaderText',
          input: ({ self }) => ({
            mayTake: () => leaderTakes((self.getSnapshot() as { context: Context }).context),
            deliver: (text) => self.send({ type: 'send text', text }),
          }),
        },
        { src: 'fleetListener', input: ({ context: { fleet } }) => ({ fleet }) },
      ],
      on: {
        gesture: {
          actions: [{ type: 'fan it out', params: ({ event: { message } }) => ({ message }) }, 'let the text pass'],
        },
        'send text': {
          actions: { type: 'fan it out', params: ({ event: { text } }) => ({ message: { type: 'text', text } }) },
        },
        'go on': { actions: 'go on with all' },
        lead: {
          guard: 'it is one of them',
          actions: [
            'let all go of what they hold',
            'follow that one',
            assign({
              members: ({ context, event }) =>
                changed(context.members, event, (each) => ({ ...each, isPaused: false })),
            }),
            'show the leader large',
          ],
        },
        set: { actions: 'keep the options' },
        pause: { guard: 'it follows', actions: ['let it go of what it holds', 'change whether it follows'] },
        resume: { actions: 'change whether it follows' },
        retry: { actions: 'try again' },
        missed: { actions: ['count what it missed', 'tell the text what the leader missed'] },
        notified: [
          { guard: 'it objects', actions: ['keep what it objects to', 'tell the text what the leader missed'] },
          { guard: 'the leader tells it', actions: 'pass it on' },
        ],
        patched: {
          actions: ['keep what became of the phones', 'tell the sessions of returned phones'],
        },
        leave: { target: 'resting', actions: 'end the sessions' },
      },
      type: 'parallel',
      states: {
        hands: {
          description: 'What the operator is at.',
          initial: 'operating',
          states: {
            operating: {
              description: 'What is done to the leader, all do that are not paused.',
              on: {
                'take over': {
                  guard: 'somebody else holds one',
                  target: 'confirming',
                  actions: 'note who is contested',
                },
              },
            },
            confirming: {
              description: 'Taking over cuts somebody off: asks whether it is really meant.',
              on: {
                confirm: { target: 'operating', actions: ['take over', 'forget who is contested'] },
                cancel: { target: 'operating', actions: 'forget who is contested' },
              },
            },
          },
        },
        lead: {
          description: 'Who leads.',
          initial: 'judged',
          states: {
            judged: {
              description:
                'Where the leader is away, the first of the others that is in step leads in its place. No session tells when it is in step.',
              always: {
                guard: and(['the leader is away', 'another one can lead']),
                actions: [
                  'tell who leads in its place',
                  'let all go of what they hold',
                  'follow its successor',
                  'show the leader large',
                ],
              },
              after: { judging: { target: 'judged', reenter: true } },
            },
          },
        },
        presence: {
          description: 'Whether it is known what the phones are at.',
          on: {
            'patches missed': {
              target: '.refreshing',
              actions: ['note that changes were missed', 'tell the sessions of returned phones'],
            },
          },
          initial: 'current',
          states: {
            current: {
              description: 'It is, unless the operator began before it was.',
              always: { guard: 'changes were missed', target: 'refreshing' },
            },
            refreshing: {
              description: 'It is being asked for anew; the operator goes on meanwhile.',
              invoke: {
                id: 'groupRefresh',
                src: 'loadWall',
                input: chosenPhones,
                onDone: {
                  target: 'current',
                  actions: [
                    { type: 'take what they are at', params: ({ event }) => ({ phones: event.output }) },
                    'take it that none are missing',
                  ],
                },
                onError: { target: 'current', actions: 'take it that none are missing' }, // The client has told of it.
              },
            },
          },
        },
      },
    },
  },
})

/** Why the relay could not take a message; undefined where an event says nothing of it. */
const objectionIn = (event: Event): Reason | undefined =>
  event.type === 'notified' && event.notice.type === 'objected' ? event.notice.reason : undefined

const isAway = 2
/** How much stands against leading with a phone: nobody can while it is away, and somebody has to be cut off while it is held. */
const hindrance = ({ status, in_use_by }: WallEntry): number => {
  if (status !== 'idle' && status !== 'in_use') return isAway
  return in_use_by === null ? 0 : 1
}

/** Who leads a choice: whom the operator wants, unless it is away; else whoever did or the first, of the fittest. */
function leaderOf({ chosen, leader, wanted }: Context): number | null {
  if (chosen.some((phone) => phone.id === wanted && hindrance(phone) < isAway)) return wanted
  const least = Math.min(...chosen.map(hindrance))
  const fittest = chosen.filter((phone) => hindrance(phone) === least)
  return (fittest.find(({ id }) => id === leader) ?? fittest[0])?.id ?? null
}

/** Whether what is done reaches the leader. */
const leaderTakes = ({ members, leader }: Context): boolean =>
  members.some((member) => member.id === leader && targetOf(member).takes())

/** Who can lead in the leader's place: the first that follows and is in step now. */
export const successorOf = ({ members, leader }: Pick<Context, 'members' | 'leader'>): Member | undefined =>
  members.find((each) => each.id !== leader && !each.isPaused && hindrance(each) < isAway && targetOf(each).takes())

/** The members, the one that an event names changed. */
function changed(members: readonly Member[], event: Event, change: (member: Member) => Member): readonly Member[] {
  return 'id' in event ? members.map((each) => (each.id === event.id ? change(each) : each)) : members
}

export type SynchronisedControl = ActorRefFrom<typeof synchronisedControlMachine>
