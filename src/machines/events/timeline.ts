import { assign, fromPromise, setup } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import type { Event, EventPage } from '../../api/events.ts'

interface TimelineInput {
  /** Asks for the events behind a cursor; for the newest, where it is null. */
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<EventPage>
}

interface Context extends TimelineInput {
  events: readonly Event[]
  cursor: string | null
  /** Why the last page could not be had; empty where it could. */
  failure: string
}

/** What happened, the newest first: a page at a time, as far back as the operator wants to go. */
export const timelineMachine = setup({
  types: {
    input: {} as TimelineInput,
    context: {} as Context,
    events: {} as { type: 'EARLIER' } | { type: 'RETRY' },
  },
  actors: {
    page: fromPromise<EventPage, Context>(({ input: { fetchPage, cursor }, signal }) => fetchPage(cursor, signal)),
  },
  guards: {
    'there are earlier ones': ({ context }) => context.cursor !== null,
  },
  actions: {
    'add the page': assign(({ context }, { page }: { page: EventPage }) => ({
      events: [...context.events, ...page.items],
      cursor: page.next_cursor,
      failure: '',
    })),
    'take the failure': assign({ failure: (_, { failure }: { failure: unknown }) => messageOf(failure) }),
  },
}).createMachine({
  id: 'timeline',
  context: ({ input }) => ({ ...input, events: [], cursor: null, failure: '' }),
  initial: 'loading',
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
        onError: {
          target: 'failed',
          actions: { type: 'take the failure', params: ({ event }) => ({ failure: event.error }) },
        },
      },
    },
    shown: {
      description: 'What was asked for is there.',
      on: { EARLIER: { guard: 'there are earlier ones', target: 'loading' } },
    },
    failed: {
      description: 'The next page could not be had, and it is known why.',
      on: { RETRY: 'loading' },
    },
  },
})
