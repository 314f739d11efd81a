import {
  assign,
  emit,
  fromCallback,
  sendTo,
  setup,
  type ActorRefFrom,
  type AnyActorRef,
  type EventObject,
} from 'xstate'
import { token as tokenCookie } from '../../api/client.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { hearFailures } from '../../api/failures.ts'
import { i18n } from '../../i18n/i18n.ts'
import { brokerMachine, type BrokerEmitted } from './broker.ts'
import { keepOnClipboard } from '../../browser-clipboard.ts'
import { browserSocket } from '../../api/browser-socket.ts'
import { deviceCountsMachine } from '../devices/device-counts.ts'
import { loginMachine } from '../session/login.ts'
import { confirmedNotice, maintenanceNoticeMachine } from '../messages/maintenance-notice.ts'
import { mqttConnection } from '../../api/mqtt-connection.ts'
import { eventIn, type PushedEvent } from '../../api/pushed-events.ts'
import { sessionMachine, type SessionEmitted } from '../session/session.ts'
import { fetchSession, type SessionInfo } from '../../api/session-calls.ts'
import { dismissedMessage, siteMessagesMachine } from '../messages/site-messages.ts'
import { userSocketMachine, type SocketEmitted } from './user-socket.ts'
import { changePasswordMachine, type PasswordEmitted } from '../session/change-password.ts'
import { notificationsMachine, type Notice, type NoticeKind } from './notifications.ts'
import { narrowerThan, rememberedOpen, sidebarMachine } from './sidebar.ts'
import { subscriptionMachine } from './subscription.ts'
import { rememberedTheme, systemTheme, themeMachine } from './theme.ts'
import { uploadQueueMachine } from '../files/upload-queue.ts'
import { firstLanguage, languageMachine } from './language.ts'

type ConsoleEvent =
  /** A navigation has ended at this path. */
  | { type: 'navigated'; path: string }
  /** Somebody wants the operator told. */
  | { type: 'notify'; notice: Notice }
  | { type: 'call failed'; failure: Error }
  | { type: 'accepted'; token: string }
  | { type: 'fleet changed' }
  | { type: 'copy user id' }
  | { type: 'copy'; text: string }
  | { type: 'copied' }
  /** The browser would not have it. */
  | { type: 'not copied'; text: string }
  | Exclude<BrokerEmitted, { type: 'patch' }>
  | Exclude<SocketEmitted, { type: 'message' }>
  | PushedEvent
  | SessionEmitted
  | PasswordEmitted

interface Hearing {
  parent: { getSnapshot(): { children: Record<string, AnyActorRef | undefined> } }
  child: string
  /** What the console makes of the emitted; nothing where they don't concern it. */
  hear?: (emitted: { type: string }) => ConsoleEvent | undefined
}

/** The counts change when phones change their state, and with nothing else. */
const concernsTheCounts = (emitted: BrokerEmitted): boolean =>
  emitted.type === 'patch' && emitted.patch.type === 'device' && 'status' in emitted.patch.changed

const socketUrl = (token: string): string =>
  `${location.origin.replace(/^http/, 'ws')}/api/restful/v2/ws/user?token=${encodeURIComponent(token)}`

/**
 * The console: it starts everything else that lives as long as the page, and what belongs to a user lives exactly as
 * long as that user is signed in. It turns what its children say into what the operator is told.
 */
export const consoleMachine = setup({
  types: {
    context: {} as { user: SessionInfo | undefined; token: string },
    events: {} as ConsoleEvent,
    emitted: {} as { type: 'go'; to: '/' | '/login' } | { type: 'cookie changed' },
    children: {} as {
      session: 'session'
      notifications: 'notifications'
      language: 'language'
      theme: 'theme'
      sidebar: 'sidebar'
      login: 'login'
      userSocket: 'userSocket'
      broker: 'broker'
      subscription: 'subscription'
      deviceCounts: 'deviceCounts'
      maintenanceNotice: 'maintenanceNotice'
      account: 'account again'
      clipboard: 'clipboard'
      siteMessages: 'siteMessages'
      changePassword: 'changePassword'
      uploads: 'uploads'
    },
  },
  actors: {
    session: sessionMachine,
    notifications: notificationsMachine,
    language: languageMachine,
    theme: themeMachine,
    sidebar: sidebarMachine,
    login: loginMachine,
    userSocket: userSocketMachine.provide({ actors: { socket: browserSocket } }),
    broker: brokerMachine.provide({ actors: { connection: mqttConnection } }),
    subscription: subscriptionMachine,
    deviceCounts: deviceCountsMachine,
    maintenanceNotice: maintenanceNoticeMachine,
    siteMessages: siteMessagesMachine,
    changePassword: changePasswordMachine,
    uploads: uploadQueueMachine,
    'failed calls': fromCallback(({ sendBack }) =>
      hearFailures((failure) => sendBack({ type: 'call failed', failure })),
    ),
    'account again': fromCallback<EventObject, { token: string }>(({ input, receive, sendBack }) => {
      const left = new AbortController()
      const tell = (account: SessionInfo | null | undefined) =>
        account && sendBack({ type: 'account changed', account })
      // What fails has been told by then.
      receive(() => void fetchSession(input.token, left.signal).then(tell, () => undefined))
      return () => left.abort()
    }),
    clipboard: fromCallback<{ type: 'copy'; text: string }>(({ receive, sendBack }) => {
      receive(({ text }) => {
        void keepOnClipboard(text).then((kept) => sendBack(kept ? { type: 'copied' } : { type: 'not copied', text }))
      })
    }),
    // Stands before the child it hears in `invoke`: all are created before the first of them starts, so it misses nothing.
    childEvents: fromCallback<EventObject, Hearing>(({ input, sendBack }) => {
      const child = input.parent.getSnapshot().children[input.child]
      const subscription = child?.on('*', (emitted: { type: string }) => {
        const event = input.hear === undefined ? emitted : input.hear(emitted)
        if (event !== undefined) sendBack(event)
      })
      return () => subscription?.unsubscribe()
    }),
  },
  guards: {
    'it was away': ({ event }) => event.type === 'open' && event.isAgain,
    'it is the login screen': ({ event }) => event.type === 'navigated' && event.path === '/login',
    'it ends the session': ({ event }) =>
      (event.type === 'call failed' || event.type === 'password not changed') && endsSession(event.failure),
  },
  actions: {
    tell: sendTo('notifications', (_, notice: Notice) => ({ type: 'notify' as const, notice })),
    'end the session': sendTo('session', (_, { message }: { message: string }) => ({
      type: 'session is over' as const,
      message,
    })),
    'keep the token': (_, { token }: { token: string }) => tokenCookie.keep(token),
  },
}).createMachine({
  id: 'console',
  context: { user: undefined, token: '' },
  invoke: [
    { src: 'childEvents', input: ({ self }) => ({ parent: self, child: 'session' }) },
    { src: 'failed calls' },
    { id: 'notifications', src: 'notifications' },
    { id: 'language', src: 'language', input: () => ({ first: firstLanguage(navigator.languages) }) },
    {
      id: 'theme',
      src: 'theme',
      input: () => ({ chosen: rememberedTheme(), system: systemTheme() }),
    },
    {
      id: 'sidebar',
      src: 'sidebar',
      input: () => ({ open: rememberedOpen(), narrow: innerWidth < narrowerThan }),
    },
    { id: 'session', src: 'session', input: () => ({ domain: location.hostname }) },
  ],
  on: {
    notify: { actions: { type: 'tell', params: ({ event }) => event.notice } },
    'call failed': [
      {
        guard: 'it ends the session',
        actions: [
          { type: 'tell', params: ({ event }) => error(messageOf(event.failure)) },
          { type: 'end the session', params: ({ event }) => ({ message: messageOf(event.failure) }) },
        ],
      },
      { actions: { type: 'tell', params: ({ event }) => error(messageOf(event.failure)) } },
    ],
    'signed in': {
      target: '.signedIn',
      actions: assign({ user: ({ event }) => event.user, token: ({ event }) => event.token }),
    },
    'signed out': { actions: { type: 'tell', params: () => notice('success', i18n.t('session.signedOut')) } },
    'forced out': {
      actions: {
        type: 'tell',
        params: ({ event }) => error(event.message === '' ? i18n.t('session.forcedOut') : event.message),
      },
    },
    'not loaded': {
      actions: {
        type: 'tell',
        params: ({ event }) => error(event.message === '' ? i18n.t('session.hasError') : event.message),
      },
    },
    'nothing came back': { actions: { type: 'tell', params: () => error(i18n.t('session.nothingCameBack')) } },
    go: { actions: emit(({ event }) => event) },
    'cookie changed': { actions: emit(({ event }) => event) },
    navigated: { guard: 'it is the login screen', target: '.atLogin' },
  },
  initial: 'away',
  states: {
    away: { description: 'Nobody is signed in, or it is not known yet.' },
    atLogin: {
      description: 'The login screen is open.',
      invoke: [
        { src: 'childEvents', input: ({ self }) => ({ parent: self, child: 'login' }) },
        { id: 'login', src: 'login' },
      ],
      on: {
        accepted: {
          actions: [
            { type: 'keep the token', params: ({ event }) => ({ token: event.token }) },
            sendTo('notifications', { type: 'clear' }),
            emit({ type: 'go', to: '/' }),
          ],
        },
      },
    },
    signedIn: {
      description: 'A user is signed in: its connections, counts and notices live.',
      invoke: [
        {
          src: 'childEvents',
          input: ({ self }) => ({
            parent: self,
            child: 'userSocket',
            hear: (emitted) => {
              const heard = emitted as SocketEmitted // The socket's machine emits nothing else.
              return heard.type === 'message' ? eventIn(heard.message) : heard
            },
          }),
        },
        {
          src: 'childEvents',
          input: ({ self }) => ({
            parent: self,
            child: 'broker',
            hear: (emitted) => {
              const heard = emitted as BrokerEmitted // The broker's machine emits nothing else.
              if (heard.type !== 'patch') return heard
              return concernsTheCounts(heard) ? { type: 'fleet changed' } : undefined
            },
          }),
        },
        { id: 'userSocket', src: 'userSocket', input: ({ context }) => ({ url: socketUrl(context.token) }) },
        { id: 'broker', src: 'broker', input: ({ context }) => ({ config: userOf(context).mqtt_config }) },
        {
          id: 'subscription',
          src: 'subscription',
          input: ({ context }) => ({
            expiration: userOf(context).expiration,
            timestamp: userOf(context).authorization_at,
            now: () => Date.now(),
          }),
        },
        { id: 'deviceCounts', src: 'deviceCounts' },
        { src: 'childEvents', input: ({ self }) => ({ parent: self, child: 'changePassword' }) },
        { id: 'changePassword', src: 'changePassword' },
        {
          id: 'siteMessages',
          src: 'siteMessages',
          input: ({ context }) => ({ userId: userOf(context).id, heardUpTo: dismissedMessage(userOf(context).id) }),
        },
        { id: 'account', src: 'account again', input: ({ context }) => ({ token: context.token }) },
        { id: 'clipboard', src: 'clipboard' },
        { id: 'uploads', src: 'uploads', input: ({ context }) => ({ userId: userOf(context).id }) },
        {
          id: 'maintenanceNotice',
          src: 'maintenanceNotice',
          input: ({ context }) => ({ userId: userOf(context).id, confirmed: confirmedNotice(userOf(context).id) }),
        },
      ],
      exit: [sendTo('notifications', { type: 'user left' }), assign({ user: undefined, token: '' })],
      on: {
        left: 'away',
        navigated: {
          actions: [
            sendTo('maintenanceNotice', { type: 'navigated' }),
            sendTo('sidebar', { type: 'navigated' }),
            sendTo('changePassword', { type: 'cancel' }),
          ],
        },
        'session over': {
          actions: { type: 'end the session', params: ({ event }) => ({ message: event.message }) },
        },
        'site message': {
          actions: sendTo('siteMessages', ({ event }) => ({ type: 'arrived' as const, message: event.message })),
        },
        'site message read': {
          actions: sendTo('siteMessages', ({ event }) => ({ type: 'was read' as const, id: event.id })),
        },
        'account changed': {
          actions: [
            assign({ user: ({ context, event }) => ({ ...userOf(context), ...event.account }) }),
            sendTo('session', ({ event }) => event),
            sendTo('subscription', ({ event: { account } }) => ({
              type: 'changed' as const,
              service: { expiration: account.expiration, timestamp: account.authorization_at },
            })),
            sendTo('deviceCounts', { type: 'fleet changed' }),
          ],
        },
        'notice written': {
          actions: sendTo('maintenanceNotice', ({ event }) => ({ type: 'written' as const, notice: event.notice })),
        },
        open: [
          {
            guard: 'it was away',
            actions: [sendTo('siteMessages', { type: 'refresh' }), sendTo('account', { type: 'ask' })],
          },
          { actions: sendTo('siteMessages', { type: 'refresh' }) },
        ],
        'copy user id': {
          actions: sendTo('clipboard', ({ context }) => ({ type: 'copy' as const, text: String(userOf(context).id) })),
        },
        copy: { actions: sendTo('clipboard', ({ event }) => event) },
        copied: { actions: { type: 'tell', params: () => notice('success', i18n.t('shell.user.copied')) } },
        'not copied': {
          actions: {
            type: 'tell',
            params: ({ event }) => notice('info', i18n.t('shell.user.copyFailed', { text: event.text })),
          },
        },
        lost: {
          actions: [
            { type: 'tell', params: () => error(i18n.t('session.socketLost')) },
            // Nobody says any more that the session is over, which may be why: a call is told.
            sendTo('siteMessages', { type: 'refresh' }),
          ],
        },
        'connection failed': {
          actions: { type: 'tell', params: () => notice('warning', i18n.t('session.brokerFailed')) },
        },
        // Perhaps as the session is over, of which nobody else tells once the websocket is lost: a call is told.
        'broker refused': { actions: sendTo('siteMessages', { type: 'refresh' }) },
        returned: { actions: sendTo('deviceCounts', { type: 'fleet changed' }) },
        'fleet changed': { actions: sendTo('deviceCounts', { type: 'fleet changed' }) },
      },
      initial: 'usual',
      states: {
        usual: {
          description: 'Whatever says that the session is over ends it.',
          on: { 'password submitted': 'changingPassword' },
        },
        changingPassword: {
          description: 'The change ends all sessions, this one with them: its own answer is what the operator is told.',
          on: {
            'session over': {},
            'call failed': { guard: 'it ends the session' },
            'password changed': {
              target: 'usual',
              actions: [
                sendTo('notifications', { type: 'clear' }),
                { type: 'tell', params: () => notice('success', i18n.t('password.changed')) },
                sendTo('session', { type: 'leave' }),
              ],
            },
            'password not changed': [
              {
                guard: 'it ends the session',
                target: 'usual',
                actions: { type: 'end the session', params: ({ event }) => ({ message: messageOf(event.failure) }) },
              },
              {
                target: 'usual',
                actions: {
                  type: 'tell',
                  params: ({ event }) => error(i18n.t('password.notChanged', { message: messageOf(event.failure) })),
                },
              },
            ],
          },
        },
      },
    },
  },
})

export type ConsoleActor = ActorRefFrom<typeof consoleMachine>

function notice(kind: NoticeKind, text: string): Notice {
  return { kind, text }
}

function error(text: string): Notice {
  return notice('error', text)
}

function userOf({ user }: { user: SessionInfo | undefined }): SessionInfo {
  if (user === undefined) throw new Error('signed in without a user')
  return user
}

function endsSession(failure: unknown): boolean {
  return failure instanceof ApiError && failure.endsSession
}
