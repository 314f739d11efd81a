import { assign, cancel, enqueueActions, fromCallback, setup, type ActorRefFrom, type EventObject } from 'xstate'
import type { FleetPatch } from '../../../domain/fleet-topics.ts'
import { usualQuality, type VideoQuality } from '../../../domain/stream-protocol.ts'
import { messageOf } from '../../api/errors.ts'
import { maxWallPhones } from '../../api/devices.ts'
import { loadWall, type WallEntry, type WallFilter } from '../../api/remote.ts'
import {
  fleetListener,
  returnedPhone,
  withPresence,
  type FleetReport,
  type FleetSource,
} from '../../api/phone-patches.ts'
import { remoteSessionMachine, type RemoteSession } from './remote-session.ts'

export interface WallPhone extends WallEntry {
  /** Null while the phone is out of sight: nobody then asks it for video. */
  session: RemoteSession | null
}

/** Which phones a wall is of: those with these ids, in this order, or those that the filter lets through. */
export interface WallChoice {
  ids: readonly number[]
  filter: WallFilter
}

interface RemoteWallInput extends Partial<WallChoice> {
  fleet: FleetSource
  /** Tells of another choice, for as long as the wall runs; it may tell the same again. */
  watchChoice?: (listener: (choice: WallChoice) => void) => () => void
  /** Phones that are known already are not asked for. */
  known?: readonly WallEntry[]
  /** Only phones that are told to be `seen` get a session. */
  watchesSeen?: boolean
}

interface RemoteWallContext extends WallChoice {
  readonly fleet: FleetSource
  readonly known: readonly WallEntry[] | undefined
  readonly watchChoice: RemoteWallInput['watchChoice']
  phones: readonly WallPhone[]
  /** Ids of the phones in sight; null when all are taken to be. */
  seen: readonly number[] | null
  /** The enlarged phone's id. */
  enlarged: number | null
  /** Whether other phones may match than those that are shown, which is about to be looked up. */
  isStale: boolean
  /** Whether that is to be looked up as soon as nothing is asked. */
  isDue: boolean
  /** Whether the phones are those of the choice, rather than of the one before. */
  isShown: boolean
  /** The phone that the operator has moved last, and to which place; undefined while none was. */
  moved: { name: string; place: number } | undefined
  reason: string
}

/** The phone that stands large is sent a usual picture. */
function qualityOf({ phones, enlarged }: RemoteWallContext, id: number): VideoQuality {
  return phones.length === 1 || id === enlarged ? usualQuality : 'thumbnail'
}

/** What stands on the screen; while the phones are asked for anew, what stood there before. */
export const wallView = ({ phones, isShown, reason }: RemoteWallContext): 'failed' | 'empty' | 'phones' => {
  if (reason !== '') return 'failed'
  return isShown && phones.length === 0 ? 'empty' : 'phones'
}

const isWatched = ({ seen, enlarged }: RemoteWallContext, id: number): boolean =>
  seen === null || seen.includes(id) || id === enlarged

/** Whether a change may have others match than before. */
const mayMatchAnew = ({ tag, status, owner_id, box_id }: WallFilter, { type, changed }: FleetPatch): boolean =>
  type === 'device'
    ? ('environment' in changed && tag !== undefined) ||
      ('status' in changed && status !== undefined) ||
      ('owner_id' in changed && owner_id !== undefined) ||
      ('box_id' in changed && box_id !== undefined)
    : type === 'environment' && 'tags' in changed && tag !== undefined

/** The same ids in whatever order. */
const areSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && new Set([...some, ...others]).size === some.length

/** The ids after one of them has moved to another's place; those between make room. */
export function movedTo(ids: readonly number[], moved: number, place: number): readonly number[] {
  if (!ids.includes(moved)) return ids
  const others = ids.filter((id) => id !== moved)
  return others.toSpliced(Math.min(Math.max(place, 0), others.length), 0, moved)
}

/**
 * A wall of phones to look at: each that is in sight has its own session, and one of them may be enlarged. Another choice
 * of phones keeps the sessions of those that stay, and another order keeps all. A wall of what a filter lets through follows
 * the fleet.
 */
export const remoteWallMachine = setup({
  types: {
    input: {} as RemoteWallInput,
    context: {} as RemoteWallContext,
    events: {} as
      | FleetReport
      | { type: 'retry' }
      | ({ type: 'show' } & WallChoice)
      | { type: 'seen'; ids: readonly number[] }
      | { type: 'enlarge'; id: number }
      | { type: 'shrink' }
      | { type: 'moved'; id: number; place: number }
      | { type: 'look again' },
  },
  actors: {
    loadWall,
    session: remoteSessionMachine,
    fleetListener,
    choiceListener: fromCallback<EventObject, Pick<RemoteWallInput, 'watchChoice'>, { type: 'show' } & WallChoice>(
      ({ input: { watchChoice }, sendBack }) => watchChoice?.((choice) => sendBack({ type: 'show', ...choice })),
    ),
  },
  delays: {
    /** What is scrolled past is not asked for video. */
    scrollingPause: 150,
    /** Changes of many phones, as of a batch, are looked up together. */
    staleTime: 1_000,
    /** After which a question that failed is asked again, in milliseconds. */
    failurePause: 10_000,
  },
  guards: {
    'there is none': (_, { phones }: { phones: readonly WallEntry[] }) => phones.length === 0,
    'they are shown already': ({ context: { phones, isShown } }) => isShown && phones.length > 0,
    'it is due': ({ context }) => context.isDue,
    'others may match': ({ context: { ids, filter, isStale }, event }) =>
      ids.length === 0 &&
      !isStale &&
      (event.type === 'patches missed' || (event.type === 'patched' && mayMatchAnew(filter, event.patch))),
    'it is only another order': ({ context, event }) =>
      event.type === 'show' &&
      areSame(
        event.ids,
        context.phones.map(({ id }) => id),
      ),
    'it is asked for already': ({ context, event }) =>
      event.type === 'show' &&
      JSON.stringify([event.ids, event.filter]) === JSON.stringify([context.ids, context.filter]),
  },
  actions: {
    'tell the sessions of returned phones': enqueueActions(({ context, event, enqueue }) => {
      for (const { id, session } of context.phones)
        if (
          session &&
          (event.type === 'patches missed' || (event.type === 'patched' && returnedPhone(event.patch) === id))
        )
          enqueue.sendTo(session, { type: 'phone returned' })
    }),
    'keep what became of it': assign({
      phones: ({ context: { phones }, event }) =>
        event.type === 'patched' ? withPresence(phones, event.patch) : phones,
    }),
    'look again soon': enqueueActions(({ enqueue }) => {
      enqueue.assign({ isStale: true })
      enqueue.raise({ type: 'look again' }, { id: 'look again', delay: 'staleTime' })
    }),
    // What is shown may be out of date, and is asked for again by itself.
    'look once more': enqueueActions(({ enqueue }) => {
      enqueue.raise({ type: 'look again' }, { id: 'look once more', delay: 'failurePause' })
    }),
    'end the sessions': enqueueActions(({ context, enqueue }) => {
      for (const { session } of context.phones) if (session) enqueue.stopChild(session)
      enqueue.assign({ phones: context.phones.map((phone) => ({ ...phone, session: null })) })
    }),
    'look now, not soon': assign({ isStale: false, isDue: false }),
    'take down what is told': assign({
      isShown: ({ context: { isShown, phones } }) => isShown && phones.length > 0,
      reason: '',
    }),
    'keep the choice': assign(({ event }) =>
      event.type === 'show' ? { ids: event.ids, filter: event.filter, isShown: false, reason: '' } : {},
    ),
    'put the phones in order': assign(({ context, event }) =>
      event.type === 'show'
        ? {
            phones: context.phones.toSorted((a, b) => event.ids.indexOf(a.id) - event.ids.indexOf(b.id)),
            isShown: true,
          }
        : {},
    ),
    'keep who is seen': assign(({ event }) => (event.type === 'seen' ? { seen: event.ids } : {})),
    'take the phones': enqueueActions(({ context, enqueue }, { phones }: { phones: readonly WallEntry[] }) => {
      for (const { id, session } of context.phones)
        if (session && !phones.some((phone) => phone.id === id)) enqueue.stopChild(session)
      const sessionOf = (id: number) => context.phones.find((phone) => phone.id === id)?.session ?? null
      enqueue.assign({
        phones: phones.map((phone) => ({ ...phone, session: sessionOf(phone.id) })),
        enlarged: phones.some(({ id }) => id === context.enlarged) ? context.enlarged : null,
        isShown: true,
        reason: '',
      })
    }),
    'tend the sessions': enqueueActions(({ context, enqueue }) => {
      for (const { id, session } of context.phones) if (session && !isWatched(context, id)) enqueue.stopChild(session)
      enqueue.assign({
        phones: ({ context, spawn }) =>
          context.phones.map((phone) => {
            const { id, session } = phone
            if (!isWatched(context, id)) return session === null ? phone : { ...phone, session: null }
            if (session) return phone
            const input = { deviceId: id, mode: 'observe', quality: qualityOf(context, id) } as const
            return { ...phone, session: spawn('session', { id: `session of ${id}`, input }) }
          }),
      })
    }),
    'ask for pictures as large as they stand': enqueueActions(({ context, enqueue }) => {
      for (const { id, session } of context.phones) {
        const quality = qualityOf(context, id)
        if (session && session.getSnapshot().context.quality !== quality)
          enqueue.sendTo(session, { type: 'quality', quality })
      }
    }),
  },
}).createMachine({
  id: 'remoteWall',
  context: ({ input: { fleet, ids = [], filter = {}, known, watchChoice, watchesSeen = false } }) => ({
    fleet,
    ids,
    filter,
    known,
    watchChoice,
    phones: [],
    seen: watchesSeen ? [] : null,
    enlarged: null,
    isStale: false,
    isDue: false,
    isShown: false,
    moved: undefined,
    reason: '',
  }),
  invoke: [
    { src: 'fleetListener', input: ({ context: { fleet } }) => ({ fleet }) },
    { src: 'choiceListener', input: ({ context: { watchChoice } }) => ({ watchChoice }) },
  ],
  on: {
    patched: [
      {
        guard: 'others may match',
        actions: ['keep what became of it', 'tell the sessions of returned phones', 'look again soon'],
      },
      { actions: ['keep what became of it', 'tell the sessions of returned phones'] },
    ],
    'patches missed': [
      { guard: 'others may match', actions: ['tell the sessions of returned phones', 'look again soon'] },
      { actions: 'tell the sessions of returned phones' },
    ],
    'look again': { actions: assign({ isDue: true }) },
    enlarge: {
      actions: [
        assign({ enlarged: ({ event }) => event.id }),
        'tend the sessions',
        'ask for pictures as large as they stand',
      ],
    },
    shrink: {
      actions: [assign({ enlarged: null }), 'tend the sessions', 'ask for pictures as large as they stand'],
    },
    moved: {
      actions: assign(({ context: { phones }, event: { id, place } }) => ({
        moved: { name: phones.find((phone) => phone.id === id)?.name ?? '', place },
      })),
    },
    seen: { actions: 'keep who is seen' },
    show: [{ guard: 'it is asked for already' }, { target: '.loading', actions: 'keep the choice' }],
  },
  initial: 'loading',
  states: {
    loading: {
      description:
        'The phones are being asked for; what stands on the screen stays meanwhile, and the phones also where they can not be told anew.',
      entry: ['look now, not soon', cancel('look again'), cancel('look once more')],
      invoke: {
        src: 'loadWall',
        input: ({ context: { ids, filter, known, fleet } }) => ({ ids, filter, known, limit: maxWallPhones, fleet }),
        onDone: [
          {
            guard: { type: 'there is none', params: ({ event }) => ({ phones: event.output }) },
            target: 'empty',
            actions: { type: 'take the phones', params: ({ event }) => ({ phones: event.output }) },
          },
          {
            target: 'watching',
            actions: { type: 'take the phones', params: ({ event }) => ({ phones: event.output }) },
          },
        ],
        onError: [
          { guard: 'they are shown already', target: 'watching', actions: 'look once more' },
          { target: 'failed', actions: assign({ reason: ({ event }) => messageOf(event.error) }) },
        ],
      },
      on: { retry: { actions: 'take down what is told' } },
    },
    watching: {
      description: 'Each phone in sight has its own session.',
      entry: ['tend the sessions', 'ask for pictures as large as they stand'],
      always: { guard: 'it is due', target: 'loading' },
      on: {
        show: [
          { guard: 'it is asked for already' },
          { guard: 'it is only another order', actions: ['keep the choice', 'put the phones in order'] },
        ],
        seen: { target: '.scrolling', actions: 'keep who is seen' },
      },
      initial: 'still',
      states: {
        still: { description: 'What is in sight stays so.' },
        scrolling: {
          description: 'Phones come into sight and leave it.',
          after: { scrollingPause: { target: 'still', actions: 'tend the sessions' } },
        },
      },
    },
    empty: {
      description: 'There is no phone to look at.',
      always: { guard: 'it is due', target: 'loading' },
      on: { retry: { target: 'loading', actions: 'take down what is told' } },
    },
    failed: {
      description:
        'They could not be loaded; the operator may ask again. Those of the choice before are watched no longer.',
      entry: 'end the sessions',
      always: { guard: 'it is due', target: 'loading' },
      on: { retry: { target: 'loading', actions: 'take down what is told' } },
    },
  },
})

/** The phones on the wall, as whoever does something with them takes them. */
export const wallPhones = ({ phones }: Pick<RemoteWallContext, 'phones'>): WallEntry[] =>
  phones.map(({ session: _session, ...phone }) => phone)

export type RemoteWall = ActorRefFrom<typeof remoteWallMachine>
