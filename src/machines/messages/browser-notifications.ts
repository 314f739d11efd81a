import { assign, fromPromise, setup } from 'xstate'
import {
  lookUpStanding,
  turnNotificationsOff,
  turnNotificationsOn,
  type Standing,
} from '../../api/browser-notifications.ts'
import { messageOf } from '../../api/errors.ts'

/** The switch by which a browser tells its operator of messages also while no console is open in it. */
export const browserNotificationsMachine = setup({
  types: {
    context: {} as { failure: string },
    events: {} as { type: 'TURN_ON' } | { type: 'TURN_OFF' } | { type: 'RETRY' },
  },
  actors: {
    'look up how it stands': fromPromise<Standing>(({ signal }) => lookUpStanding(signal)),
    'turn it on': fromPromise<Standing>(({ signal }) => turnNotificationsOn(signal)),
    'turn it off': fromPromise<void>(({ signal }) => turnNotificationsOff(signal)),
  },
  guards: {
    'it can not': (_, { standing }: { standing: Standing }) => standing === 'unsupported',
    'it is forbidden to': (_, { standing }: { standing: Standing }) => standing === 'denied',
    'it does': (_, { standing }: { standing: Standing }) => standing === 'on',
  },
  actions: {
    'keep why': assign({ failure: (_, { error }: { error: unknown }) => messageOf(error) }),
  },
}).createMachine({
  id: 'browserNotifications',
  context: { failure: '' },
  initial: 'looking',
  states: {
    looking: {
      description: 'The browser is asked what it may, and the server whether it knows it.',
      invoke: {
        id: 'look',
        src: 'look up how it stands',
        onDone: [
          {
            guard: { type: 'it can not', params: ({ event }) => ({ standing: event.output }) },
            target: 'unsupported',
          },
          {
            guard: { type: 'it is forbidden to', params: ({ event }) => ({ standing: event.output }) },
            target: 'denied',
          },
          { guard: { type: 'it does', params: ({ event }) => ({ standing: event.output }) }, target: 'on' },
          { target: 'off' },
        ],
        onError: {
          target: 'failed.look',
          actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unsupported: { description: 'This browser has none, at this address or at all.' },
    denied: {
      description: 'The operator has forbidden it, and only they can allow it again, in the settings of the browser.',
      on: { RETRY: 'looking' },
    },
    off: {
      description: 'The browser tells nothing.',
      on: { TURN_ON: 'turningOn' },
    },
    turningOn: {
      description: 'The operator is asked, the push service for a place, and the server to write there.',
      invoke: {
        id: 'turnOn',
        src: 'turn it on',
        onDone: [
          {
            guard: { type: 'it is forbidden to', params: ({ event }) => ({ standing: event.output }) },
            target: 'denied',
          },
          { guard: { type: 'it does', params: ({ event }) => ({ standing: event.output }) }, target: 'on' },
          { target: 'off' },
        ],
        onError: {
          target: 'failed.turnOn',
          actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    on: {
      description: 'The browser tells of messages until this session ends.',
      on: { TURN_OFF: 'turningOff' },
    },
    turningOff: {
      description: 'The server is asked to write no more.',
      invoke: {
        id: 'turnOff',
        src: 'turn it off',
        onDone: 'off',
        onError: {
          target: 'failed.turnOff',
          actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      description: 'What was tried could not be done, and why is said; it can be tried again.',
      initial: 'look',
      states: {
        look: { description: 'It is not known how it stands.', on: { RETRY: '#browserNotifications.looking' } },
        turnOn: { description: 'It is still off.', on: { RETRY: '#browserNotifications.turningOn' } },
        turnOff: { description: 'It may still be on.', on: { RETRY: '#browserNotifications.turningOff' } },
      },
    },
  },
})
