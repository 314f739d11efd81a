import { assign, fromPromise, setup } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import { fetchNotice, publishNotice, type MaintenanceNotice } from '../../api/messages.ts'

/** The longest notice, in characters. */
export const longestNotice = 500

/** The maintenance notice under the pen: the current one is loaded, changed, and published; empty takes it down. */
export const noticeEditorMachine = setup({
  types: {
    context: {} as { content: string; failure: string },
    events: {} as { type: 'save'; content: string } | { type: 'retry' },
  },
  actors: {
    'load the notice': fromPromise<MaintenanceNotice>(({ signal }) => fetchNotice(signal)),
    'publish it': fromPromise<MaintenanceNotice, { content: string }>(({ input, signal }) =>
      publishNotice(input.content, signal),
    ),
  },
}).createMachine({
  id: 'noticeEditor',
  context: { content: '', failure: '' },
  initial: 'loading',
  states: {
    loading: {
      description: 'The notice as it is now is being asked for.',
      invoke: {
        id: 'load',
        src: 'load the notice',
        onDone: { target: 'editing', actions: assign({ content: ({ event }) => event.output.content, failure: '' }) },
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
        save: { target: 'saving', actions: assign({ content: ({ event }) => event.content.trim(), failure: '' }) },
      },
    },
    saving: {
      description: 'The server is asked.',
      invoke: {
        id: 'save',
        src: 'publish it',
        input: ({ context }) => ({ content: context.content }),
        onDone: 'saved',
        onError: { target: 'editing', actions: assign({ failure: ({ event }) => messageOf(event.error) }) },
      },
    },
    saved: { type: 'final', description: 'Everybody sees it; the dialog closes.' },
  },
})
