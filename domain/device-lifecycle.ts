import { setup, transition } from 'xstate'

export type DeviceStatus = 'offline' | 'booting' | 'idle' | 'in_use'

export type DeviceEvent =
  /** Its agent reports it ready; `controlled` tells whether somebody still holds its control lease. */
  | { type: 'ready'; controlled: boolean }
  /** Its agent sees it, but Android has not finished starting. */
  | { type: 'starting' }
  /** Its agent lost it, or the server lost the agent. */
  | { type: 'lost' }
  /** Somebody takes its control lease. */
  | { type: 'taken' }
  /** The control lease ended. */
  | { type: 'freed' }

/**
 * The states of a phone. The server runs this chart inside the transaction that changes a phone, and the console asks
 * it what may be done (DESIGN, the device lifecycle).
 *
 * A phone that is lost keeps its lease for as long as its controller stays, so that it can come back to where it was.
 */
export const deviceLifecycle = setup({
  types: { events: {} as DeviceEvent },
  guards: {
    'it is controlled': ({ event }) => event.type === 'ready' && event.controlled,
  },
}).createMachine({
  id: 'deviceLifecycle',
  initial: 'offline',
  states: {
    offline: {
      description: 'Its agent does not see it.',
      on: {
        ready: [{ guard: 'it is controlled', target: 'in_use' }, { target: 'idle' }],
        starting: 'booting',
        freed: 'offline',
      },
    },
    booting: {
      description: 'Android is starting.',
      on: {
        ready: [{ guard: 'it is controlled', target: 'in_use' }, { target: 'idle' }],
        lost: 'offline',
        freed: 'booting',
      },
    },
    idle: {
      description: 'Ready, and nobody controls it.',
      on: { taken: 'in_use', starting: 'booting', lost: 'offline' },
    },
    in_use: {
      description: 'One operator controls it.',
      on: { taken: 'in_use', freed: 'idle', starting: 'booting', lost: 'offline' },
    },
  },
})

/** Whether the phone's state allows the event. */
export const allows = (status: DeviceStatus, event: DeviceEvent): boolean =>
  deviceLifecycle.resolveState({ value: status, context: {} }).can(event)

/** The state after the event; undefined where the state does not allow it. */
export function advance(status: DeviceStatus, event: DeviceEvent): DeviceStatus | undefined {
  if (!allows(status, event)) return undefined
  const [next] = transition(deviceLifecycle, deviceLifecycle.resolveState({ value: status, context: {} }), event)
  return next.value
}
