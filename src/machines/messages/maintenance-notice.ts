import { assign, fromPromise, raise, setup } from 'xstate'
import { recall, remember } from '../../browser-storage.ts'
import { fetchNotice, type MaintenanceNotice } from '../../api/messages.ts'

const storageKey = (userId: number): string => `confirmed-notice.${userId}`

const nameOf = (notice: MaintenanceNotice): string => String(notice.updated_at ?? notice.content)

interface Confirmed {
  /** Who is signed in: another user of this browser has confirmed nothing yet. */
  userId: number
  /** The name of the notice that was confirmed last. */
  confirmed: string | null
}

/**
 * The maintenance notice in the navbar (SPEC §4): asked for on each navigation, pushed when it is
 * written, and skipped once the operator has
 * confirmed it, until another one is written.
 */
export const maintenanceNoticeMachine = setup({
  types: {
    input: {} as Confirmed,
    context: {} as Confirmed & { notice: MaintenanceNotice | undefined },
    events: {} as
      /** To any screen but /login. */
      | { type: 'navigated' }
      /** The server has pushed the notice as it is now. */
      | { type: 'written'; notice: MaintenanceNotice }
      | { type: 'confirm' }
      | { type: 'found' }
      | { type: 'nothing found' },
  },
  actors: {
    'fetch the notice': fromPromise<MaintenanceNotice>(({ signal }) => fetchNotice(signal)),
  },
  guards: {
    'there is news': ({ context }) =>
      context.notice !== undefined && context.notice.content !== '' && nameOf(context.notice) !== context.confirmed,
  },
  actions: {
    'take what was written': assign({
      notice: ({ context, event }) => (event.type === 'written' ? event.notice : context.notice),
    }),
    'remember it as confirmed': assign({
      confirmed: ({ context }) => (context.notice ? nameOf(context.notice) : context.confirmed),
    }),
    'write it down': ({ context }) => {
      if (context.confirmed !== null) remember(storageKey(context.userId), context.confirmed)
    },
  },
}).createMachine({
  id: 'maintenanceNotice',
  context: ({ input }) => ({ ...input, notice: undefined }),
  type: 'parallel',
  states: {
    asking: {
      description: 'Whether there is a notice.',
      initial: 'resting',
      states: {
        resting: {
          description: 'Waiting for a navigation.',
          on: { navigated: 'fetching', written: { target: 'judging', actions: 'take what was written' } },
        },
        fetching: {
          description: 'The server is being asked; navigations meanwhile are answered with it.',
          invoke: {
            id: 'fetch',
            src: 'fetch the notice',
            onDone: { target: 'judging', actions: assign({ notice: ({ event }) => event.output }) },
            onError: 'resting',
          },
          // What is under way may be older than what was pushed.
          on: { written: { target: 'judging', actions: 'take what was written' } },
        },
        judging: {
          description: 'Is there anything to show that was not confirmed?',
          always: [
            { guard: 'there is news', target: 'resting', actions: raise({ type: 'found' }) },
            { target: 'resting', actions: raise({ type: 'nothing found' }) },
          ],
        },
      },
    },
    notice: {
      description: 'Whether it is to be seen.',
      initial: 'hidden',
      states: {
        hidden: {
          description: 'There is nothing to show.',
          on: { found: 'shown' },
        },
        shown: {
          description: 'The notice scrolls in the navbar.',
          on: {
            'nothing found': 'hidden',
            confirm: { target: 'hidden', actions: ['remember it as confirmed', 'write it down'] },
          },
        },
      },
    },
  },
})

/** The name of the notice that a user has confirmed last in this browser. */
export const confirmedNotice = (userId: number): string | null => recall(storageKey(userId))
