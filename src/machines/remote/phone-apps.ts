import { assign, fromCallback, fromPromise, setup, type ActorRefFrom, type EventObject } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import { fetchApps, type PhoneApp } from '../../api/devices.ts'
import { actOnOne } from '../../api/one-phone-job.ts'

/** What is done with an app on a phone. */
export interface AppAct {
  action: 'launch' | 'stop' | 'uninstall'
  package: string
}

interface PhoneAppsInput {
  deviceId: number
  /** Hears that an app was installed, until the answered function is called. */
  hearInstalled: (listener: () => void) => () => void
}

interface Context extends Readonly<PhoneAppsInput> {
  /** As far as they are known; while they are asked for anew, the ones before. */
  apps: readonly PhoneApp[]
  /** Only apps whose name has this in it are looked for. */
  search: string
  /** What is under way, or was done last, or is asked about. */
  act: AppAct | undefined
  /** Why the last thing could not be done; empty where it could. */
  failure: string
  /** Whether they are to be asked for anew, as soon as nothing else is under way. */
  isOutdated: boolean
}

/** The apps on one phone, and what is done with them, one thing after the other; before one is removed the operator is asked. */
export const phoneAppsMachine = setup({
  types: {
    input: {} as PhoneAppsInput,
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
    installs: fromCallback<EventObject, Pick<PhoneAppsInput, 'hearInstalled'>>(({ input, sendBack }) =>
      input.hearInstalled(() => sendBack({ type: 'refresh' })),
    ),
    apps: fromPromise<readonly PhoneApp[], { deviceId: number }>(({ input: { deviceId }, signal }) =>
      fetchApps(deviceId, signal),
    ),
    act: fromPromise<void, { deviceId: number; act: AppAct | undefined }>(async ({ input, signal }) => {
      if (input.act !== undefined) await actOnOne(input.deviceId, input.act, signal)
    }),
  },
  guards: {
    'they are outdated': ({ context: { isOutdated } }) => isOutdated,
    'the apps have changed': ({ context: { act } }) => act?.action === 'uninstall',
  },
  actions: {
    'keep why': assign({ failure: (_, { error }: { error: unknown }) => messageOf(error) }),
    'forget what failed': assign({ failure: '' }),
  },
}).createMachine({
  id: 'phoneApps',
  context: ({ input }) => ({ ...input, apps: [], search: '', act: undefined, failure: '', isOutdated: false }),
  invoke: { src: 'installs', input: ({ context: { hearInstalled } }) => ({ hearInstalled }) },
  on: {
    search: { actions: assign({ search: ({ event }) => event.text }) },
    refresh: { actions: ['forget what failed', assign({ isOutdated: true })] },
  },
  initial: 'loading',
  states: {
    loading: {
      description: 'The phone is being asked for its apps.',
      entry: assign({ isOutdated: false }),
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
      always: { guard: 'they are outdated', target: 'loading' },
      on: {
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
      always: { guard: 'they are outdated', target: 'loading', actions: 'forget what failed' },
    },
  },
})

export type PhoneApps = ActorRefFrom<typeof phoneAppsMachine>
