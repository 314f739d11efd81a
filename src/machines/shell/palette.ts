import { assign, fromCallback, fromPromise, setup, type EventObject } from 'xstate'
import type { Market } from '../../../domain/markets.ts'
import { findPhones, type Device } from '../../api/devices.ts'
import type { Environment } from '../../api/environments.ts'

/** What the server has of what is typed. */
export interface Found {
  phones: readonly Device[]
  shops: readonly Environment[]
}

type Event = { type: 'TOGGLE' } | { type: 'CLOSE' } | { type: 'TYPE'; text: string }

const nothing: Found = { phones: [], shops: [] }

/**
 * Finds any screen, shop, phone or action by its name: ctrl+k opens it from anywhere. Screens and actions are known at once; shops
 * and phones are asked for once typing has paused. Where that fails, the rest is still offered.
 */
export const paletteMachine = setup({
  types: {
    input: {} as { markets: readonly Market[] },
    context: {} as { markets: readonly Market[]; text: string } & Found,
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
    search: fromPromise<Found, { markets: readonly Market[]; text: string }>(
      async ({ input: { markets, text }, signal }) => {
        const [phones, shops] = await Promise.allSettled([
          findPhones(text, signal),
          // The first screens are there sooner without what is known of shops.
          import('../../api/environments.ts').then(({ findShops }) => findShops(markets, text, signal)),
        ])
        return {
          phones: phones.status === 'fulfilled' ? phones.value : [],
          shops: shops.status === 'fulfilled' ? shops.value : [],
        }
      },
    ),
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
    'keep what was found': assign((_, { found }: { found: Found }) => found),
    'begin anew': assign({ text: '', ...nothing }),
  },
}).createMachine({
  id: 'palette',
  context: ({ input }) => ({ ...input, text: '', ...nothing }),
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
          description: 'The server is being asked for shops and phones.',
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context: { markets, text } }) => ({ markets, text }),
            onDone: {
              target: 'still',
              actions: { type: 'keep what was found', params: ({ event }) => ({ found: event.output }) },
            },
          },
        },
      },
    },
  },
})
