import { enqueueActions, fromCallback, setup } from 'xstate'
import { fileUploadMachine, type FileUpload } from './file-upload.ts'

/** Files sent at the same time; more would only take from each other. */
const atOnce = 2
/** Files that the queue shows; the oldest that have ended make room. */
const maxShown = 200

/** Somebody who is asked before the page goes. */
const holdPage = (isBusy: () => boolean): (() => void) => {
  const ask = (event: BeforeUnloadEvent) => {
    if (isBusy()) event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}

const isUnderWay = (upload: FileUpload): boolean => {
  const now = upload.getSnapshot()
  return now.matches('waiting') || now.matches('sending') || now.matches('cancelling')
}
const hasEnded = (upload: FileUpload): boolean => upload.getSnapshot().status === 'done'

/**
 * The files that the operator uploads, in the order they were chosen, two at a time. It lives as long as the session, so that
 * uploads go on while other screens are open; the page asks before it goes while one is under way.
 */
export const uploadQueueMachine = setup({
  types: {
    input: {} as { userId: number },
    context: {} as { userId: number; uploads: readonly FileUpload[] },
    events: {} as
      | { type: 'add'; files: readonly File[] }
      /** Takes those away that have ended. */
      | { type: 'clear' }
      /** One of the uploads is in another state, its first one too. */
      | { type: 'moved' },
  },
  actors: {
    upload: fileUploadMachine,
    'the page is held': fromCallback<{ type: 'none' }, { isBusy: () => boolean }>(({ input }) =>
      holdPage(input.isBusy),
    ),
  },
  actions: {
    'take the files': enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'add') return
      const ended = context.uploads.filter(hasEnded)
      const room = Math.max(0, maxShown - event.files.length - (context.uploads.length - ended.length))
      const leaving = ended.slice(0, Math.max(0, ended.length - room))
      for (const upload of leaving) enqueue.stopChild(upload)
      enqueue.assign(({ spawn }) => {
        const added = event.files.map((file) => spawn('upload', { input: { file, userId: context.userId } }))
        for (const upload of added) upload.on('moved', () => self.send({ type: 'moved' }))
        return { uploads: [...context.uploads.filter((upload) => !leaving.includes(upload)), ...added] }
      })
    }),
    'start the next': ({ context: { uploads } }) => {
      let free = atOnce - uploads.filter((upload) => upload.getSnapshot().matches('sending')).length
      for (const upload of uploads) {
        if (free <= 0) return
        if (!upload.getSnapshot().matches('waiting')) continue
        upload.send({ type: 'start' })
        free -= 1
      }
    },
    'leave out what has ended': enqueueActions(({ context: { uploads }, enqueue }) => {
      for (const upload of uploads.filter(hasEnded)) enqueue.stopChild(upload)
      enqueue.assign({ uploads: uploads.filter((upload) => !hasEnded(upload)) })
    }),
  },
}).createMachine({
  id: 'uploadQueue',
  context: ({ input }) => ({ ...input, uploads: [] }),
  initial: 'empty',
  states: {
    empty: {
      description: 'Nothing was uploaded in this session yet.',
      on: { add: { target: 'open', actions: 'take the files' } },
    },
    open: {
      description: 'Files may be added at any time, and the page asks before it goes.',
      invoke: {
        src: 'the page is held',
        input: ({ self }) => ({
          // The queue's own snapshot, read when the page is about to go.
          isBusy: () =>
            (self.getSnapshot() as { context: { uploads: readonly FileUpload[] } }).context.uploads.some(isUnderWay),
        }),
      },
      on: {
        add: { actions: 'take the files' },
        moved: { actions: 'start the next' },
        clear: { actions: 'leave out what has ended' },
      },
    },
  },
})
