import { assign, emit, fromCallback, sendTo, setup } from 'xstate'
import { heartbeatTask } from '../../../domain/user-messages.ts'
import type { ServerMessage, SocketReport } from '../../api/browser-socket.ts'

export type SocketNews =
  | { type: 'message'; message: ServerMessage }
  /** Open, at first or again: messages may have been missed before. */
  | { type: 'open' }
  | { type: 'lost' }

/** With more failures than these in a row the socket is lost (SPEC §9). */
const failuresAllowed = 2

/**
 * The user's websocket: it beats while open and reconnects while the failure count is at most 2; after that it is
 * lost until the page is refreshed (SPEC §4, §9).
 *
 * A received message, not a mere open, clears the count: a server that accepts and then drops is failing too.
 */
export const userSocketMachine = setup({
  types: {
    input: {} as { url: string },
    context: {} as { url: string; failures: number },
    events: {} as SocketReport,
    emitted: {} as SocketNews,
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
    'failures are used up': ({ context }) => context.failures > failuresAllowed,
  },
  actions: {
    'count the failure': assign({ failures: ({ context }) => context.failures + 1 }),
    'forget the failures': assign({ failures: 0 }),
    'send a heartbeat': sendTo('socket', { type: 'send', message: { task_type: heartbeatTask } }),
    'say it is open': emit({ type: 'open' }),
    'say it is lost': emit({ type: 'lost' }),
  },
}).createMachine({
  id: 'userSocket',
  context: ({ input }) => ({ url: input.url, failures: 0 }),
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
          on: { opened: { target: 'beating', actions: 'say it is open' } },
        },
        beating: {
          description: 'Open: a heartbeat at once, and then on a timer.',
          entry: 'send a heartbeat',
          after: { heartbeatInterval: { target: 'beating', reenter: true } },
          on: {
            received: {
              actions: ['forget the failures', emit(({ event }) => ({ type: 'message', message: event.message }))],
            },
          },
        },
      },
    },
    disconnected: {
      description: 'Closed: waiting to try again, while failures are left.',
      always: { guard: 'failures are used up', target: 'lost' },
      after: { reconnectDelay: 'connected' },
    },
    lost: { type: 'final', description: 'Given up until the page is refreshed.', entry: 'say it is lost' },
  },
})
