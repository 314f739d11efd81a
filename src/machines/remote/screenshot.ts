import { assign, fromPromise, setup, type ActorRefFrom } from 'xstate'
import { copyPicture } from '../../browser-clipboard.ts'
import { keepFile, pictureFileName } from '../../api/keep-file.ts'
import { messageOf } from '../../api/errors.ts'
import type { RemoteNotice, RemoteSession } from './remote-session.ts'

interface Shot {
  file: string
  /** Whether it is on the clipboard too. */
  copied: boolean
}

/** Keeps the picture as it is seen as a file, and on the clipboard where the browser allows it. */
const takeShot = fromPromise<Shot, { session: RemoteSession; phone: string }>(async ({ input: { session, phone } }) => {
  const picture = session.getSnapshot().context.player.still()
  const copying = copyPicture(picture) // At once: a browser forgets soon that it was asked for by hand.
  const file = pictureFileName(phone, new Date(), 'png')
  keepFile(await picture, file)
  return { file, copied: await copying }
})

/** Takes pictures of what a phone shows, one at a time. */
export const screenshotMachine = setup({
  types: {
    input: {} as { session: RemoteSession; tell: (notice: RemoteNotice) => void },
    context: {} as { readonly session: RemoteSession; readonly tell: (notice: RemoteNotice) => void; phone: string },
    events: {} as { type: 'take'; phone: string },
  },
  actors: { takeShot },
  guards: {
    'there is a picture': ({ context }) => context.session.getSnapshot().matches({ attached: 'live' }),
  },
  actions: {
    'note whose it is': assign({ phone: ({ event }) => event.phone }),
    tell: ({ context }, notice: RemoteNotice) => context.tell(notice),
  },
}).createMachine({
  id: 'screenshot',
  context: ({ input }) => ({ ...input, phone: '' }),
  initial: 'idle',
  states: {
    idle: {
      description: 'Nobody wants a picture.',
      on: { take: { guard: 'there is a picture', target: 'taking', actions: 'note whose it is' } },
    },
    taking: {
      description: 'The picture is being written as PNG.',
      invoke: {
        src: 'takeShot',
        input: ({ context: { session, phone } }) => ({ session, phone }),
        onDone: {
          target: 'idle',
          actions: { type: 'tell', params: ({ event }) => ({ type: 'pictured', ...event.output }) },
        },
        onError: {
          target: 'idle',
          actions: { type: 'tell', params: ({ event }) => ({ type: 'not pictured', message: messageOf(event.error) }) },
        },
      },
    },
  },
})

export type Screenshot = ActorRefFrom<typeof screenshotMachine>
