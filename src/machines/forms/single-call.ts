import { assign, fromPromise, setup } from 'xstate'
import { token as tokenCookie } from '../../api/client.ts'

/** A call that changes something; rejects with the failure, which the client has announced by then. */
export type Change<Answer> = (signal: AbortSignal) => Promise<Answer>

/** What is to be done. What is asked first has no name: it is never pressed twice. */
interface Call<Answer> {
  what?: string
  change: Change<Answer>
  /** Of the session in which it was meant. */
  token: string | undefined
}

type Context<Answer, About> = {
  /** In their order; the first is under way. */
  calls: readonly Call<Answer>[]
  /** What the operator is asked about, and what is done once it is meant; undefined while nobody is asked. */
  asked: (Call<Answer> & { about: About }) | undefined
  /** What the last came to that was done: another object for each. */
  done: { answer: Answer } | undefined
}

/**
 * Changes as buttons make them, one after the other; a second press of the same while it is not done yet is none. Where something is
 * lost by one the operator is asked first. What was pressed is done also where its screen is left meanwhile, but by nobody else: what
 * waits when its session ends is left.
 */
export function singleCallMachine<Answer, About = undefined>() {
  return setup({
    types: {
      context: {} as Context<Answer, About>,
      events: {} as
        | { type: 'CALL'; what: string; change: Change<Answer> }
        | { type: 'ASK'; change: Change<Answer>; about: About }
        | { type: 'CONFIRM' }
        | { type: 'CANCEL' },
      tags: {} as 'to be finished',
    },
    actors: {
      change: fromPromise<Answer, Call<Answer>>(async ({ input: { change, token }, signal }) => {
        if (token !== tokenCookie.read()) throw new Error('its session is over')
        return change(signal)
      }),
    },
    guards: {
      'something waits': ({ context: { calls } }) => calls.length > 0,
    },
    actions: {
      'strike it off': assign({ calls: ({ context: { calls } }) => calls.slice(1) }),
    },
  }).createMachine({
    id: 'singleCall',
    context: { calls: [], asked: undefined, done: undefined },
    on: {
      CALL: {
        actions: assign({
          calls: ({ context: { calls }, event }) =>
            calls.some(({ what }) => what === event.what) ? calls : [...calls, { ...event, token: tokenCookie.read() }],
        }),
      },
      ASK: { actions: assign({ asked: ({ event }) => ({ ...event, token: tokenCookie.read() }) }) },
      CONFIRM: {
        actions: assign({ calls: ({ context: { calls, asked } }) => calls.concat(asked ?? []), asked: undefined }),
      },
      CANCEL: { actions: assign({ asked: undefined }) },
    },
    initial: 'idle',
    states: {
      idle: {
        description:
          'Nothing is under way; the operator may be asked about something, of which nothing has happened yet.',
        always: { guard: 'something waits', target: 'calling' },
      },
      calling: {
        description: 'The server is being asked; what is pressed or meant meanwhile waits.',
        tags: 'to be finished',
        invoke: {
          id: 'change',
          src: 'change',
          input: ({ context: { calls } }) => calls[0] as Call<Answer>, // Only then something is done.
          onDone: {
            target: 'idle',
            actions: ['strike it off', assign({ done: ({ event }) => ({ answer: event.output }) })],
          },
          onError: { target: 'idle', actions: 'strike it off' },
        },
      },
    },
  })
}
