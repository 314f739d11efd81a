import { assign, fromPromise, setup, type ActorRefFrom } from 'xstate'

/**
 * A problem that the operator reports (反馈问题): what it says and the last minutes of the page's machines become a file, which it hands
 * on itself; the server is told nothing.
 */
export const feedbackMachine = setup({
  types: {
    context: {} as { text: string },
    events: {} as { type: 'open' } | { type: 'write'; text: string } | { type: 'save' } | { type: 'close' },
  },
  actors: {
    // Its code comes when it is wanted.
    'keep the file': fromPromise<void, { text: string }>(async ({ input: { text } }) => {
      const { keepFeedback } = await import('../../inspector/kept-recording.ts')
      keepFeedback(text)
    }),
  },
  actions: {
    'begin anew': assign({ text: '' }),
    'take the text': assign({ text: (_, { text }: { text: string }) => text }),
  },
}).createMachine({
  id: 'feedback',
  context: { text: '' },
  initial: 'closed',
  states: {
    closed: {
      description: 'Nobody reports anything.',
      entry: 'begin anew',
      on: { open: 'writing' },
    },
    writing: {
      description: 'The operator says what is wrong.',
      on: {
        write: { actions: { type: 'take the text', params: ({ event }) => ({ text: event.text }) } },
        save: 'saving',
        close: 'closed',
      },
    },
    saving: {
      description: 'The file is being made.',
      invoke: {
        src: 'keep the file',
        input: ({ context: { text } }) => ({ text }),
        onDone: 'saved',
        onError: 'failed',
      },
    },
    saved: {
      description: 'The browser has the file; the operator is told what to do with it.',
      on: { close: 'closed' },
    },
    failed: {
      description: 'There is no file; the text is still there.',
      on: {
        write: { actions: { type: 'take the text', params: ({ event }) => ({ text: event.text }) } },
        save: 'saving',
        close: 'closed',
      },
    },
  },
})

export type Feedback = ActorRefFrom<typeof feedbackMachine>
