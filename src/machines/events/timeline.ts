import { assign, fromCallback, fromPromise, setup, type EventObject } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import type { Event, EventKind, EventPage } from '../../api/events.ts'

interface TimelineInput {
  /** Only events of these kinds; of all, where there is none. */
  kinds: readonly EventKind[]
  /** Asks for the events behind a cursor; for the newest, where it is null. */
  fetchPage: (kinds: readonly EventKind[], cursor: string | null, signal: AbortSignal) => Promise<EventPage>
  /** Hears that something has happened that may stand here, until the answered function is called. */
  hear: (listener: () => void) => () => void
}

interface Context extends TimelineInput {
  events: readonly Event[]
  cursor: string | null
  /** Why the last page could not be had; empty where it could. */
  failure: string
  /** Whether something has happened since the newest events were asked for. */
  isOutdated: boolean
}

/**
 * The newest events in front of those that are there: one that has moved on is what it is now. Where so many have happened that
 * they don't reach down to those that are there, they begin the timeline anew.
 */
function withNewest({ events, cursor }: Context, { items, next_cursor }: EventPage): Partial<Context> {
  const newest = new Set(items.map(({ id }) => id))
  const older = events.filter(({ id }) => !newest.has(id))
  const reaches = older.length < events.length
  return reaches ? { events: [...items, ...older], cursor } : { events: items, cursor: next_cursor, failure: '' }
}

/**
 * What happened, the newest first: a page at a time, as far back as the operator wants to go. What happens meanwhile is added in
 * front, once a second at most.
 */
export const timelineMachine = setup({
  types: {
    input: {} as TimelineInput,
    context: {} as Context,
    events: {} as
      /** Wants the next page, also one that could not be had. */
      | { type: 'EARLIER' }
      /** Wants what has happened since, which could not be had. */
      | { type: 'RETRY' }
      | { type: 'NARROW'; kinds: readonly EventKind[] }
      | { type: 'moved on' },
  },
  actors: {
    page: fromPromise<EventPage, Context>(({ input: { fetchPage, kinds, cursor }, signal }) =>
      fetchPage(kinds, cursor, signal),
    ),
    newest: fromPromise<EventPage, Context>(({ input: { fetchPage, kinds }, signal }) =>
      fetchPage(kinds, null, signal),
    ),
    changes: fromCallback<EventObject, Pick<Context, 'hear'>>(({ input: { hear }, sendBack }) =>
      hear(() => sendBack({ type: 'moved on' })),
    ),
  },
  delays: {
    /** What happens at once, as to a whole box, is looked up together. */
    changePause: 1_000,
    /** A server that is away is not asked more often. */
    retryPause: 10_000,
  },
  guards: {
    'there are earlier ones': ({ context }) => context.cursor !== null,
    'something has happened since': ({ context }) => context.isOutdated,
  },
  actions: {
    'add the page': assign(({ context }, { page }: { page: EventPage }) => ({
      events: [...context.events, ...page.items],
      cursor: page.next_cursor,
      failure: '',
    })),
    'put the newest in front': assign(({ context }, { page }: { page: EventPage }) => withNewest(context, page)),
    'begin anew': assign((_, { kinds }: { kinds: readonly EventKind[] }) => ({
      kinds,
      events: [],
      cursor: null,
      failure: '',
      isOutdated: false,
    })),
    'keep why': assign({ failure: (_, { failure }: { failure: unknown }) => messageOf(failure) }),
    'note that something has happened': assign({ isOutdated: true }),
    'begin to catch up': assign({ isOutdated: false }),
  },
}).createMachine({
  id: 'timeline',
  context: ({ input }) => ({ ...input, events: [], cursor: null, failure: '', isOutdated: false }),
  invoke: { src: 'changes', input: ({ context: { hear } }) => ({ hear }) },
  initial: 'loading',
  on: {
    'moved on': { actions: 'note that something has happened' },
    NARROW: {
      target: '.loading',
      actions: { type: 'begin anew', params: ({ event: { kinds } }) => ({ kinds }) },
    },
  },
  states: {
    loading: {
      description: 'The server is asked for the next page; what is there stays.',
      invoke: {
        id: 'page',
        src: 'page',
        input: ({ context }) => context,
        onDone: {
          target: 'shown',
          actions: { type: 'add the page', params: ({ event }) => ({ page: event.output }) },
        },
        onError: [
          {
            guard: 'there are earlier ones',
            target: 'shown',
            actions: { type: 'keep why', params: ({ event }) => ({ failure: event.error }) },
          },
          {
            target: 'failed',
            actions: { type: 'keep why', params: ({ event }) => ({ failure: event.error }) },
          },
        ],
      },
    },
    shown: {
      description: 'What was asked for is there; or what was there before, and why no more of it could be had.',
      on: { EARLIER: { guard: 'there are earlier ones', target: 'loading' } },
      initial: 'current',
      states: {
        current: {
          description: 'Nothing has happened since.',
          always: { guard: 'something has happened since', target: 'outdated' },
        },
        outdated: {
          description: 'Something has happened, which is looked up together with what follows it.',
          after: { changePause: 'catching up' },
        },
        'catching up': {
          description: 'The newest events are asked for.',
          entry: 'begin to catch up',
          invoke: {
            id: 'newest',
            src: 'newest',
            input: ({ context }) => context,
            onDone: {
              target: 'current',
              actions: { type: 'put the newest in front', params: ({ event }) => ({ page: event.output }) },
            },
            onError: { target: 'behind', actions: 'note that something has happened' },
          },
          // The answer is not waited for: it is asked for anew once the page is there.
          on: {
            EARLIER: {
              guard: 'there are earlier ones',
              target: '#timeline.loading',
              actions: 'note that something has happened',
            },
          },
        },
        behind: {
          description: 'What has happened could not be had, which is said; it is tried again by itself.',
          after: { retryPause: 'catching up' },
          on: { RETRY: 'catching up' },
        },
      },
    },
    failed: {
      description: 'The first page could not be had, and it is known why.',
      on: { EARLIER: 'loading' },
    },
  },
})
