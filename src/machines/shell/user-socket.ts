import { assign, emit, fromCallback, sendTo, setup } from 'xstate'
import { heartbeatTask } from '../../../domain/user-messages.ts'
import type { ServerMessage, SocketReport } from '../../api/browser-socket.ts'

export type SocketEmitted =
  | { type: 'message'; message: ServerMessage }
  /** Open, at first or again: messages may have been missed before. */
  | { type: 'open'; isAgain: boolean }
  | { type: 'lost' }

/** With more failures than these in a row the socket is lost (SPEC §9). */
const failuresAllowed = 2
/**
 * Beats that stay unanswered before a line is given up that nobody has closed: the server answers each. They are counted, and not the
 * time, because a browser lets a hidden tab beat but once a minute, and one that sleeps not at all.
 */
const beatsUnanswered = 3

/**
 * The user's websocket: it beats while open and reconnects while the failure count is at most 2; after that it is
 * lost until the page is refreshed (SPEC §4, §9).
 *
 * A received message, not a mere open, clears the count: a server that accepts and then drops is failing too.
 */
export const userSocketMachine = setup({
  types: {
    input: {} as { url: string },
    context: {} as {
      url: string
      failures: number
      /** Beats that were sent since anything came. */
      unanswered: number
    },
    events: {} as SocketReport,
    emitted: {} as SocketEmitted,
  },
  actors: {
    socket: fromCallback<{ type: 'send'; message: ServerMessage }, { url: string }>(() => {
      throw new Error('socket is not provided')
    }),
  },
  delays: {
    heartbeatInterval: 15_000,
    reconnectDelay: ({ context }) => 1_000 * 2 ** (context.failures - 1),
  },
  guards: {
    'nobody answers': ({ context }) => context.unanswered >= beatsUnanswered,
    'failures are used up': ({ context }) => context.failures > failuresAllowed,
  },
  actions: {
    'count the failure': assign({ failures: ({ context }) => context.failures + 1 }),
    'forget the failures': assign({ failures: 0 }),
    'count the beat': assign({ unanswered: ({ context }) => context.unanswered + 1 }),
    'forget the beats': assign({ unanswered: 0 }),
    'send a heartbeat': sendTo('socket', { type: 'send', message: { task_type: heartbeatTask } }),
    'say it is open': emit(({ context }) => ({ type: 'open', isAgain: context.failures > 0 })),
    'say it is lost': emit({ type: 'lost' }),
  },
}).createMachine({
  id: 'userSocket',
  context: ({ input }) => ({ url: input.url, failures: 0, unanswered: 0 }),
  initial: 'connected',
  states: {
    connected: {
      description: 'There is a websocket, open or about to be.',
      invoke: { id: 'socket', src: 'socket', input: ({ context }) => ({ url: context.url }) },
      on: { closed: { target: 'disconnected', actions: 'count the failure' } },
      initial: 'opening',
      states: {
        opening: {
          description: 'The handshake is under way.',
          on: { opened: { target: 'beating', actions: ['forget the beats', 'say it is open'] } },
        },
        beating: {
          description: 'Open: a heartbeat at once, and then on a timer, for as long as they are answered.',
          entry: ['send a heartbeat', 'count the beat'],
          after: {
            heartbeatInterval: [
              { guard: 'nobody answers', target: '#userSocket.disconnected', actions: 'count the failure' },
              { target: 'beating', reenter: true },
            ],
          },
          on: {
            received: {
              actions: [
                'forget the failures',
                'forget the beats',
                emit(({ event }) => ({ type: 'message', message: event.message })),
              ],
            },
          },
        },
      },
    },
    disconnected: {
      description: 'Closed, or given up: waiting to try again, while failures are left.',
      always: { guard: 'failures are used up', target: 'lost' },
      after: { reconnectDelay: 'connected' },
    },
    lost: { type: 'final', description: 'Given up until the page is refreshed.', entry: 'say it is lost' },
  },
})
