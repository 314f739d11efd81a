import { and, assign, emit, fromPromise, not, or, setup, stateIn, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { fileRemoval, fileTransfer, type TransferReport } from '../../api/uploads.ts'
import { messageOf } from '../../api/errors.ts'
import { findUploaded, isApk } from '../../api/files.ts'
import { actOnOne } from '../../api/one-phone-job.ts'

/** What becomes of a file on a phone. */
type FileUse = 'install' | 'push'

interface PhoneFileInput {
  deviceId: number
  userId: number
  /** Tells that a file did not come onto the phone, where another one follows. */
  tell: (file: string, reason: string) => void
}

/** A file, and what it is meant for; undefined where that is asked. */
interface Waiting {
  file: File
  use: FileUse | undefined
}

interface Context extends Readonly<PhoneFileInput> {
  /** Those that come after, the next one first. */
  waiting: readonly Waiting[]
  file: File | undefined
  use: FileUse
  /** Bytes of it that are on the server. */
  sent: number
  failure: string
}

type Event =
  /** A file for the phone; what it is meant for is asked where that is not plain. */
  | { type: 'drop'; file: File }
  /** An app for the phone. */
  | { type: 'install file'; file: File }
  | { type: 'use'; use: FileUse }
  /** Gives it up, or closes what is told of it. */
  | { type: 'cancel' }
  /** The operator wants to go elsewhere, and is asked whether what is on its way is given up. */
  | { type: 'leave' }
  | { type: 'stay' }
  | { type: 'give up' }

/** Files on their way onto one phone, one after the other: first to the server, as any upload, then from there by a job. */
export const phoneFileMachine = setup({
  types: {
    input: {} as PhoneFileInput,
    context: {} as Context,
    events: {} as Event | TransferReport,
    /** The apps of the phone are others by now. */
    emitted: {} as { type: 'installed' },
  },
  actors: {
    transfer: fileTransfer,
    forget: fileRemoval,
    place: fromPromise<void, { deviceId: number; file: File | undefined; use: FileUse }>(async ({ input, signal }) => {
      if (input.file === undefined) return
      const file_id = await findUploaded(input.file, signal)
      await actOnOne(input.deviceId, { action: input.use, file_id }, signal)
    }),
  },
  guards: {
    'another one waits': ({ context: { waiting } }) => waiting.length > 0,
    'its use is asked': ({ context: { waiting } }) => waiting[0] !== undefined && waiting[0].use === undefined,
    'it is not on the server yet': or([stateIn({ open: { file: 'asking' } }), stateIn({ open: { file: 'sending' } })]),
    'something would be given up': or(['another one waits', 'it is not on the server yet']),
    'all is dealt with': and([stateIn({ open: { file: 'waiting' } }), not('another one waits')]),
    'a failure is told': stateIn({ open: { file: { waiting: 'failed' } } }),
    'it is to be installed': ({ context: { use } }) => use === 'install',
  },
  actions: {
    'let it wait': assign({
      waiting: ({ context: { waiting } }, one: Waiting) => [...waiting, one],
    }),
    'take the next': assign(({ context: { waiting } }) => ({
      file: waiting[0]?.file,
      use: waiting[0]?.use ?? 'push',
      sent: 0,
      waiting: waiting.slice(1),
    })),
    'take its use': assign(({ event }) => (event.type === 'use' ? { use: event.use } : {})),
    'note how far it is': assign(({ event }) => (event.type === 'progress' ? { sent: event.sent } : {})),
    'keep why': assign({ failure: (_, { reason }: { reason: string }) => reason }),
    'tell why': ({ context: { file, tell } }, { reason }: { reason: string }) => tell(file?.name ?? '', reason),
  },
}).createMachine({
  id: 'phoneFile',
  context: ({ input }) => ({ ...input, waiting: [], file: undefined, use: 'push', sent: 0, failure: '' }),
  on: {
    drop: {
      actions: {
        type: 'let it wait',
        params: ({ event: { file } }) => ({ file, use: isApk(file) ? undefined : 'push' }),
      },
    },
    'install file': {
      actions: { type: 'let it wait', params: ({ event: { file } }) => ({ file, use: 'install' as const }) },
    },
  },
  initial: 'open',
  states: {
    open: {
      description: 'The phone is before the operator.',
      type: 'parallel',
      states: {
        file: {
          description: 'What becomes of each file.',
          initial: 'waiting',
          states: {
            waiting: {
              description: 'There is no file, or the last one is dealt with.',
              initial: 'quiet',
              states: {
                quiet: { description: 'Nothing is to be told.' },
                placed: { description: 'The file is on the phone, as is told.', on: { cancel: 'quiet' } },
                failed: { description: 'It could not be brought there, and why is told.', on: { cancel: 'quiet' } },
              },
              always: [
                { guard: 'its use is asked', target: 'asking', actions: 'take the next' },
                { guard: 'another one waits', target: 'sending', actions: 'take the next' },
              ],
            },
            asking: {
              description: 'It may be installed or only be kept on the phone: which one is asked.',
              on: { use: { target: 'sending', actions: 'take its use' }, cancel: 'waiting' },
            },
            sending: {
              description: 'It is on its way to the server, from where an earlier try has stopped.',
              invoke: { src: 'transfer', input: ({ context: { file, userId } }) => ({ file, userId }) },
              on: {
                progress: { actions: 'note how far it is' },
                sent: 'placing',
                'not sent': [
                  {
                    guard: 'another one waits',
                    target: 'waiting',
                    actions: { type: 'tell why', params: ({ event: { reason } }) => ({ reason }) },
                  },
                  {
                    target: 'waiting.failed',
                    actions: { type: 'keep why', params: ({ event: { reason } }) => ({ reason }) },
                  },
                ],
                cancel: 'forgetting',
              },
            },
            forgetting: {
              description:
                'The server is being told to forget what it has of it; what it keeps all the same it forgets by itself.',
              invoke: {
                id: 'forget',
                src: 'forget',
                input: ({ context: { file, userId } }) => ({ file, userId }),
                onDone: 'waiting',
                onError: 'waiting',
              },
            },
            placing: {
              description: 'The server brings it onto the phone; that goes on without this page, too.',
              invoke: {
                id: 'place',
                src: 'place',
                input: ({ context: { deviceId, file, use } }) => ({ deviceId, file, use }),
                onDone: [
                  {
                    guard: 'it is to be installed',
                    target: 'waiting.placed',
                    actions: emit({ type: 'installed' }),
                  },
                  { target: 'waiting.placed' },
                ],
                onError: [
                  {
                    guard: 'another one waits',
                    target: 'waiting',
                    actions: { type: 'tell why', params: ({ event }) => ({ reason: messageOf(event.error) }) },
                  },
                  {
                    target: 'waiting.failed',
                    actions: { type: 'keep why', params: ({ event }) => ({ reason: messageOf(event.error) }) },
                  },
                ],
              },
            },
          },
        },
        page: {
          description: 'Whether the operator may go elsewhere.',
          initial: 'free',
          states: {
            free: {
              description: 'Nobody wants to.',
              on: { leave: { guard: 'something would be given up', target: 'asking' } },
            },
            asking: {
              description:
                'What has not reached the server would be given up: asks whether that is meant. Meanwhile it goes on.',
              always: [
                { guard: 'a failure is told', target: 'free' },
                { guard: 'all is dealt with', target: '#phoneFile.left' },
              ],
              on: { stay: 'free', 'give up': '#phoneFile.left' },
            },
          },
        },
      },
    },
    left: { type: 'final', description: 'The operator has gone elsewhere.' },
  },
})

/** Whether the page is held, as a file would be given up that the server does not have yet. */
export const holdsPage = (now: SnapshotFrom<typeof phoneFileMachine>): boolean =>
  now.matches({ open: { page: 'asking' } }) || now.can({ type: 'leave' })

export type PhoneFile = ActorRefFrom<typeof phoneFileMachine>
