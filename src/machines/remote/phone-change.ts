import { assign, fromPromise, setup, type ActorRefFrom } from 'xstate'
import { reopenEnvironment } from '../../api/environments.ts'
import type { Device } from '../../api/devices.ts'

type OpenEnvironment = NonNullable<Device['environment']>

interface PhoneChangeInput {
  /** Hears on which phone the environment is being opened. */
  opened: (deviceId: number) => void
}

/** The environment of a lost phone is opened on another one, once the operator has read what is lost by it. */
export const phoneChangeMachine = setup({
  types: {
    input: {} as PhoneChangeInput,
    context: {} as PhoneChangeInput & { environment: OpenEnvironment | null },
    events: {} as { type: 'choose another'; environment: OpenEnvironment } | { type: 'confirm' } | { type: 'cancel' },
  },
  actors: {
    reopen: fromPromise<number, { environment: OpenEnvironment | null }>(async ({ input: { environment }, signal }) => {
      if (environment === null) throw new Error('no environment was chosen')
      return reopenEnvironment(environment.id, signal)
    }),
  },
  actions: {
    'tell which phone': ({ context }, { deviceId }: { deviceId: number }) => context.opened(deviceId),
  },
}).createMachine({
  id: 'phoneChange',
  context: ({ input }) => ({ ...input, environment: null }),
  initial: 'waiting',
  states: {
    waiting: {
      description: 'The phone may still come back.',
      on: {
        'choose another': {
          target: 'confirming',
          actions: assign({ environment: ({ event }) => event.environment }),
        },
      },
    },
    confirming: {
      description: 'The operator reads what is lost.',
      on: { confirm: 'opening', cancel: 'waiting' },
    },
    opening: {
      description: 'The server is being asked for another phone.',
      invoke: {
        id: 'reopen',
        src: 'reopen',
        input: ({ context: { environment } }) => ({ environment }),
        onDone: {
          target: 'waiting',
          actions: { type: 'tell which phone', params: ({ event }) => ({ deviceId: event.output }) },
        },
        // The client has told of it: no phone may be free, or this one is back.
        onError: 'waiting',
      },
    },
  },
})

export type PhoneChange = ActorRefFrom<typeof phoneChangeMachine>
