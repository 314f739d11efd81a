import { assign, fromPromise, setup, type ActorRefFrom } from 'xstate'
import { entriesThrough, everything, type EntryFilter } from '../recording/entry-filter.ts'
import { Moments } from '../recording/moments.ts'
import {
  maxFileLength,
  readRecording,
  UnreadableRecording,
  type RecordingProblem,
} from '../recording/recording-file.ts'
import type { Recording } from '../recording/recording.ts'

export interface TimeTravelInput {
  /** What was recorded on this page so far. */
  record: () => Recording
  /** Keeps a recording among the operator's downloads. */
  keep: (recording: Recording) => void
}

interface Context extends TimeTravelInput {
  /** What is travelled in; undefined while nothing is. */
  moments: Moments | undefined
  /** Whether it came from a file, and not from this page. */
  isFromFile: boolean
  /** The moment that is looked at: 0 before the first entry, n after the nth. */
  at: number
  /** The moment that it is compared with. */
  other: number
  /** The session of the actor whose chart is shown; undefined until one was chosen. */
  chosen: string | undefined
  filter: EntryFilter
  /** The places of the entries that the filter lets through. */
  shown: readonly number[]
  problem: RecordingProblem | undefined
}

export type TimeTravelEvent =
  /** Look at what this page has recorded up to now. */
  | { type: 'travel' }
  | { type: 'open'; file: Blob }
  /** Back to what is going on now. */
  | { type: 'return' }
  | { type: 'go'; to: number }
  /** To the next of the entries that are shown, or to the one before. */
  | { type: 'step'; direction: 1 | -1 }
  | { type: 'go to the first' }
  | { type: 'go to the last' }
  | { type: 'choose'; session: string }
  | { type: 'filter'; filter: Partial<EntryFilter> }
  /** Remember this moment, to see what is otherwise at others. */
  | { type: 'compare' }
  | { type: 'stop comparing' }
  | { type: 'save' }

/** The nearest moment after an entry that is shown, beyond this one; the beginning is one, too. */
function nextMoment(shown: readonly number[], at: number, direction: 1 | -1): number {
  if (direction === 1) return (shown.find((entry) => entry + 1 > at) ?? at - 1) + 1
  return (shown.findLast((entry) => entry + 1 < at) ?? -1) + 1
}

/**
 * Looking at what machines did: those of this page up to now, or those of a recording in a file. The page itself goes on meanwhile; what is
 * travelled in was taken down when the journey began and stays as it is.
 */
export const timeTravelMachine = setup({
  types: { input: {} as TimeTravelInput, context: {} as Context, events: {} as TimeTravelEvent },
  actors: {
    'read the file': fromPromise<Recording, { file: Blob }>(async ({ input: { file } }) => {
      if (file.size > maxFileLength) throw new UnreadableRecording({ code: 'tooLong' })
      return readRecording(await file.text())
    }),
  },
  actions: {
    'look at this page': assign(({ context: { record } }) => beginning(record(), false)),
    'look at the file': assign((_, { recording }: { recording: Recording }) => beginning(recording, true)),
    'forget the recording': assign({ moments: undefined, shown: [], chosen: undefined, problem: undefined }),
    'note what is wrong with it': assign({
      problem: (_, { error }: { error: unknown }) =>
        error instanceof UnreadableRecording ? error.problem : ({ code: 'noRecording' } as const),
    }),
    'go there': assign({
      at: ({ context: { moments } }, { to }: { to: number }) =>
        Math.max(0, Math.min(moments?.last ?? 0, Math.round(to))),
    }),
    'go to the next': assign({
      at: ({ context: { shown, at } }, { direction }: { direction: 1 | -1 }) => nextMoment(shown, at, direction),
    }),
    'choose the actor': assign({ chosen: (_, { session }: { session: string }) => session }),
    'filter the entries': assign(({ context }, { filter: change }: { filter: Partial<EntryFilter> }) => {
      const filter = { ...context.filter, ...change }
      return { filter, shown: context.moments === undefined ? [] : entriesThrough(context.moments, filter) }
    }),
    'remember this moment': assign({ other: ({ context }) => context.at }),
    'keep the file': ({ context: { moments, keep } }) => {
      if (moments !== undefined) keep(moments.recording)
    },
  },
}).createMachine({
  id: 'timeTravel',
  context: ({ input }) => ({ ...input, ...nowhere() }),
  initial: 'live',
  on: {
    travel: { target: '.travelling', actions: 'look at this page' },
    open: '.importing',
  },
  states: {
    live: {
      description: 'What is going on now is shown.',
      entry: 'forget the recording',
    },
    importing: {
      description: 'A file is being read.',
      invoke: {
        src: 'read the file',
        input: ({ event }) => ({ file: event.type === 'open' ? event.file : new Blob() }),
        onDone: {
          target: 'travelling',
          actions: { type: 'look at the file', params: ({ event }) => ({ recording: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'note what is wrong with it', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { return: 'live' },
    },
    failed: {
      description: 'The file is no recording that can be shown; what is wrong with it is said.',
      on: { return: 'live' },
    },
    travelling: {
      description: 'A moment of a recording is shown.',
      on: {
        return: 'live',
        go: { actions: { type: 'go there', params: ({ event }) => ({ to: event.to }) } },
        step: { actions: { type: 'go to the next', params: ({ event }) => ({ direction: event.direction }) } },
        'go to the first': { actions: { type: 'go there', params: () => ({ to: 0 }) } },
        'go to the last': { actions: { type: 'go there', params: () => ({ to: Infinity }) } },
        choose: { actions: { type: 'choose the actor', params: ({ event }) => ({ session: event.session }) } },
        filter: { actions: { type: 'filter the entries', params: ({ event }) => ({ filter: event.filter }) } },
        save: { actions: 'keep the file' },
      },
      initial: 'looking',
      states: {
        looking: {
          description: 'One moment is looked at.',
          on: { compare: { target: 'comparing', actions: 'remember this moment' } },
        },
        comparing: {
          description: 'What is otherwise than at a remembered moment is shown.',
          on: {
            compare: { actions: 'remember this moment' },
            'stop comparing': 'looking',
          },
        },
      },
    },
  },
})

export type TimeTravel = ActorRefFrom<typeof timeTravelMachine>

function nowhere() {
  return {
    moments: undefined,
    isFromFile: false,
    at: 0,
    other: 0,
    chosen: undefined,
    filter: everything,
    shown: [],
    problem: undefined,
  } satisfies Omit<Context, keyof TimeTravelInput>
}

/** Where a journey begins: at its end, which is what somebody has just seen. */
function beginning(recording: Recording, isFromFile: boolean): Omit<Context, keyof TimeTravelInput> {
  const moments = new Moments(recording)
  return { ...nowhere(), moments, isFromFile, at: moments.last, shown: entriesThrough(moments, everything) }
}
