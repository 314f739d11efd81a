import { assign, fromPromise, setup } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import { fetchNotice, publishNotice, type MaintenanceNotice } from '../../api/messages.ts'

/** The longest notice, in characters. */
export const longestNotice = 500

/** The maintenance notice under the pen: the current one is loaded, changed, and published; empty takes it down. */
export const noticeEditorMachine = setup({
  types: {
    context: {} as {
      /** As everybody sees it. */
      content: string
      /** As it is written here. */
      text: string
      failure: string
    },
    events: {} as { type: 'type'; text: string } | { type: 'save' } | { type: 'retry' },
  },
  actors: {
    'load the notice': fromPromise<MaintenanceNotice>(({ signal }) => fetchNotice(signal)),
    'publish it': fromPromise<MaintenanceNotice, { content: string }>(({ input, signal }) =>
      publishNotice(input.content, signal),
    ),
  },
}).createMachine({
  id: 'noticeEditor',
  context: { content: '', text: '', failure: '' },
  initial: 'loading',
  states: {
    loading: {
      description: 'The notice as it is now is being asked for.',
      invoke: {
        id: 'load',
        src: 'load the notice',
        onDone: {
          target: 'editing',
          actions: assign(({ event: { output } }) => ({ content: output.content, text: output.content, failure: '' })),
        },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => messageOf(event.error) }) },
      },
    },
    failed: {
      description: 'The notice could not be had; whoever wrote over it would not know what.',
      on: { retry: 'loading' },
    },
    editing: {
      description: 'The operator writes.',
      on: {
        type: { actions: assign({ text: ({ event }) => event.text }) },
        save: { target: 'saving', actions: assign({ failure: '' }) },
      },
    },
    saving: {
      description: 'The server is asked; what was written stays until it has agreed.',
      invoke: {
        id: 'save',
        src: 'publish it',
        input: ({ context }) => ({ content: context.text.trim() }),
        onDone: 'saved',
        onError: { target: 'editing', actions: assign({ failure: ({ event }) => messageOf(event.error) }) },
      },
    },
    saved: { type: 'final', description: 'Everybody sees it; the dialog closes.' },
  },
})
