import { assign, fromPromise, setup } from 'xstate'
import { recall, remember } from '../../browser-storage.ts'
import { fetchTexts, speak } from '../../i18n/i18n.ts'
import type { Language } from '../../../texts/catalogue.ts'

/** Where the choice is remembered. */
const storageKey = 'language'

/** The language chosen before; where none was, the first of the browser's that the console speaks, else Chinese. */
export function firstLanguage(browsers: readonly string[], chosen = recall(storageKey)): Language {
  if (chosen === 'en' || chosen === 'zh-CN') return chosen
  return browsers.find((tag) => /^(?:en|zh)\b/.test(tag))?.startsWith('en') ? 'en' : 'zh-CN'
}

/** The one that is offered to who reads this one. */
export const otherLanguage = (language: Language | undefined): Language => (language === 'en' ? 'zh-CN' : 'en')

/** The language of the console. Its texts may have to be fetched, and until they are there the old ones stay. */
export const languageMachine = setup({
  types: {
    input: {} as { first: Language },
    context: {} as {
      /** The one that is spoken. */
      language: Language
      wanted: Language
      /** Whether the operator has said which. */
      isChosen: boolean
    },
    events: {} as { type: 'choose'; language: Language },
  },
  actors: {
    'fetch its texts': fromPromise<void, { language: Language }>(({ input }) => fetchTexts(input.language)),
  },
  guards: {
    'it is another one': ({ context, event }) => event.language !== context.language,
  },
  actions: {
    'want it': assign({ wanted: ({ event }) => event.language, isChosen: true }),
    'take it': assign({ language: ({ context }) => context.wanted }),
    'speak it': ({ context }) => speak(context.language),
    'remember it': ({ context }) => context.isChosen && remember(storageKey, context.language),
  },
}).createMachine({
  id: 'language',
  context: ({ input }) => ({ language: 'zh-CN', wanted: input.first, isChosen: false }),
  initial: 'changing',
  states: {
    changing: {
      description: 'The texts of the wanted language are being fetched.',
      invoke: {
        id: 'texts',
        src: 'fetch its texts',
        input: ({ context }) => ({ language: context.wanted }),
        onDone: { target: 'spoken', actions: ['take it', 'remember it'] },
        onError: { target: 'spoken', actions: assign({ wanted: ({ context }) => context.language }) },
      },
      on: {
        choose: { target: 'changing', reenter: true, actions: 'want it' },
      },
    },
    spoken: {
      description: 'The console speaks its language.',
      entry: 'speak it',
      on: {
        choose: { guard: 'it is another one', target: 'changing', actions: 'want it' },
      },
    },
  },
})
