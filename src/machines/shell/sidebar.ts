import Cookies from 'js-cookie'
import { assign, fromCallback, setup } from 'xstate'

/** Below this width the sidebar is a drawer (SPEC §9). */
export const narrowerThan = 992

const cookieName = 'sidebar'
/** Days that the choice is remembered. */
const rememberedFor = 365

/** Whether the sidebar was left open: 1 open, 0 closed; open where nothing is remembered (SPEC §4). */
export const rememberedOpen = (): boolean => Cookies.get(cookieName) !== '0'

/**
 * The sidebar (SPEC §2 layout, §4). On a wide window it is open or collapsed, which a cookie remembers. On a narrow one
 * it is a drawer that begins closed and closes on navigation, at once: whoever has chosen wants the screen. How the drawer stands says nothing about the wide window,
 * so it is not remembered.
 */
export const sidebarMachine = setup({
  types: {
    input: {} as { open: boolean; narrow: boolean },
    context: {} as { open: boolean; narrow: boolean; withoutAnimation: boolean },
    events: {} as
      | { type: 'toggle' }
      | { type: 'close'; animated: boolean }
      | { type: 'navigated' }
      | { type: 'narrowed' }
      | { type: 'widened' },
  },
  actors: {
    viewport: fromCallback(({ sendBack }) => {
      const narrow = matchMedia(`(width < ${narrowerThan}px)`)
      const report = () => sendBack({ type: narrow.matches ? 'narrowed' : 'widened' })
      narrow.addEventListener('change', report)
      return () => narrow.removeEventListener('change', report)
    }),
  },
  guards: {
    'the window is narrow': ({ context }) => context.narrow,
    'it was left open': ({ context }) => context.open,
  },
  actions: {
    'remember it open': assign({ open: true }),
    'remember it closed': assign({ open: false }),
    'write the cookie': ({ context }) => {
      Cookies.set(cookieName, context.open ? '1' : '0', { expires: rememberedFor, sameSite: 'strict' })
    },
    'move smoothly': assign({ withoutAnimation: false }),
    'move at once': assign({ withoutAnimation: true }),
    'move as asked': assign({ withoutAnimation: ({ event }) => event.type === 'close' && !event.animated }),
  },
}).createMachine({
  id: 'sidebar',
  context: ({ input }) => ({ ...input, withoutAnimation: true }),
  invoke: { id: 'viewport', src: 'viewport' },
  initial: 'measuring',
  states: {
    measuring: {
      description: 'Looking how wide the window is.',
      always: [{ guard: 'the window is narrow', target: 'mobile' }, { target: 'desktop' }],
    },
    desktop: {
      description: 'A wide window: the sidebar stands beside the main area.',
      on: { narrowed: { target: 'mobile', actions: 'move at once' } },
      initial: 'remembering',
      states: {
        remembering: {
          description: 'Taking up what the cookie says.',
          always: [{ guard: 'it was left open', target: 'open' }, { target: 'collapsed' }],
        },
        open: {
          description: 'Icons and words, 200 px wide.',
          on: {
            toggle: {
              target: 'collapsed',
              actions: ['move smoothly', 'remember it closed', 'write the cookie'],
            },
            close: {
              target: 'collapsed',
              actions: ['move as asked', 'remember it closed', 'write the cookie'],
            },
          },
        },
        collapsed: {
          description: 'Icons alone.',
          on: { toggle: { target: 'open', actions: ['move smoothly', 'remember it open', 'write the cookie'] } },
        },
      },
    },
    mobile: {
      description: 'A narrow window: the sidebar is a drawer over the main area.',
      on: { widened: { target: 'desktop', actions: 'move at once' } },
      initial: 'closed',
      states: {
        closed: {
          description: 'The drawer is away.',
          on: { toggle: { target: 'open', actions: 'move smoothly' } },
        },
        open: {
          description: 'The drawer covers the main area until the operator has chosen.',
          on: {
            toggle: { target: 'closed', actions: 'move smoothly' },
            close: { target: 'closed', actions: 'move as asked' },
            navigated: { target: 'closed', actions: 'move at once' },
          },
        },
      },
    },
  },
})
