import { assign, fromCallback, setup, type SnapshotFrom } from 'xstate'
import { recall, remember } from '../../browser-storage.ts'

export type Theme = 'light' | 'dark'

/** What somebody may choose: a theme for good, or whatever the system has. */
export type ThemeChoice = Theme | 'system'

/** Where the choice is remembered. */
const storageKey = 'theme'

/** What was chosen before; as the system is what nobody chose. */
export const rememberedTheme = (kept = recall(storageKey)): ThemeChoice =>
  kept === 'light' || kept === 'dark' ? kept : 'system'

const systemDark = () => matchMedia('(prefers-color-scheme: dark)')

/** What the system prefers. */
export const systemTheme = (): Theme => (systemDark().matches ? 'dark' : 'light')

/** Light, dark, or as the system, which it follows as that changes. Only light and dark are remembered. */
export const themeMachine = setup({
  types: {
    input: {} as { chosen: ThemeChoice; system: Theme },
    context: {} as { first: ThemeChoice; system: Theme },
    events: {} as { type: 'choose'; theme: ThemeChoice } | { type: 'system changed'; theme: Theme },
  },
  actors: {
    'the system': fromCallback(({ sendBack }) => {
      const system = systemDark()
      const tell = () => sendBack({ type: 'system changed', theme: systemTheme() })
      system.addEventListener('change', tell)
      return () => system.removeEventListener('change', tell)
    }),
  },
  guards: {
    'it was': ({ context }, { theme }: { theme: Theme }) => context.first === theme,
    'it is': ({ event }, { theme }: { theme: Theme }) => event.type === 'choose' && event.theme === theme,
  },
  actions: {
    paint: (_, { theme }: { theme: Theme }) => {
      document.body.classList.toggle('bp6-dark', theme === 'dark')
      document.documentElement.style.colorScheme = theme
    },
    remember: (_, { theme }: { theme: Theme }) => remember(storageKey, theme),
    'forget it': () => remember(storageKey, null),
    'note the system': assign({
      system: ({ context, event }) => (event.type === 'system changed' ? event.theme : context.system),
    }),
  },
}).createMachine({
  id: 'theme',
  context: ({ input }) => ({ first: input.chosen, system: input.system }),
  invoke: { src: 'the system' },
  initial: 'choosing',
  on: {
    choose: [
      {
        guard: { type: 'it is', params: { theme: 'light' } },
        target: '.light',
        actions: { type: 'remember', params: { theme: 'light' } },
      },
      {
        guard: { type: 'it is', params: { theme: 'dark' } },
        target: '.dark',
        actions: { type: 'remember', params: { theme: 'dark' } },
      },
      { target: '.system', actions: 'forget it' },
    ],
    'system changed': { actions: 'note the system' },
  },
  states: {
    choosing: {
      description: 'Taking up the remembered theme.',
      always: [
        { guard: { type: 'it was', params: { theme: 'light' } }, target: 'light' },
        { guard: { type: 'it was', params: { theme: 'dark' } }, target: 'dark' },
        { target: 'system' },
      ],
    },
    light: { description: 'Dark on light.', entry: { type: 'paint', params: { theme: 'light' } } },
    dark: { description: 'Light on dark.', entry: { type: 'paint', params: { theme: 'dark' } } },
    system: {
      description: 'As the system, also when that changes.',
      entry: { type: 'paint', params: ({ context }) => ({ theme: context.system }) },
      on: { 'system changed': { target: 'system', reenter: true, actions: 'note the system' } },
    },
  },
})

/** What comes after what is chosen: what looks different first, then what looks as the system does, then as the system. */
export function nextTheme({ value, context: { system } }: SnapshotFrom<typeof themeMachine>): ThemeChoice {
  if (value !== 'system') return value === system ? 'system' : system
  return system === 'dark' ? 'light' : 'dark'
}
