import { assign, fromCallback, sendTo, setup, type ActorRefFrom, type EventObject } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import { keepFile, pictureFileName } from '../../api/keep-file.ts'
import { recordedType, recordVideo } from '../../video/video-recorder.ts'
import type { RemoteNotice, RemoteSession, RemoteSnapshot } from './remote-session.ts'

/** What ends a recording by itself: minutes and bytes. */
export const maxRecordedMinutes = 30
export const maxRecordedBytes = 1024 ** 3

type Ending = 'stopped' | 'limit' | 'session'

interface Context {
  readonly session: RemoteSession
  readonly tell: (notice: RemoteNotice) => void
  phone: string
  seconds: number
  ending: Ending
}

type RecorderReport =
  | { type: 'grew'; bytes: number }
  | { type: 'finished'; file: string }
  | { type: 'failed'; message: string }

type Event = RecorderReport | { type: 'start'; phone: string } | { type: 'stop' } | { type: 'session ended' }

const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault()

/**
 * Records the session's video. When it is stopped, also because the page is left, it keeps as a file what there is; a
 * browser that is about to close the page asks first.
 */
const recorder = fromCallback<{ type: 'stop' }, { session: RemoteSession; phone: string }, RecorderReport>(
  ({ input: { session, phone }, sendBack, receive }) => {
    const type = recordedType() ?? ''
    const file = pictureFileName(phone, new Date(), type.includes('mp4') ? 'mp4' : 'webm')
    const { player, size } = session.getSnapshot().context
    const stop = recordVideo(player, size ?? { width: 360, height: 640 }, type, {
      grew: (bytes) => sendBack({ type: 'grew', bytes }),
      finished(video) {
        removeEventListener('beforeunload', askFirst)
        keepFile(video, file)
        sendBack({ type: 'finished', file })
      },
      failed(message) {
        removeEventListener('beforeunload', askFirst)
        sendBack({ type: 'failed', message })
      },
    })
    addEventListener('beforeunload', askFirst)
    receive(stop)
    return stop
  },
)

/** The states of a session that lead back to a video by themselves. */
const goesOn = (snapshot: RemoteSnapshot): boolean =>
  snapshot.matches('attached') ||
  snapshot.matches('awaiting') ||
  snapshot.matches('asking') ||
  snapshot.matches('identifying') ||
  snapshot.matches('reconnecting')

/** Reports the end of the session, or that it does not go on by itself. */
const endWatch = fromCallback<EventObject, { session: RemoteSession }, { type: 'session ended' }>(
  ({ input: { session }, sendBack }) => {
    const watching = session.subscribe({
      next: (snapshot) => {
        if (!goesOn(snapshot)) sendBack({ type: 'session ended' })
      },
      complete: () => sendBack({ type: 'session ended' }),
    })
    return () => watching.unsubscribe()
  },
)

/** Records what a phone shows as a video file, for as long as the operator likes, the limits allow and the session lasts. */
export const videoRecordingMachine = setup({
  types: {
    input: {} as { session: RemoteSession; tell: (notice: RemoteNotice) => void },
    context: {} as Context,
    events: {} as Event,
  },
  actors: { recorder, endWatch },
  delays: { second: 1_000, longest: maxRecordedMinutes * 60_000 },
  guards: {
    'there is video, and the browser records': ({ context }) =>
      recordedType() !== undefined && context.session.getSnapshot().matches({ attached: 'live' }),
    'it is too large': ({ event }) => event.type === 'grew' && event.bytes >= maxRecordedBytes,
  },
  actions: {
    'note whose it is': assign(({ event }) => (event.type === 'start' ? { phone: event.phone, seconds: 0 } : {})),
    'count the second': assign({ seconds: ({ context }) => context.seconds + 1 }),
    'note why it ends': assign({ ending: (_, { ending }: { ending: Ending }) => ending }),
    'stop the recorder': sendTo('recorder', { type: 'stop' }),
    'tell that it is kept': ({ context, event }) => {
      if (event.type === 'finished') context.tell({ type: 'recorded', file: event.file, ending: context.ending })
    },
    'tell that it failed': ({ context }, { message }: { message: string }) =>
      context.tell({ type: 'not recorded', message }),
  },
}).createMachine({
  id: 'videoRecording',
  context: ({ input }) => ({ ...input, phone: '', seconds: 0, ending: 'stopped' }),
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is recorded.',
      on: {
        start: {
          guard: 'there is video, and the browser records',
          target: 'recording',
          actions: 'note whose it is',
        },
      },
    },
    recording: {
      description: 'What the phone shows goes into a file.',
      invoke: [
        {
          id: 'recorder',
          src: 'recorder',
          input: ({ context: { session, phone } }) => ({ session, phone }),
          onError: {
            target: 'idle',
            actions: { type: 'tell that it failed', params: ({ event }) => ({ message: messageOf(event.error) }) },
          },
        },
        { src: 'endWatch', input: ({ context: { session } }) => ({ session }) },
      ],
      on: {
        finished: { target: 'idle', actions: 'tell that it is kept' },
        failed: {
          target: 'idle',
          actions: { type: 'tell that it failed', params: ({ event: { message } }) => ({ message }) },
        },
      },
      initial: 'running',
      states: {
        running: {
          description: 'The seconds are counted.',
          on: {
            stop: { target: 'finishing', actions: { type: 'note why it ends', params: { ending: 'stopped' } } },
            'session ended': {
              target: 'finishing',
              actions: { type: 'note why it ends', params: { ending: 'session' } },
            },
            grew: {
              guard: 'it is too large',
              target: 'finishing',
              actions: { type: 'note why it ends', params: { ending: 'limit' } },
            },
          },
          after: {
            longest: { target: 'finishing', actions: { type: 'note why it ends', params: { ending: 'limit' } } },
          },
          initial: 'counting',
          states: {
            counting: {
              description: 'One second passes.',
              after: { second: { target: 'counting', reenter: true, actions: 'count the second' } },
            },
          },
        },
        finishing: {
          description: 'The recorder writes the end of the file.',
          entry: 'stop the recorder',
        },
      },
    },
  },
})

export type VideoRecording = ActorRefFrom<typeof videoRecordingMachine>
