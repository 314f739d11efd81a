import { assign, fromCallback, fromPromise, setup, type EventObject } from 'xstate'
import { findPhones, type Device } from '../../api/devices.ts'

type Event = { type: 'TOGGLE' } | { type: 'CLOSE' } | { type: 'TYPE'; text: string }

/**
 * Finds any screen, phone or action by its name: ctrl+k opens it from anywhere. Screens and actions are known at once; phones
 * are asked for once typing has paused. Where that fails, the rest is still offered.
 */
export const paletteMachine = setup({
  types: {
    context: {} as { text: string; phones: readonly Device[] },
    events: {} as Event,
  },
  actors: {
    shortcut: fromCallback<EventObject, undefined, Event>(({ sendBack }) => {
      const hear = (event: KeyboardEvent) => {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
          return
        event.preventDefault() // The browser's own search.
        sendBack({ type: 'TOGGLE' })
      }
      document.addEventListener('keydown', hear, true) // Before what has the focus takes it for a text.
      return () => document.removeEventListener('keydown', hear, true)
    }),
    phones: fromPromise<readonly Device[], { text: string }>(({ input: { text }, signal }) => findPhones(text, signal)),
  },
  delays: {
    /** How long typing has to pause, in milliseconds. */
    pause: 150,
  },
  guards: {
    'something is typed': ({ event }) => event.type === 'TYPE' && event.text.trim() !== '',
  },
  actions: {
    'take the text': assign(({ event }) => (event.type === 'TYPE' ? { text: event.text.trim() } : {})),
    'keep the phones': assign({ phones: (_, { phones }: { phones: readonly Device[] }) => phones }),
    'begin anew': assign({ text: '', phones: [] }),
  },
}).createMachine({
  id: 'palette',
  context: { text: '', phones: [] },
  invoke: { id: 'shortcut', src: 'shortcut' },
  initial: 'closed',
  states: {
    closed: {
      description: 'Only its shortcut is heard.',
      on: { TOGGLE: 'open' },
    },
    open: {
      description: 'Something is being looked for.',
      entry: 'begin anew',
      initial: 'still',
      on: {
        TOGGLE: 'closed',
        CLOSE: 'closed',
        TYPE: [
          { guard: 'something is typed', target: '.typing', reenter: false, actions: 'take the text' },
          { target: '.still', actions: 'begin anew' },
        ],
      },
      states: {
        still: { description: 'What there is to choose from is there.' },
        typing: {
          description: 'The operator is still typing.',
          after: { pause: 'searching' },
        },
        searching: {
          description: 'The server is being asked for phones.',
          invoke: {
            id: 'phones',
            src: 'phones',
            input: ({ context: { text } }) => ({ text }),
            onDone: {
              target: 'still',
              actions: { type: 'keep the phones', params: ({ event }) => ({ phones: event.output }) },
            },
            onError: { target: 'still', actions: { type: 'keep the phones', params: { phones: [] } } },
          },
        },
      },
    },
  },
})
