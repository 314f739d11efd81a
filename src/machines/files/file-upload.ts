import { assign, emit, fromCallback, fromPromise, setup, type ActorRefFrom } from 'xstate'
import { forgetFile, sendFile } from '../../api/uploads.ts'
import { messageOf } from '../../api/errors.ts'

interface FileUploadInput {
  file: File
  /** Whose it is: a browser may be used by several. */
  userId: number
}

type FileUploadEvent =
  /** It is its turn. */
  { type: 'start' } | { type: 'pause' } | { type: 'resume' } | { type: 'cancel' } | { type: 'retry' }

type Report = { type: 'progress'; sent: number } | { type: 'done' } | { type: 'failed'; reason: string }

/**
 * One file on its way to the server. What has arrived stays there: a pause, a lost connection or a reload costs the part that
 * was under way alone. Cancelling has the server forget it.
 */
export const fileUploadMachine = setup({
  types: {
    input: {} as FileUploadInput,
    context: {} as FileUploadInput & { sent: number; failure: string },
    events: {} as FileUploadEvent | Report,
    emitted: {} as { type: 'moved' },
  },
  actors: {
    transfer: fromCallback<{ type: 'none' }, FileUploadInput>(({ input: { file, userId }, sendBack }) =>
      sendFile(file, userId, {
        progress: (sent) => sendBack({ type: 'progress', sent }),
        done: () => sendBack({ type: 'done' }),
        failed: (reason) => sendBack({ type: 'failed', reason }),
      }),
    ),
    forget: fromPromise<void, FileUploadInput>(({ input: { file, userId } }) => forgetFile(file, userId)),
  },
  actions: {
    'say that it moved': emit({ type: 'moved' }),
    'keep why': assign({ failure: (_, { reason }: { reason: string }) => reason }),
  },
}).createMachine({
  id: 'fileUpload',
  context: ({ input }) => ({ ...input, sent: 0, failure: '' }),
  initial: 'waiting',
  states: {
    waiting: {
      description: 'Others come first.',
      entry: 'say that it moved',
      on: { start: 'sending', pause: 'paused', cancel: 'cancelling' },
    },
    sending: {
      description: 'It is on its way, from where an earlier try has stopped.',
      entry: assign({ failure: '' }),
      invoke: { src: 'transfer', input: ({ context: { file, userId } }) => ({ file, userId }) },
      on: {
        progress: { actions: assign({ sent: ({ event }) => event.sent }) },
        done: { target: 'done', actions: assign({ sent: ({ context }) => context.file.size }) },
        failed: {
          target: 'failed',
          actions: { type: 'keep why', params: ({ event }) => ({ reason: event.reason }) },
        },
        pause: 'paused',
        cancel: 'cancelling',
      },
    },
    paused: {
      description: 'The operator has stopped it for a while.',
      entry: 'say that it moved',
      on: { resume: 'waiting', cancel: 'cancelling' },
    },
    failed: {
      description: 'The server refused it, or was not to be reached for a while.',
      entry: 'say that it moved',
      on: { retry: 'waiting', cancel: 'cancelling' },
    },
    cancelling: {
      description: 'The server is being told to forget it; another one may be sent meanwhile.',
      entry: 'say that it moved',
      invoke: {
        id: 'forget',
        src: 'forget',
        input: ({ context: { file, userId } }) => ({ file, userId }),
        onDone: 'cancelled',
        onError: {
          target: 'failed',
          actions: { type: 'keep why', params: ({ event }) => ({ reason: messageOf(event.error) }) },
        },
      },
    },
    done: {
      type: 'final',
      description: 'All of it is there; the server computes its checksum.',
      entry: 'say that it moved',
    },
    cancelled: { type: 'final', description: 'There is nothing of it left.', entry: 'say that it moved' },
  },
})

export type FileUpload = ActorRefFrom<typeof fileUploadMachine>
