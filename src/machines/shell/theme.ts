import { setup } from 'xstate'

export type Theme = 'light' | 'dark'

/** Where the choice is remembered. */
const storageKey = 'theme'

/** The theme chosen before, else the one that the system prefers. */
export function rememberedTheme(storage: Pick<Storage, 'getItem'>, systemPrefersDark: boolean): Theme {
  const stored = storage.getItem(storageKey)
  if (stored === 'light' || stored === 'dark') return stored
  return systemPrefersDark ? 'dark' : 'light'
}

/** Light or dark. What nobody chose is not remembered, so that it goes on following the system. */
export const themeMachine = setup({
  types: {
    input: {} as { theme: Theme },
    context: {} as { initial: Theme },
    events: {} as { type: 'toggle' },
  },
  guards: { 'it was dark': ({ context }) => context.initial === 'dark' },
  actions: {
    paint: (_, { theme }: { theme: Theme }) => {
      document.body.classList.toggle('bp6-dark', theme === 'dark')
      document.documentElement.style.colorScheme = theme
    },
    remember: (_, { theme }: { theme: Theme }) => localStorage.setItem(storageKey, theme),
  },
}).createMachine({
  id: 'theme',
  context: ({ input }) => ({ initial: input.theme }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Taking up the remembered theme.',
      always: [{ guard: 'it was dark', target: 'dark' }, { target: 'light' }],
    },
    light: {
      description: 'Dark on light.',
      entry: { type: 'paint', params: { theme: 'light' } },
      on: { toggle: { target: 'dark', actions: { type: 'remember', params: { theme: 'dark' } } } },
    },
    dark: {
      description: 'Light on dark.',
      entry: { type: 'paint', params: { theme: 'dark' } },
      on: { toggle: { target: 'light', actions: { type: 'remember', params: { theme: 'light' } } } },
    },
  },
})
