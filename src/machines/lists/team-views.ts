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

/** What the server has not heard of yet: what is shared or not any more, and what somebody did to a view of its own. */
type Change = { type: 'share'; name: string; search: string } | { type: 'unshare'; id: number } | OwnChange

interface Context extends Input {
  views: readonly TeamView[]
  changes: readonly Change[]
}

type Event = { type: 'SHARE'; view: Pick<SavedView, 'name' | 'search'> } | { type: 'UNSHARE'; id: number }

/** The call that a change is, as the views stand now; undefined where its view is not shared. */
function callFor(
  { me, views, sharing }: Context,
  change: Change,
): ((signal: AbortSignal) => Promise<unknown>) | undefined {
  if (change.type === 'unshare') return (signal) => sharing.unshare(change.id, signal)
  const { name, search } = { search: '', ...change }
  if (change.type === 'share') return (signal) => sharing.share({ name, search }, signal)
  const before = change.type === 'renamed' ? change.before : name
  const id = views.find((view) => view.owner_id === me && view.name === before)?.id
  if (id === undefined) return undefined
  if (change.type === 'deleted') return (signal) => sharing.unshare(id, signal)
  return (signal) => sharing.share({ id, name, search }, signal)
}

/**
 * The views of a list that are shared with its user, asked for as they are looked at. Whoever renames, saves anew or deletes a view of its own
 * that it shares does so to the one that the team sees.
 */
export const teamViewsMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Context,
    events: {} as Event | { type: 'RETRY' } | OwnChange,
    tags: {} as 'to be finished',
  },
  actors: {
    'own changes': fromCallback<EventObject, Pick<Context, 'hear'>>(({ input: { hear }, sendBack }) => hear(sendBack)),
    ask: fromPromise<readonly TeamView[], Pick<Context, 'sharing'>>(({ input: { sharing }, signal }) =>
      sharing.ask(signal),
    ),
    change: fromPromise<void, Context>(async ({ input, signal }) => {
      const [change] = input.changes
      if (change !== undefined) await callFor(input, change)?.(signal)
    }),
  },
  guards: {
    'something is to be changed': ({ context }) => context.changes.length > 0,
    'the next is of a view that is not shared': ({ context }) =>
      context.changes[0] !== undefined && callFor(context, context.changes[0]) === undefined,
  },
  actions: {
    'take the views': assign({ views: (_, { views }: { views: readonly TeamView[] }) => views }),
    'note a change': assign({
      changes: ({ context: { changes } }, { change }: { change: Change }) => [...changes, change],
    }),
    'share it no more': assign({
      // Its button is there until the server has answered.
      changes: ({ context: { changes } }, { id }: { id: number }) =>
        changes.some((change) => change.type === 'unshare' && change.id === id)
          ? changes
          : [...changes, { type: 'unshare', id }],
    }),
    'one is done': assign({ changes: ({ context }) => context.changes.slice(1) }),
    'forget the changes': assign({ changes: [] }),
  },
}).createMachine({
  id: 'teamViews',
  context: ({ input }) => ({ ...input, views: [], changes: [] }),
  invoke: { src: 'own changes', input: ({ context: { hear } }) => ({ hear }) },
  on: {
    SHARE: {
      actions: { type: 'note a change', params: ({ event: { view } }) => ({ change: { type: 'share', ...view } }) },
    },
    UNSHARE: { actions: { type: 'share it no more', params: ({ event }) => event } },
    kept: { actions: { type: 'note a change', params: ({ event }) => ({ change: event }) } },
    renamed: { actions: { type: 'note a change', params: ({ event }) => ({ change: event }) } },
    deleted: { actions: { type: 'note a change', params: ({ event }) => ({ change: event }) } },
  },
  initial: 'asking',
  states: {
    asking: {
      description: 'The server is being asked for them; what is known stays.',
      tags: 'to be finished',
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context: { sharing } }) => ({ sharing }),
        onDone: {
          target: 'known',
          actions: { type: 'take the views', params: ({ event }) => ({ views: event.output }) },
        },
        // The client tells why.
        onError: { target: 'failed', actions: 'forget the changes' },
      },
    },
    known: {
      description: 'They stand as the server has them.',
      always: [
        { guard: 'the next is of a view that is not shared', actions: 'one is done' },
        { guard: 'something is to be changed', target: 'changing' },
      ],
    },
    changing: {
      description: 'The server is being told of one change; what the next one means, the views say as they stand then.',
      tags: 'to be finished',
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context }) => context,
        onDone: { target: 'asking', actions: 'one is done' },
        // The client tells why.
        onError: { target: 'asking', actions: 'forget the changes' },
      },
    },
    failed: {
      description: 'They could not be asked for.',
      always: { guard: 'something is to be changed', target: 'asking' },
      on: { RETRY: 'asking' },
    },
  },
})
