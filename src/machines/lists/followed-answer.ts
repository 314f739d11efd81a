import { assign, fromCallback, fromPromise, setup, type EventObject } from 'xstate'
import { messageOf } from '../../api/errors.ts'

export interface FollowedAnswerInput<Answer> {
  /** Asks the server; what is known already may spare it something. */
  ask: (known: Answer | undefined, signal: AbortSignal) => Promise<Answer>
  /** Hears that it has moved on, until the answered function is called. */
  hear: (listener: () => void) => () => void
}

type Context<Answer> = FollowedAnswerInput<Answer> & {
  answer: Answer | undefined
  /** Why it could not be asked; empty where it could. */
  failure: string
  /** Whether it has moved on while it was being asked for. */
  outdated: boolean
}

/**
 * An answer of the server that is asked for again whenever it has moved on: a job, a phone's output. What is shown stays
 * while it is being asked for; changes that come meanwhile make it ask once more, and never twice at a time.
 */
export function followedAnswerMachine<Answer>() {
  return setup({
    types: {
      input: {} as FollowedAnswerInput<Answer>,
      context: {} as Context<Answer>,
      events: {} as { type: 'moved on' } | { type: 'RETRY' },
    },
    actors: {
      changes: fromCallback<EventObject, Pick<Context<Answer>, 'hear'>>(({ input: { hear }, sendBack }) =>
        hear(() => sendBack({ type: 'moved on' })),
      ),
      ask: fromPromise<Answer, Context<Answer>>(({ input: { ask, answer }, signal }) => ask(answer, signal)),
    },
    delays: { untilNextTry: 30_000 },
    guards: {
      'it has moved on since': ({ context }) => context.outdated,
    },
    actions: {
      begin: assign({ outdated: false }),
      'note that it has moved on': assign({ outdated: true }),
      'take the answer': assign({ answer: (_, { answer }: { answer: Answer }) => answer, failure: '' }),
      'keep why': assign({ failure: (_, { failure }: { failure: unknown }) => messageOf(failure) }),
    },
  }).createMachine({
    id: 'followedAnswer',
    context: ({ input }) => ({ ...input, answer: undefined, failure: '', outdated: false }),
    invoke: { src: 'changes', input: ({ context: { hear } }) => ({ hear }) },
    initial: 'asking',
    states: {
      asking: {
        description: 'The server is being asked.',
        entry: 'begin',
        invoke: {
          id: 'ask',
          src: 'ask',
          input: ({ context }) => context,
          onDone: [
            {
              guard: 'it has moved on since',
              target: 'asking',
              reenter: true,
              actions: { type: 'take the answer', params: ({ event }) => ({ answer: event.output }) },
            },
            {
              target: 'answered',
              actions: { type: 'take the answer', params: ({ event }) => ({ answer: event.output }) },
            },
          ],
          onError: {
            target: 'failed',
            actions: { type: 'keep why', params: ({ event }) => ({ failure: event.error }) },
          },
        },
        on: { 'moved on': { actions: 'note that it has moved on' } },
      },
      answered: {
        description: 'The answer is there.',
        on: { 'moved on': 'asking' },
      },
      failed: {
        description: 'It could not be asked; what was known before stays, and another try follows by itself.',
        after: { untilNextTry: 'asking' },
        on: { 'moved on': 'asking', RETRY: 'asking' },
      },
    },
  })
}
