import { assign, emit, fromCallback, setup, type EventObject } from 'xstate'
import type { ConnectionReport, MqttConfig } from '../../api/mqtt-connection.ts'
import type { FleetPatch } from '../../../domain/fleet-topics.ts'

export type BrokerEmitted =
  | { type: 'patch'; patch: FleetPatch }
  /** Connected, at first or again: patches may have been missed since whatever is on the screen was loaded. */
  | { type: 'returned' }
  | { type: 'connection failed'; message: string }
  /** It refuses us: perhaps as the session is over. */
  | { type: 'broker refused' }

/**
 * The live changes of the fleet, over MQTT (SPEC §4, §9; DESIGN, realtime). The connection keeps trying by itself; the
 * operator is warned once an outage, not at every try.
 */
export const brokerMachine = setup({
  types: {
    input: {} as { config: MqttConfig },
    context: {} as { config: MqttConfig; unreadable: number },
    events: {} as ConnectionReport,
    emitted: {} as BrokerEmitted,
  },
  actors: {
    connection: fromCallback<EventObject, { config: MqttConfig }>(() => {
      throw new Error('connection is not provided')
    }),
  },
  delays: {
    /** How long it is not said again that the broker refuses, in milliseconds: it may be starting, and who has asked learned nothing. */
    quiet: 5_000,
  },
  actions: {
    'warn of it': emit(({ event }) => ({
      type: 'connection failed',
      message: event.type === 'failed' ? event.message : '',
    })),
    'say that it is there': emit({ type: 'returned' }),
    'say that it refuses': emit({ type: 'broker refused' }),
  },
}).createMachine({
  id: 'broker',
  context: ({ input }) => ({ config: input.config, unreadable: 0 }),
  invoke: { id: 'connection', src: 'connection', input: ({ context }) => ({ config: context.config }) },
  on: {
    // Counted, and otherwise left out: one bad message must not stop the good ones.
    unreadable: { actions: assign({ unreadable: ({ context }) => context.unreadable + 1 }) },
  },
  initial: 'connecting',
  states: {
    connecting: {
      description: 'The first connection is being made.',
      on: {
        // Lists don't wait for the broker, so what changed while we were connecting has to be looked up.
        connected: { target: 'live', actions: 'say that it is there' },
        interrupted: { target: 'troubled', actions: 'warn of it' },
        failed: { target: 'refused', actions: 'warn of it' },
      },
    },
    live: {
      description: 'Connected and subscribed: changes arrive.',
      on: {
        received: { actions: emit(({ event }) => ({ type: 'patch', patch: event.patch })) },
        interrupted: 'interrupted',
        failed: { target: 'refused', actions: 'warn of it' },
      },
    },
    interrupted: {
      description: 'The connection broke off, which happens; it is being made again.',
      on: {
        connected: { target: 'live', actions: 'say that it is there' },
        // A try that came to nothing. Browsers say of a websocket that could not be had only that it closed.
        interrupted: { target: 'troubled', actions: 'warn of it' },
        failed: { target: 'refused', actions: 'warn of it' },
      },
    },
    troubled: {
      description: 'The broker could not be reached; the operator knows, and the tries go on.',
      on: {
        connected: { target: 'live', actions: 'say that it is there' },
        failed: 'refused',
      },
    },
    refused: {
      description: 'The broker said no; that has been told, is not told again for a while, and the tries go on.',
      entry: 'say that it refuses',
      after: { quiet: 'troubled' },
      on: { connected: { target: 'live', actions: 'say that it is there' } },
    },
  },
})
