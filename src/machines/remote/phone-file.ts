import { assign, fromPromise, setup, type ActorRefFrom } from 'xstate'
import { fileRemoval, fileTransfer, type TransferReport } from '../../api/uploads.ts'
import { messageOf } from '../../api/errors.ts'
import { findUploaded, isApk } from '../../api/files.ts'
import { actOnOne } from '../../api/devices.ts'

/** What becomes of a file on a phone. */
type FileUse = 'install' | 'push'

interface Context {
  readonly deviceId: number
  readonly userId: number
  file: File | undefined
  use: FileUse
  /** Bytes of it that are on the server. */
  sent: number
  failure: string
  /** Apps that were installed so far. */
  installed: number
}

type Event =
  /** A file for the phone; what it is meant for is asked where that is not plain. */
  | { type: 'drop'; file: File }
  /** An app for the phone. */
  | { type: 'install file'; file: File }
  | { type: 'use'; use: FileUse }
  /** Gives it up, or closes what is told of it. */
  | { type: 'cancel' }

/** One file on its way onto one phone: first to the server, as any upload, then from there by a job. */
export const phoneFileMachine = setup({
  types: {
    input: {} as { deviceId: number; userId: number },
    context: {} as Context,
    events: {} as Event | TransferReport,
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
    'it may be an app': ({ event }) => event.type === 'drop' && isApk(event.file),
    'it is to be installed': ({ context: { use } }) => use === 'install',
  },
  actions: {
    'take the file': assign(({ event }) =>
      event.type === 'drop' || event.type === 'install file'
        ? { file: event.file, use: event.type === 'drop' ? ('push' as const) : ('install' as const), sent: 0 }
        : {},
    ),
    'take its use': assign(({ event }) => (event.type === 'use' ? { use: event.use } : {})),
    'note how far it is': assign(({ event }) => (event.type === 'progress' ? { sent: event.sent } : {})),
    'keep why': assign({ failure: (_, { reason }: { reason: string }) => reason }),
  },
}).createMachine({
  id: 'phoneFile',
  context: ({ input }) => ({ ...input, file: undefined, use: 'push', sent: 0, failure: '', installed: 0 }),
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
      on: {
        drop: [
          { guard: 'it may be an app', target: 'asking', actions: 'take the file' },
          { target: 'sending', actions: 'take the file' },
        ],
        'install file': { target: 'sending', actions: 'take the file' },
      },
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
        'not sent': {
          target: 'waiting.failed',
          actions: { type: 'keep why', params: ({ event }) => ({ reason: event.reason }) },
        },
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
            actions: assign({ installed: ({ context }) => context.installed + 1 }),
          },
          { target: 'waiting.placed' },
        ],
        onError: {
          target: 'waiting.failed',
          actions: { type: 'keep why', params: ({ event }) => ({ reason: messageOf(event.error) }) },
        },
      },
    },
  },
})

export type PhoneFile = ActorRefFrom<typeof phoneFileMachine>
