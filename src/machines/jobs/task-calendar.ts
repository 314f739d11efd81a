import { assign, fromPromise, setup } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import type { Task, TaskCalendar } from '../../api/tasks.ts'

interface TaskCalendarInput {
  /** What comes in the days that are looked at. */
  ask: (signal: AbortSignal) => Promise<TaskCalendar>
  /** A task as it is now; undefined where it was deleted. */
  find: (id: number, signal: AbortSignal) => Promise<Task | undefined>
}

interface Context extends TaskCalendarInput {
  calendar: TaskCalendar | undefined
  /** Why the last question has no answer; empty where it has one. */
  failure: string
  /** The task that is opened. */
  wanted: number
  task: Task | undefined
}

/** What timed tasks will run in some days, and one of them to change. */
export const taskCalendarMachine = setup({
  types: {
    input: {} as TaskCalendarInput,
    context: {} as Context,
    events: {} as { type: 'OPEN'; id: number } | { type: 'CLOSE' } | { type: 'SAVED' } | { type: 'RETRY' },
  },
  actors: {
    calendar: fromPromise<TaskCalendar, Context>(({ input: { ask }, signal }) => ask(signal)),
    task: fromPromise<Task | undefined, Context>(({ input: { find, wanted }, signal }) => find(wanted, signal)),
  },
  delays: {
    /** Times go by, and others change tasks; milliseconds. */
    outdated: 60_000,
  },
  guards: {
    'it was deleted': (_, { task }: { task: Task | undefined }) => task === undefined,
  },
  actions: {
    'take the calendar': assign({
      calendar: (_, { calendar }: { calendar: TaskCalendar }) => calendar,
      failure: '',
    }),
    'keep why': assign({ failure: (_, { failure }: { failure: unknown }) => messageOf(failure) }),
    'note which one': assign({ wanted: (_, { id }: { id: number }) => id, failure: '' }),
    'take the task': assign({ task: (_, { task }: { task: Task | undefined }) => task }),
    'put the task away': assign({ task: undefined }),
  },
}).createMachine({
  id: 'taskCalendar',
  context: ({ input }) => ({ ...input, calendar: undefined, failure: '', wanted: 0, task: undefined }),
  initial: 'asking',
  states: {
    asking: {
      description: 'The server is asked what comes; what is there stays.',
      invoke: {
        id: 'calendar',
        src: 'calendar',
        input: ({ context }) => context,
        onDone: {
          target: 'shown',
          actions: { type: 'take the calendar', params: ({ event }) => ({ calendar: event.output }) },
        },
        onError: {
          target: 'shown',
          actions: { type: 'keep why', params: ({ event }) => ({ failure: event.error }) },
        },
      },
      on: { OPEN: { target: 'finding', actions: { type: 'note which one', params: ({ event }) => event } } },
    },
    shown: {
      description: 'The days are there, or why they are not.',
      after: { outdated: 'asking' },
      on: {
        RETRY: 'asking',
        OPEN: { target: 'finding', actions: { type: 'note which one', params: ({ event }) => event } },
      },
    },
    finding: {
      description: 'The task is fetched as it is now, or another one that was pressed meanwhile.',
      invoke: {
        id: 'task',
        src: 'task',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'it was deleted', params: ({ event }) => ({ task: event.output }) },
            target: 'asking',
          },
          { target: 'open', actions: { type: 'take the task', params: ({ event }) => ({ task: event.output }) } },
        ],
        onError: {
          target: 'shown',
          actions: { type: 'keep why', params: ({ event }) => ({ failure: event.error }) },
        },
      },
      on: {
        OPEN: {
          target: 'finding',
          reenter: true,
          actions: { type: 'note which one', params: ({ event }) => event },
        },
      },
    },
    open: {
      description: 'The task is open, to be changed.',
      exit: 'put the task away',
      on: { SAVED: 'asking', CLOSE: 'asking' },
    },
  },
})
