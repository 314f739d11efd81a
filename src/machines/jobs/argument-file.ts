import { assign, fromPromise, setup } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import { findUploaded, isApk, largestFile } from '../../api/files.ts'
import { fileRemoval, fileTransfer, type TransferReport } from '../../api/uploads.ts'

/** Why files are not taken, with the name of the first. */
interface FileRefusal {
  why: 'notApk' | 'empty' | 'tooLarge' | 'several'
  name: string
  count: number
}

interface DroppedFiles {
  files: readonly File[]
  /** Apps are installed; anything else may be pushed. */
  wants: 'app' | 'file'
}

interface Context {
  readonly userId: number
  file: File | undefined
  /** Bytes of it that are on the server. */
  sent: number
  failure: string
  refusal: FileRefusal | undefined
  /** Was dropped while the server was being told to forget the one before, and is sent afterwards. */
  next: File | undefined
  /** What is chosen by it: null from when it is taken until it is there; undefined before that. */
  chosen: number | null | undefined
}

type Event =
  | ({ type: 'DROP' } & DroppedFiles)
  | { type: 'RETRY' }
  /** Has the server forget it. */
  | { type: 'CANCEL' }
  /** Another file was chosen instead. */
  | { type: 'PUT_AWAY' }

function refusalOf({ files, wants }: DroppedFiles): FileRefusal | undefined {
  const [file] = files
  if (file === undefined) return undefined
  const refused = (why: FileRefusal['why']): FileRefusal => ({ why, name: file.name, count: files.length })
  if (files.length > 1) return refused('several')
  if (wants === 'app' && !isApk(file)) return refused('notApk')
  if (file.size === 0) return refused('empty')
  return file.size > largestFile ? refused('tooLarge') : undefined
}

/** A file for an action on phones, which is dropped into its dialog: it is chosen once all of it is on the server, and not before. */
export const argumentFileMachine = setup({
  types: {
    input: {} as { userId: number },
    context: {} as Context,
    events: {} as Event | TransferReport,
  },
  actors: {
    transfer: fileTransfer,
    find: fromPromise<number | null, Context>(async ({ input: { file }, signal }) =>
      file === undefined ? null : findUploaded(file, signal),
    ),
    forget: fileRemoval,
  },
  guards: {
    'there is none': (_, { files }: DroppedFiles) => files.length === 0,
    'it can not be taken': (_, dropped: DroppedFiles) => refusalOf(dropped) !== undefined,
    'it can be taken': (_, dropped: DroppedFiles) => dropped.files.length > 0 && refusalOf(dropped) === undefined,
    'another one follows': ({ context: { next } }) => next !== undefined,
    'all of it is there': ({ context: { file, sent } }) => sent === file?.size,
  },
  actions: {
    'take the file': assign((_, { file }: { file: File | undefined }) => ({
      file,
      next: undefined,
      sent: 0,
      failure: '',
      chosen: null,
    })),
    'let it follow': assign((_, { file }: { file: File | undefined }) => ({ next: file, chosen: null })),
    'say nothing against it': assign({ refusal: undefined }),
    'say why not': assign({ refusal: (_, dropped: DroppedFiles) => refusalOf(dropped) }),
    'note how far it is': assign({ sent: (_, { sent }: { sent: number }) => sent }),
    'note that all of it is there': assign({ sent: ({ context: { file } }) => file?.size ?? 0 }),
    'keep why': assign({ failure: (_, { reason }: { reason: string }) => reason }),
    'choose it': assign({ chosen: (_, { id }: { id: number | null }) => id }),
    'put it away': assign({ file: undefined, next: undefined, chosen: undefined }),
  },
}).createMachine({
  id: 'argumentFile',
  context: ({ input }) => ({
    ...input,
    file: undefined,
    next: undefined,
    sent: 0,
    failure: '',
    refusal: undefined,
    chosen: undefined,
  }),
  initial: 'waiting',
  on: {
    DROP: [
      { guard: { type: 'there is none', params: ({ event }) => event } },
      {
        guard: { type: 'it can not be taken', params: ({ event }) => event },
        actions: { type: 'say why not', params: ({ event }) => event },
      },
      {
        target: '.sending',
        actions: [
          'say nothing against it',
          { type: 'take the file', params: ({ event: { files } }) => ({ file: files[0] }) },
        ],
      },
    ],
    PUT_AWAY: { target: '.waiting', actions: ['put it away', 'say nothing against it'] },
  },
  states: {
    waiting: { description: 'No file was dropped.' },
    sending: {
      description: 'It is on its way to the server, from where an earlier try has stopped.',
      invoke: { src: 'transfer', input: ({ context }) => context },
      on: {
        progress: { actions: { type: 'note how far it is', params: ({ event }) => event } },
        sent: { target: 'finding', actions: 'note that all of it is there' },
        'not sent': { target: 'failed', actions: { type: 'keep why', params: ({ event }) => event } },
        CANCEL: 'forgetting',
      },
    },
    finding: {
      description: 'All of it is there, and the server is asked for its number.',
      invoke: {
        id: 'find',
        src: 'find',
        input: ({ context }) => context,
        onDone: { target: 'chosen', actions: { type: 'choose it', params: ({ event }) => ({ id: event.output }) } },
        onError: {
          target: 'failed',
          actions: { type: 'keep why', params: ({ event }) => ({ reason: messageOf(event.error) }) },
        },
      },
    },
    failed: {
      description: 'It could not be brought there, and why is told.',
      on: { RETRY: [{ guard: 'all of it is there', target: 'finding' }, { target: 'sending' }], CANCEL: 'forgetting' },
    },
    chosen: { description: 'It is there, and is what the action is about.' },
    forgetting: {
      description: 'The server is being told to forget it; what it keeps all the same it forgets by itself.',
      entry: 'say nothing against it',
      on: {
        DROP: {
          guard: { type: 'it can be taken', params: ({ event }) => event },
          actions: [
            'say nothing against it',
            { type: 'let it follow', params: ({ event: { files } }) => ({ file: files[0] }) },
          ],
        },
        PUT_AWAY: { actions: ['put it away', 'say nothing against it'] },
      },
      invoke: {
        id: 'forget',
        src: 'forget',
        input: ({ context }) => context,
        onDone: 'forgotten',
        onError: 'forgotten',
      },
    },
    forgotten: {
      description: 'It is gone, and the one that was dropped meanwhile follows.',
      always: [
        {
          guard: 'another one follows',
          target: 'sending',
          actions: { type: 'take the file', params: ({ context: { next } }) => ({ file: next }) },
        },
        { target: 'waiting', actions: 'put it away' },
      ],
    },
  },
})
