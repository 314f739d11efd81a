import { assign, setup } from 'xstate'

interface FilterText {
  /** The one that holds, or was applied last. */
  keyword: string
  /** As it stands in its field. */
  text: string
}

/** A keyword in the making: it counts once typing has paused, or at once where the operator says so. What is typed on meanwhile stays. */
export const filterTextMachine = setup({
  types: {
    input: {} as FilterText,
    context: {} as FilterText,
    events: {} as { type: 'TYPE'; text: string } | { type: 'APPLY' } | { type: 'CLEAR' },
  },
  delays: { typingPause: 300 },
  guards: {
    'it is another keyword': ({ context: { keyword, text } }) => text.trim() !== keyword,
  },
  actions: {
    'take it without its outer spaces': assign({ keyword: ({ context }) => context.text.trim() }),
  },
}).createMachine({
  id: 'filterText',
  context: ({ input }) => ({ ...input }),
  initial: 'typing',
  on: {
    TYPE: { target: '.typing', actions: assign({ text: ({ event }) => event.text }) },
    APPLY: '.resting',
    CLEAR: { target: '.resting', actions: assign({ text: '' }) },
  },
  states: {
    typing: {
      description: 'What is written may still go on.',
      after: { typingPause: 'resting' },
    },
    resting: {
      description: 'What is written counts.',
      always: {
        guard: 'it is another keyword',
        target: 'applied',
        actions: 'take it without its outer spaces',
      },
    },
    applied: { description: 'It is another keyword than the one that held; whoever listens takes it from here.' },
  },
})
