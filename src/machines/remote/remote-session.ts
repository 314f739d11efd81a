import {
  and,
  assign,
  fromCallback,
  not,
  sendTo,
  setup,
  type ActorRefFrom,
  type EventObject,
  type SnapshotFrom,
} from 'xstate'
import { codes } from '../../../domain/codes.ts'
import {
  closeCodes,
  maxTextLength,
  usualQuality,
  type ControlMessage,
  type VideoQuality,
} from '../../../domain/stream-protocol.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { decodesVideo } from '../../video/frame-decoder.ts'
import type { Figures } from '../../video/video-figures.ts'
import type { FrameSize } from '../../video/video-painter.ts'
import { VideoPlayer } from '../../video/video-player.ts'
import { keepOnClipboard } from '../../browser-clipboard.ts'
import { relayConnection, type Announcement, type RelayReport } from '../../api/relay-connection.ts'
import { askController, askStreamPoint, type Holder, type StreamMode, type StreamPoint } from '../../api/remote.ts'
import { networkWatch } from '../../api/network-watch.ts'
import { textReason, type Reason } from '../../../domain/reason.ts'

/** So many tries in a row end in `lost`, about half a minute after the first failed. */
const maxFailures = 7
const minBackoff = 500
const maxBackoff = 8_000
/** Frames a second that a thumbnail is drawn at most. */
const thumbnailPace = 10

export type RemoteNotice =
  /** The phone that led many went away, and another one leads in its place. */
  | { type: 'leader left'; name: string; successor: string }
  /** The phone copied this text, and whether the browser let it on to the operator's clipboard. */
  | { type: 'copied'; text: string; kept: boolean }
  /** The relay could not take a message, and says why. */
  | { type: 'objected'; reason: Reason }
  | { type: 'text too long'; limit: number }
  /** A screenshot was kept under this name, perhaps on the clipboard too. */
  | { type: 'pictured'; file: string; copied: boolean }
  | { type: 'not pictured'; message: string }
  /** A video was kept: its operator stopped it, it is as long or large as may be, or the session ended. */
  | { type: 'recorded'; file: string; ending: 'stopped' | 'limit' | 'session' }
  | { type: 'not recorded'; message: string }

interface RemoteSessionInput {
  deviceId: number
  mode: StreamMode
  /** How good a video is wanted; the usual one when absent. */
  quality?: VideoQuality
  /** Whether it is told what the phone is at, and asks for it only then. */
  isTold?: boolean
  /** Hears what the operator is to be told and no state shows. */
  tell?: (notice: RemoteNotice) => void
}

interface RemoteSessionContext {
  readonly deviceId: number
  readonly player: VideoPlayer
  readonly tell: (notice: RemoteNotice) => void
  mode: StreamMode
  quality: VideoQuality
  readonly isTold: boolean
  /** Whether the server is at work on the phone, which nobody controls meanwhile. */
  isBusy: boolean
  /** Whether the operator has just confirmed that control is to be taken from whoever holds it. */
  takeOver: boolean
  /** Whether a phone that can not be had now is asked for again by itself: what is shown stays. */
  isRechecked: boolean
  point: StreamPoint | null
  announcement: Announcement | null
  /** Who holds the control that this operator wants; null when unknown. */
  holder: Holder | null
  /** Seconds until unused control is released, while the operator is warned of it. */
  idleLeft: number
  /** Seconds since the phone's last answer, while it is silent. */
  silentFor: number
  /** Tries in a row that did not lead to a lasting video. */
  failures: number
  /** Why the last try failed; null where nobody said so. */
  reason: Reason | null
  size: FrameSize | null
  figures: Figures | null
}

type OperatorEvent =
  | { type: 'control'; message: ControlMessage }
  | { type: 'quality'; quality: VideoQuality }
  /** Go on without control. */
  | { type: 'observe' }
  | { type: 'take control' }
  /** Is still there, though nothing was done for long. */
  | { type: 'go on' }
  /** Wants control although somebody else holds it; answered by `confirm` or `cancel`. */
  | { type: 'take over' }
  | { type: 'confirm' }
  | { type: 'cancel' }
  | { type: 'retry' }
  /** The phone was seen to come back, or the server. */
  | { type: 'phone returned' }
  /** It is known what the phone is at, and whether that is the server's work. */
  | { type: 'phone known'; isBusy: boolean }

const codeOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.code : undefined)
/** Whether a finger or key goes up by it: what is down on the phone would stay down without it. */
const endsWhatBegan = (message: ControlMessage): boolean =>
  (message.type === 'touch' && (message.action === 'up' || message.action === 'cancel')) ||
  (message.type === 'key' && message.action === 'up')
const isTooLong = (message: ControlMessage): boolean => 'text' in message && message.text.length > maxTextLength

/** Small videos are many on a page: they are drawn no more often, also when somebody else is sent a better one. */
const paceOf = (quality: VideoQuality): number | null => (quality === 'thumbnail' ? thumbnailPace : null)

function playerFor(quality: VideoQuality): VideoPlayer {
  const player = new VideoPlayer()
  player.pace(paceOf(quality))
  return player
}

/** Closes the player when the session ends, whatever ends it. */
const playerKeeper = fromCallback<EventObject, { player: VideoPlayer }>(
  ({ input: { player } }) =>
    () =>
      player.close(),
)

/**
 * One operator's session with one phone, from asking for it to its end; each state is one that the operator reads in
 * words (DESIGN, video).
 *
 * Whatever can heal by itself does: a lost socket or a restarted server is tried again after 0.5, 1, 2, 4, 8, 8 and 8
 * seconds; a phone that is away is waited for while the relay holds the line. Only a video that lasts clears the count.
 */
export const remoteSessionMachine = setup({
  types: {
    input: {} as RemoteSessionInput,
    context: {} as RemoteSessionContext,
    events: {} as OperatorEvent | RelayReport | { type: 'network returned' },
  },
  actors: { askStreamPoint, askController, relay: relayConnection, networkWatch, playerKeeper },
  delays: {
    backoff: ({ context }) => Math.min(minBackoff * 2 ** (context.failures - 1), maxBackoff),
    /** For an answer, and for the relay's first word. */
    answerLimit: 10_000,
    /** For the first frame of a phone that is there. */
    frameLimit: 8_000,
    /** A phone whose state forbids it is asked for again: that its state has changed may have been told too early. */
    recheck: 5_000,
    /** For a phone that the relay awaits: Android takes its time to start. */
    returnLimit: 120_000,
    /** A video that stays so long is taken to last. */
    settling: 3_000,
    second: 1_000,
  },
  guards: {
    'somebody controls it': (_, { holder }: { holder: Holder | null }) => holder !== null,
    'it is known who controls it': ({ context }) => context.holder !== null,
    'who has control may be interrupted': ({ context }) => context.holder?.mayBeInterrupted !== false,
    'the browser decodes video': () => decodesVideo(),
    'it is told of the phone': ({ context }) => context.isTold,
    'the server has done with it': ({ event }) => event.type === 'phone known' && !event.isBusy,
    'nobody has told of the phone': ({ context }) => !context.isBusy,
    'control is wanted, and the server at work': ({ context }) => context.isBusy && context.mode === 'control',
    'failures are used up': ({ context }) => context.failures > maxFailures,
    'control is wanted': ({ context }) => context.mode === 'control',
    'it is asked by itself': ({ context }) => context.isRechecked,
    'a try has failed before': ({ context }) => context.failures > 0,
    'the operator controls': ({ context }) => context.announcement?.mode === 'control',
    'the phone is silent': ({ event }) => event.type === 'announced' && event.announcement.silent_for !== undefined,
    'the session is over': (_, { error }: { error: unknown }) => error instanceof ApiError && error.endsSession,
    'the answer is': (_, { error, code }: { error: unknown; code: number }) => codeOf(error) === code,
    'it was closed with': ({ event }, { code }: { code: number }) => event.type === 'closed' && event.code === code,
    'the phone is lost': ({ event }) => event.type === 'announced' && event.announcement.stream === 'lost',
    'the phone is awaited': ({ event }) => event.type === 'announced' && event.announcement.stream === 'waiting',
    'control is about to end': ({ event }) =>
      event.type === 'announced' && event.announcement.idle_ends_in !== undefined,
    'it ends what was begun': ({ event }) => event.type === 'control' && endsWhatBegan(event.message),
    'the text is too long': ({ event }) => event.type === 'control' && isTooLong(event.message),
  },
  actions: {
    'count the failure': assign({ failures: ({ context }) => context.failures + 1, isRechecked: false }),
    'forget the failures': assign({ failures: 0, reason: null }),
    'keep why': assign({ reason: (_, { error }: { error: unknown }) => textReason(messageOf(error)) }),
    'keep why it closed': assign({ reason: ({ event }) => (event.type === 'closed' ? event.reason : null) }),
    'keep why the phone is lost': assign({ reason: ({ context }) => context.announcement?.reason ?? null }),
    'keep what stumbled': assign({
      reason: ({ event }) => (event.type === 'video stumbled' ? textReason(event.message) : null),
    }),
    'remember the announcement': assign({
      announcement: ({ context, event }) => (event.type === 'announced' ? event.announcement : context.announcement),
    }),
    'remember when control ends': assign({
      idleLeft: ({ event }) =>
        event.type === 'announced' ? Math.ceil((event.announcement.idle_ends_in ?? 0) / 1_000) : 0,
    }),
    'remember its silence': assign({
      silentFor: ({ event }) =>
        event.type === 'announced' ? Math.round((event.announcement.silent_for ?? 0) / 1_000) : 0,
    }),
    'count its silence': assign({ silentFor: ({ context }) => context.silentFor + 1 }),
    'count down': assign({ idleLeft: ({ context }) => Math.max(0, context.idleLeft - 1) }),
    'remember the size': assign({
      size: ({ context, event }) => (event.type === 'video resized' ? event.size : context.size),
    }),
    'remember the figures': assign({
      figures: ({ context, event }) => (event.type === 'measured' ? event.figures : context.figures),
    }),
    'forget the stream': assign({ announcement: null, figures: null, point: null }),
    'remember what the phone is at': assign({
      isBusy: ({ context, event }) => (event.type === 'phone known' ? event.isBusy : context.isBusy),
    }),
    'note who holds it': assign({ holder: (_, { holder }: { holder: Holder | null }) => holder }),
    'forget who holds it': assign({ holder: null }),
    'want to observe': assign({ mode: 'observe', isRechecked: false }),
    'want control': assign({ mode: 'control', isRechecked: false }),
    'insist on control': assign({ mode: 'control', takeOver: true, isRechecked: false }),
    'insist no longer': assign({ takeOver: false }),
    'ask by itself': assign({ isRechecked: true }),
    'ask for the operator': assign({ isRechecked: false }),
    'want the quality': assign({
      quality: ({ context, event }) => (event.type === 'quality' ? event.quality : context.quality),
    }),
    'pace the video': ({ context }) => context.player.pace(paceOf(context.quality)),
    'have the relay do it': sendTo('relay', (_, { message }: { message: ControlMessage }) => ({
      type: 'send',
      message,
    })),
    'tell the relay the quality': sendTo('relay', ({ context }) => ({ type: 'quality', quality: context.quality })),
    'tell the relay that somebody is there': sendTo('relay', { type: 'present' }),
    'keep what was copied': ({ context, event }) => {
      if (event.type !== 'copied') return
      const { text } = event
      void keepOnClipboard(text).then((kept) => context.tell({ type: 'copied', text, kept }))
    },
    'tell the objection': ({ context, event }) => {
      if (event.type === 'objected') context.tell({ type: 'objected', reason: event.reason })
    },
    'tell that the text is too long': ({ context }) => context.tell({ type: 'text too long', limit: maxTextLength }),
  },
}).createMachine({
  id: 'remoteSession',
  context: ({ input }) => ({
    deviceId: input.deviceId,
    player: playerFor(input.quality ?? usualQuality),
    quality: input.quality ?? usualQuality,
    tell: input.tell ?? (() => undefined),
    mode: input.mode,
    isTold: input.isTold ?? false,
    isBusy: false,
    takeOver: false,
    isRechecked: false,
    point: null,
    announcement: null,
    holder: null,
    idleLeft: 0,
    silentFor: 0,
    failures: 0,
    reason: null,
    size: null,
    figures: null,
  }),
  invoke: { src: 'playerKeeper', input: ({ context: { player } }) => ({ player }) },
  on: {
    quality: { actions: ['want the quality', 'pace the video'] },
    'phone known': { actions: 'remember what the phone is at' },
  },
  initial: 'checking',
  states: {
    checking: {
      description: 'Can this browser show video at all?',
      always: [
        { guard: not('the browser decodes video'), target: 'unsupported' },
        { guard: 'it is told of the phone', target: 'awaiting' },
        { target: 'asking' },
      ],
    },
    awaiting: {
      description: 'The phone is not known yet, or the server is at work on it: control is asked for afterwards.',
      on: {
        'phone known': {
          guard: 'the server has done with it',
          target: 'asking',
          actions: 'remember what the phone is at',
        },
        observe: { target: 'asking', actions: 'want to observe' },
      },
      after: { answerLimit: { guard: 'nobody has told of the phone', target: 'asking' } },
    },
    unsupported: {
      description: 'The browser cannot decode video, or may not outside a secure context.',
    },
    asking: {
      description: 'Asks the server where the phone is to be seen.',
      invoke: {
        src: 'askStreamPoint',
        input: ({ context: { deviceId, mode, takeOver } }) => ({ deviceId, mode, takeOver }),
        onDone: { target: 'attached', actions: assign({ point: ({ event }) => event.output, isRechecked: false }) },
        onError: [
          {
            guard: { type: 'the session is over', params: ({ event }) => ({ error: event.error }) },
            target: 'ended',
            actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'the answer is', params: ({ event }) => ({ error: event.error, code: codes.notAllowed }) },
            target: 'forbidden',
            actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'the answer is', params: ({ event }) => ({ error: event.error, code: codes.notFound }) },
            target: 'missing',
            actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'the answer is', params: ({ event }) => ({ error: event.error, code: codes.stateForbids }) },
            target: 'identifying',
            actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'reconnecting',
            actions: ['count the failure', { type: 'keep why', params: ({ event }) => ({ error: event.error }) }],
          },
        ],
      },
      // It was confirmed of who held the phone then, not of whoever holds it at the next try.
      exit: 'insist no longer',
      on: {
        observe: {
          guard: 'it is asked by itself',
          target: 'asking',
          reenter: true,
          actions: 'want to observe',
        },
        retry: { guard: 'it is asked by itself', target: 'asking', reenter: true, actions: 'ask for the operator' },
      },
      after: { answerLimit: { target: 'reconnecting', actions: 'count the failure' } },
    },
    identifying: {
      description: 'The phone could not be had: finds out whether somebody else controls it.',
      invoke: {
        src: 'askController',
        input: ({ context: { deviceId } }) => ({ deviceId }),
        onDone: [
          {
            guard: { type: 'somebody controls it', params: ({ event }) => ({ holder: event.output }) },
            target: 'contested.refused',
            actions: { type: 'note who holds it', params: ({ event }) => ({ holder: event.output }) },
          },
          { guard: 'a try has failed before', target: 'reconnecting', actions: 'count the failure' },
          { target: 'unavailable' },
        ],
        onError: [
          {
            guard: { type: 'the session is over', params: ({ event }) => ({ error: event.error }) },
            target: 'ended',
            actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'reconnecting',
            actions: ['count the failure', { type: 'keep why', params: ({ event }) => ({ error: event.error }) }],
          },
        ],
      },
      on: {
        observe: { guard: 'it is asked by itself', target: 'asking', actions: 'want to observe' },
        retry: { guard: 'it is asked by itself', target: 'asking', actions: 'ask for the operator' },
      },
      after: { answerLimit: { target: 'reconnecting', actions: 'count the failure' } },
    },
    attached: {
      description: 'Holds a line to the relay.',
      invoke: {
        id: 'relay',
        src: 'relay',
        input: ({ context: { point, quality, player } }) => ({
          relayUrl: point?.relay_url ?? '',
          ticket: point?.ticket ?? '',
          quality,
          player,
        }),
        onError: {
          target: 'reconnecting',
          actions: ['count the failure', { type: 'keep why', params: ({ event }) => ({ error: event.error }) }],
        },
      },
      exit: 'forget the stream',
      on: {
        quality: { actions: ['want the quality', 'pace the video', 'tell the relay the quality'] },
        'video resized': { actions: 'remember the size' },
        measured: { actions: 'remember the figures' },
        copied: { actions: 'keep what was copied' },
        objected: { actions: 'tell the objection' },
        control: {
          guard: and(['it ends what was begun', 'the operator controls']),
          actions: { type: 'have the relay do it', params: ({ event }) => event },
        },
        observe: { guard: 'control is wanted', target: 'asking', actions: 'want to observe' },
        closed: [
          {
            guard: { type: 'it was closed with', params: { code: closeCodes.takenOver } },
            target: 'contested.takenOver',
            actions: 'forget who holds it',
          },
          { guard: { type: 'it was closed with', params: { code: closeCodes.idle } }, target: 'idled' },
          {
            guard: { type: 'it was closed with', params: { code: closeCodes.signedOut } },
            target: 'ended',
            actions: 'keep why it closed',
          },
          { target: 'reconnecting', actions: ['count the failure', 'keep why it closed'] },
        ],
      },
      initial: 'connecting',
      states: {
        connecting: {
          description: 'Opens the line and presents the ticket.',
          on: {
            announced: [
              { guard: 'the phone is lost', target: 'interrupted', actions: 'remember the announcement' },
              { target: 'waiting', actions: 'remember the announcement' },
            ],
            'video began': 'live',
          },
          after: { answerLimit: { target: '#remoteSession.reconnecting', actions: 'count the failure' } },
        },
        waiting: {
          description: 'The phone is there and its video is awaited.',
          on: {
            announced: [
              { guard: 'the phone is lost', target: 'interrupted', actions: 'remember the announcement' },
              { actions: 'remember the announcement' },
            ],
            'video began': 'live',
          },
          after: { frameLimit: { target: '#remoteSession.reconnecting', actions: 'count the failure' } },
        },
        live: {
          description: 'The video follows the phone.',
          on: {
            announced: [
              { guard: 'the phone is lost', target: 'interrupted', actions: 'remember the announcement' },
              { guard: 'the phone is awaited', target: 'waiting', actions: 'remember the announcement' },
              {
                guard: 'the phone is silent',
                target: '.silent',
                actions: ['remember the announcement', 'remember its silence'],
              },
              {
                guard: 'control is about to end',
                target: '.warned',
                actions: ['remember the announcement', 'remember when control ends'],
              },
              { target: '.going', actions: 'remember the announcement' },
            ],
            'video stumbled': { target: 'waiting', actions: 'keep what stumbled' },
            control: [
              { guard: 'the text is too long', actions: 'tell that the text is too long' },
              {
                guard: 'the operator controls',
                actions: { type: 'have the relay do it', params: ({ event }) => event },
              },
            ],
            'take control': { target: '#remoteSession.asking', actions: 'want control' },
          },
          after: { settling: { actions: 'forget the failures' } },
          initial: 'going',
          states: {
            going: {
              description: 'It goes on for as long as the operator likes.',
            },
            silent: {
              description: 'The phone leaves what is done with it without an answer: its video may be an old one.',
              after: { second: { target: 'silent', reenter: true, actions: 'count its silence' } },
            },
            warned: {
              description: 'Nothing was done with the phone for long: control is about to be released.',
              on: { 'go on': { actions: 'tell the relay that somebody is there' } },
              after: { second: { target: 'warned', reenter: true, actions: 'count down' } },
            },
          },
        },
        interrupted: {
          description: 'The phone went away; the relay awaits it.',
          entry: 'keep why the phone is lost',
          on: {
            announced: [
              {
                guard: 'the phone is lost',
                actions: ['remember the announcement', 'keep why the phone is lost'],
              },
              { target: 'waiting', actions: 'remember the announcement' },
            ],
            'video began': 'live',
          },
          after: { returnLimit: '#remoteSession.lost' },
        },
      },
    },
    reconnecting: {
      description: 'Pauses before the next try.',
      invoke: { src: 'networkWatch' },
      always: { guard: 'failures are used up', target: 'lost' },
      after: {
        backoff: [{ guard: 'control is wanted, and the server at work', target: 'awaiting' }, { target: 'asking' }],
      },
      on: { retry: 'asking', 'network returned': 'asking' },
    },
    lost: {
      description: 'Gave up; the operator may try again.',
      entry: assign({ failures: 0 }),
      invoke: { src: 'networkWatch' },
      on: { retry: 'asking', 'phone returned': 'asking', 'network returned': 'asking' },
    },
    unavailable: {
      description: 'Nobody controls the phone, yet its state forbids to.',
      entry: 'ask for the operator',
      after: { recheck: { target: 'asking', actions: 'ask by itself' } },
      on: { retry: 'asking', 'phone returned': 'asking', observe: { target: 'asking', actions: 'want to observe' } },
    },
    forbidden: {
      description: 'The operator may not do this with the phone.',
      on: { observe: { guard: 'control is wanted', target: 'asking', actions: 'want to observe' } },
    },
    missing: {
      description: 'There is no such phone, or the operator may not see it.',
      on: { retry: { target: 'asking', actions: 'ask for the operator' } },
    },
    idled: {
      description: 'Nothing was done with the phone for so long that its control was released.',
      on: {
        'take control': { target: 'asking', actions: 'want control' },
        retry: 'asking',
        observe: { target: 'asking', actions: 'want to observe' },
      },
    },
    contested: {
      description:
        'Somebody else controls the phone; who that is is asked anew whenever the phone was seen to be free.',
      invoke: {
        id: 'controller',
        src: 'askController',
        input: ({ context: { deviceId } }) => ({ deviceId }),
        onDone: [
          {
            guard: { type: 'somebody controls it', params: ({ event }) => ({ holder: event.output }) },
            actions: { type: 'note who holds it', params: ({ event }) => ({ holder: event.output }) },
          },
          { target: '.free', actions: 'forget who holds it' },
        ],
        onError: { actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) } },
      },
      on: {
        observe: { target: 'asking', actions: 'want to observe' },
        retry: {
          guard: not('who has control may be interrupted'),
          target: 'asking',
          actions: 'ask for the operator',
        },
        'phone returned': { target: '.asBefore', reenter: true },
      },
      initial: 'refused',
      states: {
        refused: {
          description: 'It was so when the operator came.',
          on: { 'take over': { guard: 'who has control may be interrupted', target: 'confirming' } },
        },
        takenOver: {
          description: 'Somebody took control from this operator.',
          on: { 'take over': { guard: 'who has control may be interrupted', target: 'confirming' } },
        },
        free: {
          description: 'Nobody does any more: to take control cuts nobody off.',
          always: { guard: 'it is known who controls it', target: 'refused' },
          on: { 'take over': { target: '#remoteSession.asking', actions: 'want control' } },
        },
        confirming: {
          description: 'Taking over cuts somebody off: asks whether it is really meant.',
          on: {
            confirm: { target: '#remoteSession.asking', actions: 'insist on control' },
            cancel: [{ guard: 'it is known who controls it', target: 'refused' }, { target: 'takenOver' }],
          },
        },
        asBefore: {
          type: 'history',
          target: 'refused',
          description: 'Whichever of these it was: who holds it is asked anew.',
        },
      },
    },
    ended: {
      description: 'The operator is signed out.',
      type: 'final',
    },
  },
})

export type RemoteSession = ActorRefFrom<typeof remoteSessionMachine>
export type RemoteSnapshot = SnapshotFrom<typeof remoteSessionMachine>
