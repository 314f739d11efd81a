import { assign, fromPromise, setup, type ActorRefFrom } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import { actOnOne, fetchApps, type PhoneApp } from '../../api/devices.ts'

/** What is done with an app on a phone. */
export interface AppAct {
  action: 'launch' | 'stop' | 'uninstall'
  package: string
}

interface Context {
  readonly deviceId: number
  /** As far as they are known; while they are asked for anew, the ones before. */
  apps: readonly PhoneApp[]
  /** Only apps whose name has this in it are looked for. */
  search: string
  /** What is under way, or was done last, or is asked about. */
  act: AppAct | undefined
  /** Why the last thing could not be done; empty where it could. */
  failure: string
}

/** The apps on one phone, and what is done with them, one thing after the other; before one is removed the operator is asked. */
export const phoneAppsMachine = setup({
  types: {
    input: {} as { deviceId: number },
    context: {} as Context,
    events: {} as
      | { type: 'refresh' }
      | { type: 'search'; text: string }
      | { type: 'act'; action: 'launch' | 'stop'; package: string }
      | { type: 'uninstall'; package: string }
      | { type: 'confirm' }
      | { type: 'cancel' },
  },
  actors: {
    apps: fromPromise<readonly PhoneApp[], { deviceId: number }>(({ input: { deviceId }, signal }) =>
      fetchApps(deviceId, signal),
    ),
    act: fromPromise<void, { deviceId: number; act: AppAct | undefined }>(async ({ input, signal }) => {
      if (input.act !== undefined) await actOnOne(input.deviceId, input.act, signal)
    }),
  },
  guards: {
    'the apps have changed': ({ context: { act } }) => act?.action === 'uninstall',
  },
  actions: {
    'keep why': assign({ failure: (_, { error }: { error: unknown }) => messageOf(error) }),
    'forget what failed': assign({ failure: '' }),
  },
}).createMachine({
  id: 'phoneApps',
  context: ({ input }) => ({ ...input, apps: [], search: '', act: undefined, failure: '' }),
  on: { search: { actions: assign({ search: ({ event }) => event.text }) } },
  initial: 'loading',
  states: {
    loading: {
      description: 'The phone is being asked for its apps.',
      entry: 'forget what failed',
      invoke: {
        id: 'apps',
        src: 'apps',
        input: ({ context: { deviceId } }) => ({ deviceId }),
        onDone: { target: 'ready', actions: assign({ apps: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    ready: {
      description: 'The apps are there.',
      on: {
        refresh: 'loading',
        act: {
          target: 'acting',
          actions: assign({ act: ({ event: { action, package: name } }) => ({ action, package: name }) }),
        },
        uninstall: {
          target: 'asking',
          actions: assign({ act: ({ event }) => ({ action: 'uninstall', package: event.package }) }),
        },
      },
    },
    asking: {
      description: 'An app is to be removed, and what is lost by it is named.',
      on: { confirm: 'acting', cancel: 'ready' },
    },
    acting: {
      description: 'The phone is at something with an app.',
      entry: 'forget what failed',
      invoke: {
        id: 'act',
        src: 'act',
        input: ({ context: { deviceId, act } }) => ({ deviceId, act }),
        onDone: [{ guard: 'the apps have changed', target: 'loading' }, { target: 'ready' }],
        onError: { target: 'ready', actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    failed: {
      description: 'The phone could not tell its apps.',
      on: { refresh: 'loading' },
    },
  },
})

export type PhoneApps = ActorRefFrom<typeof phoneAppsMachine>
