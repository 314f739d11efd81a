import { assign, fromPromise, setup } from 'xstate'

export type Language = 'zh-CN' | 'en'

/** Where the choice is remembered. */
const storageKey = 'language'

/** The language chosen before; Chinese where none was, or where what is stored is none. */
export const rememberedLanguage = (storage: Pick<Storage, 'getItem'>): Language =>
  storage.getItem(storageKey) === 'en' ? 'en' : 'zh-CN'

/** The language of the console. Its texts may have to be fetched, and until they are there the old ones stay. */
export const languageMachine = setup({
  types: {
    input: {} as { remembered: Language },
    context: {} as { language: Language; wanted: Language },
    events: {} as { type: 'choose'; language: Language },
  },
  actors: {
    'speak it': fromPromise<void, { language: Language }>(() => {
      throw new Error('speak it is not provided')
    }),
  },
  guards: {
    'it is another one': ({ context, event }) => event.language !== context.language,
  },
  actions: {
    'remember it': ({ context }) => localStorage.setItem(storageKey, context.language),
  },
}).createMachine({
  id: 'language',
  context: ({ input }) => ({ language: 'zh-CN', wanted: input.remembered }),
  initial: 'changing',
  states: {
    changing: {
      description: 'The texts of the wanted language are being fetched.',
      invoke: {
        id: 'texts',
        src: 'speak it',
        input: ({ context }) => ({ language: context.wanted }),
        onDone: {
          target: 'spoken',
          actions: [assign({ language: ({ context }) => context.wanted }), 'remember it'],
        },
        onError: { target: 'spoken', actions: assign({ wanted: ({ context }) => context.language }) },
      },
      on: {
        choose: { target: 'changing', reenter: true, actions: assign({ wanted: ({ event }) => event.language }) },
      },
    },
    spoken: {
      description: 'The console speaks its language.',
      on: {
        choose: {
          guard: 'it is another one',
          target: 'changing',
          actions: assign({ wanted: ({ event }) => event.language }),
        },
      },
    },
  },
})
