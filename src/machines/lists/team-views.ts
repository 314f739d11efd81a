import { assign, fromCallback, fromPromise, setup, type EventObject } from 'xstate'
import type { TeamView, ViewSharing } from '../../api/shared-views.ts'
import type { OwnChange, SavedView } from './saved-views.ts'

interface Input {
  /** Who looks at them. */
  me: number
  sharing: ViewSharing
  /** Hears what the user does with its own views, until the answered function is called. */
  hear: (listener: (change: OwnChange) => void) => () => void
}

/** What the server has not heard of yet. */
type Change = { share: { id?: number | undefined; name: string; search: string } } | { unshare: number }

interface Context extends Input {
  views: readonly TeamView[]
  changes: readonly Change[]
}

type Event = { type: 'SHARE'; view: Pick<SavedView, 'name' | 'search'> } | { type: 'UNSHARE'; id: number }

/** The one of the user's own that is shared under a name. */
const sharedAs = ({ me, views }: Pick<Context, 'me' | 'views'>, name: string): TeamView | undefined =>
  views.find((view) => view.owner_id === me && view.name === name)

/** What becomes of a shared view when its owner does something to the view of that name; nothing where it is not shared. */
function changesFor(context: Context, change: OwnChange): readonly Change[] {
  const shared = sharedAs(context, change.type === 'renamed' ? change.before : change.name)
  if (shared === undefined) return []
  if (change.type === 'deleted') return [{ unshare: shared.id }]
  return [{ share: { id: shared.id, name: change.name, search: change.search } }]
}

/**
 * The views of a list that are shared with its user, asked for as they are looked at. Whoever renames, saves anew or deletes a view of its own
 * that it shares does so to the one that the team sees.
 */
export const teamViewsMachine = setup({
  types: { input: {} as Input, context: {} as Context, events: {} as Event | { type: 'RETRY' } | OwnChange },
  actors: {
    'own changes': fromCallback<EventObject, Pick<Context, 'hear'>>(({ input: { hear }, sendBack }) => hear(sendBack)),
    ask: fromPromise<readonly TeamView[], Pick<Context, 'sharing'>>(({ input: { sharing }, signal }) =>
      sharing.ask(signal),
    ),
    change: fromPromise<void, Pick<Context, 'sharing' | 'changes'>>(
      async ({
        input: {
          sharing,
          changes: [change],
        },
        signal,
      }) => {
        if (change === undefined) return
        await ('share' in change ? sharing.share(change.share, signal) : sharing.unshare(change.unshare, signal))
      },
    ),
  },
  guards: {
    'something is to be changed': ({ context }) => context.changes.length > 0,
    'more is to be changed': ({ context }) => context.changes.length > 1,
  },
  actions: {
    'take the views': assign({ views: (_, { views }: { views: readonly TeamView[] }) => views }),
    'share it': assign({
      changes: ({ context: { changes } }, { name, search }: Pick<SavedView, 'name' | 'search'>) => [
        ...changes,
        { share: { name, search } },
      ],
    }),
    'share it no more': assign({
      // Its button is there until the server has answered.
      changes: ({ context: { changes } }, { id }: { id: number }) =>
        changes.some((change) => 'unshare' in change && change.unshare === id)
          ? changes
          : [...changes, { unshare: id }],
    }),
    'do so to the shared one': assign({
      changes: ({ context }, change: OwnChange) => [...context.changes, ...changesFor(context, change)],
    }),
    'one is changed': assign({ changes: ({ context }) => context.changes.slice(1) }),
    'forget the changes': assign({ changes: [] }),
  },
}).createMachine({
  id: 'teamViews',
  context: ({ input }) => ({ ...input, views: [], changes: [] }),
  invoke: { src: 'own changes', input: ({ context: { hear } }) => ({ hear }) },
  on: {
    SHARE: { actions: { type: 'share it', params: ({ event }) => event.view } },
    UNSHARE: { actions: { type: 'share it no more', params: ({ event }) => event } },
    kept: { actions: { type: 'do so to the shared one', params: ({ event }) => event } },
    renamed: { actions: { type: 'do so to the shared one', params: ({ event }) => event } },
    deleted: { actions: { type: 'do so to the shared one', params: ({ event }) => event } },
  },
  initial: 'asking',
  states: {
    asking: {
      description: 'The server is being asked for them; what is known stays.',
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context: { sharing } }) => ({ sharing }),
        onDone: {
          target: 'known',
          actions: { type: 'take the views', params: ({ event }) => ({ views: event.output }) },
        },
        onError: 'failed',
      },
    },
    known: {
      description: 'They stand as the server has them.',
      always: { guard: 'something is to be changed', target: 'changing' },
    },
    changing: {
      description: 'The server is being told of changes, one after the other.',
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context: { sharing, changes } }) => ({ sharing, changes }),
        onDone: [
          { guard: 'more is to be changed', target: 'changing', reenter: true, actions: 'one is changed' },
          { target: 'asking', actions: 'one is changed' },
        ],
        // The client tells why.
        onError: { target: 'asking', actions: 'forget the changes' },
      },
    },
    failed: {
      description: 'They could not be asked for.',
      always: { guard: 'something is to be changed', target: 'changing' },
      on: { RETRY: 'asking' },
    },
  },
})
