import { assign, setup, type ActorRefFrom } from 'xstate'

interface Input {
  /** Whether the leader takes what is done just now. */
  mayTake: () => boolean
  deliver: (text: string) => void
}

interface Context extends Input {
  /** What stands in the field. */
  text: string
  /** What was sent last. */
  sent: string
}

type Event =
  | { type: 'write'; text: string }
  | { type: 'send' }
  /** The leader could not take something. */
  | { type: 'missed' }
  /** Something else was done: what the leader misses from now on is that. */
  | { type: 'passed' }

/** The field whose text goes to all phones: what the leader did not take stands in it again. */
export const leaderTextMachine = setup({
  types: { input: {} as Input, context: {} as Context, events: {} as Event },
  guards: {
    'nothing is written': ({ context }) => context.text === '',
    'the leader takes it': ({ context }) => context.mayTake(),
  },
  actions: {
    'keep what is written': assign(({ event }) => (event.type === 'write' ? { text: event.text } : {})),
    'deliver it': ({ context }) => context.deliver(context.text),
    'empty the field': assign(({ context }) => ({ text: '', sent: context.text })),
    'put it back': assign(({ context }) => ({ text: context.sent + context.text })),
  },
}).createMachine({
  id: 'leaderText',
  context: ({ input }) => ({ ...input, text: '', sent: '' }),
  on: {
    write: { actions: 'keep what is written' },
    send: [
      { guard: 'nothing is written' },
      { guard: 'the leader takes it', target: '.sent', actions: ['deliver it', 'empty the field'] },
      { target: '.undelivered' },
    ],
  },
  initial: 'written',
  states: {
    written: { description: 'What stands in the field, if anything, was not sent.' },
    sent: {
      description: 'It is on its way: what the leader misses next is that.',
      on: {
        missed: { target: 'undelivered', actions: 'put it back' },
        passed: 'written',
      },
    },
    undelivered: {
      description: 'The leader did not take it. It stays, and the field says so.',
      on: { write: { target: 'written', actions: 'keep what is written' } },
    },
  },
})

export type LeaderText = ActorRefFrom<typeof leaderTextMachine>
