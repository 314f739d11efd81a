import { assign, fromPromise, setup } from 'xstate'

/** One thing that can be chosen. */
export interface Option {
  value: string
  text: string
}

/** Finds what can be chosen: by part of its name, or the one with this value. */
export type FindOptions = (
  wanted: { text: string } | { value: string },
  signal: AbortSignal,
) => Promise<readonly Option[]>

interface Input {
  find: FindOptions
  /** Chosen already; its name is not known yet. Empty where nothing is. */
  value: string
}

/**
 * What can be chosen out of more than fits a menu: users, boxes, groups. Asks the server as the operator types, and for the
 * name of what an address has chosen.
 */
export const optionSearchMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input & { text: string; options: readonly Option[]; names: ReadonlyMap<string, string> },
    events: {} as { type: 'OPEN' } | { type: 'TYPE'; text: string } | { type: 'CHOSEN'; value: string },
  },
  actors: {
    options: fromPromise<readonly Option[], { find: FindOptions; text: string }>(({ input: { find, text }, signal }) =>
      find({ text }, signal),
    ),
    name: fromPromise<readonly Option[], { find: FindOptions; value: string }>(({ input: { find, value }, signal }) =>
      find({ value }, signal),
    ),
  },
  delays: {
    /** How long typing has to pause, in milliseconds. */
    pause: 200,
  },
  guards: {
    'its name is unknown': ({ context: { value, names } }) => value !== '' && !names.has(value),
    'another was chosen': ({ context, event }) => event.type === 'CHOSEN' && event.value !== context.value,
  },
  actions: {
    'take the text': assign(({ event }) => (event.type === 'TYPE' ? { text: event.text } : {})),
    'take the choice': assign(({ event }) => (event.type === 'CHOSEN' ? { value: event.value } : {})),
    'keep the options': assign({
      options: (_, { options }: { options: readonly Option[] }) => options,
      names: ({ context }, { options }) => new Map([...context.names, ...namesOf(options)]),
    }),
    'keep the name': assign({
      names: ({ context }, { options }: { options: readonly Option[] }) =>
        new Map([...context.names, [context.value, `#${context.value}`], ...namesOf(options)]),
    }),
  },
}).createMachine({
  id: 'optionSearch',
  context: ({ input }) => ({ ...input, text: '', options: [], names: new Map() }),
  initial: 'idle',
  on: {
    CHOSEN: { guard: 'another was chosen', target: '.idle', actions: 'take the choice' },
  },
  states: {
    idle: {
      description: 'Nothing is being asked.',
      always: { guard: 'its name is unknown', target: 'naming' },
      on: { OPEN: 'searching', TYPE: { target: 'typing', actions: 'take the text' } },
    },
    naming: {
      description: 'The name of what was chosen by address is being asked.',
      invoke: {
        id: 'name',
        src: 'name',
        input: ({ context: { find, value } }) => ({ find, value }),
        onDone: {
          target: 'idle',
          actions: { type: 'keep the name', params: ({ event }) => ({ options: event.output }) },
        },
        onError: { target: 'idle', actions: { type: 'keep the name', params: { options: [] } } },
      },
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
