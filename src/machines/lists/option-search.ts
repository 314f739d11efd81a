import { assign, fromPromise, setup } from 'xstate'
import type { FindOptions, Option } from '../../api/list-calls.ts'

/** What can be chosen out of more than fits a menu: users, boxes, groups. Asks the server as the operator types. */
export const optionSearchMachine = setup({
  types: {
    input: {} as { find: FindOptions },
    context: {} as {
      find: FindOptions
      text: string
      options: readonly Option[]
      /** Of everything that was found so far, by value. */
      names: ReadonlyMap<string, string>
    },
    events: {} as { type: 'OPEN' } | { type: 'TYPE'; text: string },
  },
  actors: {
    options: fromPromise<readonly Option[], { find: FindOptions; text: string }>(({ input: { find, text }, signal }) =>
      find({ text }, signal),
    ),
  },
  delays: {
    /** How long typing has to pause, in milliseconds. */
    pause: 200,
  },
  actions: {
    'take the text': assign(({ event }) => (event.type === 'TYPE' ? { text: event.text } : {})),
    'keep the options': assign({
      options: (_, { options }: { options: readonly Option[] }) => options,
      names: ({ context }, { options }) => new Map([...context.names, ...namesOf(options)]),
    }),
  },
}).createMachine({
  id: 'optionSearch',
  context: ({ input }) => ({ ...input, text: '', options: [], names: new Map() }),
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is being asked.',
      on: { OPEN: 'searching', TYPE: { target: 'typing', actions: 'take the text' } },
    },
    typing: {
      description: 'The operator is still typing.',
      after: { pause: 'searching' },
      on: { TYPE: { target: 'typing', reenter: true, actions: 'take the text' } },
    },
    searching: {
      description: 'The server is being asked; it tells of its failures itself.',
      invoke: {
        id: 'options',
        src: 'options',
        input: ({ context: { find, text } }) => ({ find, text }),
        onDone: {
          target: 'idle',
          actions: { type: 'keep the options', params: ({ event }) => ({ options: event.output }) },
        },
        onError: 'idle',
      },
      on: { TYPE: { target: 'typing', actions: 'take the text' } },
    },
  },
})

const namesOf = (options: readonly Option[]): [string, string][] => options.map(({ value, text }) => [value, text])
