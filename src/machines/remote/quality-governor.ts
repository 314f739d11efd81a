import { assign, fromCallback, sendTo, setup, type ActorRefFrom, type EventObject } from 'xstate'
import { usualQuality, type VideoQuality } from '../../../domain/stream-protocol.ts'
import { recall, remember } from '../../browser-storage.ts'
import type { Figures } from '../../video/video-figures.ts'
import type { RemoteSession } from './remote-session.ts'

/** What an operator may choose for a phone in operation, and what the governor chooses from: from the lightest on. */
export const operatedQualities = ['economical', 'balanced', 'sharp'] as const satisfies readonly VideoQuality[]
export type OperatedQuality = (typeof operatedQualities)[number]
export type QualityChoice = 'automatic' | OperatedQuality

/** Where the choice is remembered. */
const storageKey = 'picture-quality'

/** The choice made before, else the automatic one. */
export const rememberedQuality = (kept = recall(storageKey)): QualityChoice =>
  operatedQualities.find((quality) => quality === kept) ?? 'automatic'

/** What a session begins with. */
export const firstQuality = (choice: QualityChoice): OperatedQuality => (choice === 'automatic' ? usualQuality : choice)

/** In milliseconds: a frame that is later than this, or takes longer to the screen, is too much for line or browser. */
const troubleLag = 200
const troubleToScreen = 150
/** Well below that, so that what is between them changes nothing. */
const calmLag = 60
const calmToScreen = 60
/** So many bad seconds, none of them long after the one before, are trouble that lasts. */
const maxBadSeconds = 3
/** Calm has to last so long before a better video is tried; twice as long after each step down, up to the longest. */
const firstCalm = 30_000
const maxCalm = 480_000

interface Context {
  readonly session: RemoteSession
  choice: QualityChoice
  quality: OperatedQuality
  badSeconds: number
  /** Milliseconds that calm has to last. */
  calm: number
}

type Measured = { type: 'measured'; figures: Figures | null }
type Event = Measured | { type: 'choose'; choice: QualityChoice }

/** Reports the session's figures as they are measured, once a second. */
const figuresWatch = fromCallback<EventObject, { session: RemoteSession }, Measured>(
  ({ input: { session }, sendBack }) => {
    let last: Figures | null = null
    const watching = session.subscribe(({ context: { figures } }) => {
      if (figures === last) return
      last = figures
      sendBack({ type: 'measured', figures })
    })
    return () => watching.unsubscribe()
  },
)

/** What a second says: a screen that stands still sends no frames, which says nothing. */
function judged(event: Event): 'bad' | 'uneven' | 'calm' | 'silent' {
  if (event.type !== 'measured' || event.figures === null || event.figures.fps === 0) return 'silent'
  const { toScreen, lag } = event.figures
  if ((lag ?? 0) > troubleLag || (toScreen ?? 0) > troubleToScreen) return 'bad'
  return (lag ?? 0) < calmLag && (toScreen ?? 0) < calmToScreen ? 'calm' : 'uneven'
}

const beside = (quality: OperatedQuality, by: 1 | -1): OperatedQuality =>
  operatedQualities[operatedQualities.indexOf(quality) + by] ?? quality

/**
 * Keeps the video as good as line and browser can bear: a lesser one after trouble that lasts, a better one after calm
 * that lasts, and for longer each time that a better one was too much. An operator who chooses a quality has it.
 */
export const qualityGovernorMachine = setup({
  types: {
    input: {} as { session: RemoteSession; choice: QualityChoice },
    context: {} as Context,
    events: {} as Event,
  },
  actors: { figuresWatch },
  delays: {
    /** Another video has to be encoded and to arrive before it can be judged. */
    settling: 6_000,
    /** A bad second is forgotten when no other follows. */
    forgetting: 10_000,
    calm: ({ context }) => context.calm,
  },
  guards: {
    'it is left to the governor': ({ context }) => context.choice === 'automatic',
    'automatic is chosen': ({ event }) => event.type === 'choose' && event.choice === 'automatic',
    'the second was bad': ({ event }) => judged(event) === 'bad',
    'the second was uneven': ({ event }) => judged(event) === 'uneven',
    'the second was calm': ({ event }) => judged(event) === 'calm',
    'trouble lasts': ({ context, event }) => judged(event) === 'bad' && context.badSeconds + 1 >= maxBadSeconds,
    'it is bad, and a lesser one is left': ({ context, event }) =>
      judged(event) === 'bad' && context.quality !== operatedQualities[0],
    'a better one is left': ({ context }) => context.quality !== operatedQualities.at(-1),
  },
  actions: {
    'keep the choice': assign(({ context, event }) =>
      event.type === 'choose'
        ? { choice: event.choice, quality: event.choice === 'automatic' ? context.quality : event.choice }
        : {},
    ),
    'remember the choice': ({ context }) => remember(storageKey, context.choice),
    'count the bad second': assign({ badSeconds: ({ context }) => context.badSeconds + 1 }),
    'forget the bad seconds': assign({ badSeconds: 0 }),
    'want a lesser one': assign({
      quality: ({ context }) => beside(context.quality, -1),
      calm: ({ context }) => Math.min(context.calm * 2, maxCalm),
    }),
    'want a better one': assign({ quality: ({ context }) => beside(context.quality, 1) }),
    'forget the setbacks': assign({ calm: firstCalm }),
    'tell the session': sendTo(
      ({ context }) => context.session,
      ({ context }) => ({ type: 'quality', quality: context.quality }),
    ),
  },
}).createMachine({
  id: 'qualityGovernor',
  context: ({ input: { session, choice } }) => ({
    session,
    choice,
    quality: firstQuality(choice),
    badSeconds: 0,
    calm: firstCalm,
  }),
  on: {
    choose: [
      {
        guard: 'automatic is chosen',
        target: '.automatic',
        actions: ['keep the choice', 'remember the choice', 'forget the setbacks'],
      },
      { target: '.chosen', actions: ['keep the choice', 'remember the choice', 'tell the session'] },
    ],
  },
  initial: 'beginning',
  states: {
    beginning: {
      description: 'Taking up the remembered choice.',
      always: [{ guard: 'it is left to the governor', target: 'automatic' }, { target: 'chosen' }],
    },
    chosen: { description: 'The operator has chosen, and nothing is changed.' },
    automatic: {
      description: 'The video is made to fit line and browser.',
      invoke: { src: 'figuresWatch', input: ({ context: { session } }) => ({ session }) },
      initial: 'settling',
      states: {
        settling: {
          description: 'The video is another than before: what is measured may still be of that.',
          entry: 'forget the bad seconds',
          after: { settling: 'watching' },
        },
        watching: {
          description: 'Nothing speaks for another video.',
          entry: 'forget the bad seconds',
          on: {
            measured: [
              { guard: 'it is bad, and a lesser one is left', target: 'suffering' },
              { guard: 'the second was calm', target: 'calm' },
            ],
          },
        },
        suffering: {
          description: 'Frames come too late, perhaps only for a moment.',
          entry: 'count the bad second',
          on: {
            measured: [
              { guard: 'trouble lasts', target: 'settling', actions: ['want a lesser one', 'tell the session'] },
              { guard: 'the second was bad', target: 'suffering', reenter: true },
              { guard: 'the second was calm', target: 'watching' },
            ],
          },
          after: { forgetting: 'watching' },
        },
        calm: {
          description: 'Frames come as quickly as they can.',
          on: {
            measured: [
              { guard: 'it is bad, and a lesser one is left', target: 'suffering' },
              { guard: 'the second was bad', target: 'watching' },
              { guard: 'the second was uneven', target: 'watching' },
            ],
          },
          after: {
            calm: [
              { guard: 'a better one is left', target: 'due' },
              { target: 'watching', actions: 'forget the setbacks' },
            ],
          },
        },
        due: {
          description: 'Calm has lasted. A better one is tried with the next frame: a phone that is silent gets none.',
          on: {
            measured: [
              { guard: 'it is bad, and a lesser one is left', target: 'suffering' },
              { guard: 'the second was bad', target: 'watching' },
              { guard: 'the second was uneven', target: 'watching' },
              { guard: 'the second was calm', target: 'settling', actions: ['want a better one', 'tell the session'] },
            ],
          },
        },
      },
    },
  },
})

export type QualityGovernor = ActorRefFrom<typeof qualityGovernorMachine>
