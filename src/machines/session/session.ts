import { assign, emit, fromCallback, fromPromise, setup, type EventObject, type SnapshotFrom } from 'xstate'
import type { AccountTerms } from '../../../domain/user-messages.ts'
import { token as tokenCookie } from '../../api/client.ts'
import { fetchSession, signOut, type SessionInfo } from '../../api/session-calls.ts'

type SessionEvent =
  /** Somebody goes to a route; `token` is what the cookie holds at that moment. */
  | { type: 'navigate'; token: string | undefined }
  /** Another tab has changed the cookie. */
  | { type: 'cookie changed' }
  /** The operator signs out. */
  | { type: 'sign out' }
  /** Somebody above has changed what the user may use. */
  | { type: 'account changed'; account: AccountTerms }
  /** What the operator did ends the session at the server, and was told of already. */
  | { type: 'leave' }
  /** The server says that the session has ended: disabled, signed out elsewhere, expired. `message` is for people. */
  | { type: 'session is over'; message: string }

export type SessionEmitted =
  | { type: 'signed in'; user: SessionInfo; token: string }
  /** By the operator, who is told that it worked. */
  | { type: 'signed out' }
  /** By the server; `message` says why. */
  | { type: 'forced out'; message: string }
  /** Nobody is signed in any more, for whatever reason: what belongs to a user has to stop. */
  | { type: 'left' }
  /** The session could not be loaded; `message` is empty where the failure says nothing. */
  | { type: 'not loaded'; message: string }
  /** The session was loaded, but nothing came back. */
  | { type: 'nothing came back' }
  /** The screen has to change without anybody having navigated. */
  | { type: 'go'; to: '/login' }
  /** Whoever is signed in by now may not open the screen: the navigation to it is to be done again. */
  | { type: 'cookie changed' }

/**
 * Who is signed in (SPEC §2 route guard, §4 session). The token lives in a cookie that all tabs share, so each
 * navigation brings along what the cookie holds: the first one with a token loads the user and is then redone; one
 * without a token, or with another one, notices what another tab did. So does whoever comes back to this tab.
 */
export const sessionMachine = setup({
  types: {
    input: {} as { domain: string },
    context: {} as { token: string | undefined; user: SessionInfo | undefined; domain: string },
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
  },
  actors: {
    'load the user': fromPromise<SessionInfo | null | undefined, { token: string }>(({ input, signal }) =>
      fetchSession(input.token, signal),
    ),
    'end the session': fromPromise(({ signal }) => signOut(signal)),
    'watch the cookie': fromCallback<EventObject, { token: string | undefined }>(({ input, sendBack }) => {
      const left = new AbortController()
      const look = () => {
        if (tokenCookie.read() !== input.token) sendBack({ type: 'cookie changed' })
      }
      for (const event of ['focus', 'visibilitychange']) addEventListener(event, look, { signal: left.signal })
      return () => left.abort()
    }),
  },
  delays: {
    /** An operator who leaves is not kept waiting for a server that doesn't answer. */
    signOutTimeout: 5_000,
  },
  guards: {
    'nothing came back': (_, { user }: { user: SessionInfo | null | undefined }) => user === null || user === undefined,
    'a token came along': ({ event }) => event.type === 'navigate' && event.token !== undefined,
    'the token is gone': ({ event }) => event.type === 'navigate' && event.token === undefined,
    'the token is another one': ({ context, event }) => event.type === 'navigate' && event.token !== context.token,
  },
  actions: {
    'keep the token': assign({ token: ({ event }) => (event.type === 'navigate' ? event.token : undefined) }),
    // The cookie may hold another tab's newer token by now, which is none of ours to clear.
    'clear the token': ({ context }) => {
      if (tokenCookie.read() === context.token) tokenCookie.clear()
    },
    'forget the user': assign({ token: undefined, user: undefined }),
    'say that nobody is there': emit({ type: 'left' }),
    'go to the login screen': emit({ type: 'go', to: '/login' }),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ token: undefined, user: undefined, domain: input.domain }),
  initial: 'signedOut',
  states: {
    signedOut: {
      description: 'Nobody is signed in: only /login is open.',
      entry: ['forget the user', 'say that nobody is there'],
      on: { navigate: { guard: 'a token came along', target: 'loading', actions: 'keep the token' } },
    },
    loading: {
      description: 'There is a token; whose it is, is being asked.',
      entry: 'say that nobody is there',
      invoke: {
        id: 'load',
        src: 'load the user',
        input: ({ context }) => ({ token: context.token ?? '' }),
        onDone: [
          {
            guard: { type: 'nothing came back', params: ({ event }) => ({ user: event.output }) },
            target: 'signedOut',
            actions: ['clear the token', emit({ type: 'nothing came back' })],
          },
          { target: 'signedIn', actions: assign({ user: ({ event }) => event.output ?? undefined }) },
        ],
        onError: {
          target: 'signedOut',
          actions: [
            'clear the token',
            emit(({ event }) => ({
              type: 'not loaded',
              message: event.error instanceof Error ? event.error.message : '',
            })),
          ],
        },
      },
      on: {
        navigate: [
          { guard: 'the token is gone', target: 'signedOut' },
          { guard: 'the token is another one', target: 'loading', reenter: true, actions: 'keep the token' },
        ],
      },
    },
    signedIn: {
      description: 'The user is known, and so are its routes.',
      initial: 'redoing',
      invoke: { id: 'cookie', src: 'watch the cookie', input: ({ context }) => ({ token: context.token }) },
      entry: emit(({ context }) => {
        if (context.user === undefined || context.token === undefined) throw new Error('signed in without a user')
        return { type: 'signed in', user: context.user, token: context.token }
      }),
      on: {
        navigate: [
          { guard: 'the token is gone', target: 'signedOut' },
          { guard: 'the token is another one', target: 'loading', actions: 'keep the token' },
          { target: '.settled' },
        ],
        'cookie changed': { actions: emit({ type: 'cookie changed' }) },
        'account changed': {
          actions: assign({ user: ({ context, event }) => context.user && { ...context.user, ...event.account } }),
        },
        'sign out': 'signingOut',
        leave: { target: 'signedOut', actions: ['clear the token', 'go to the login screen'] },
        'session is over': {
          target: 'signedOut',
          actions: [
            'clear the token',
            emit(({ event }) => ({ type: 'forced out', message: event.message })),
            'go to the login screen',
          ],
        },
      },
      states: {
        redoing: { description: 'The navigation that made us load the user is to be done again.' },
        settled: { description: 'Navigations pass.' },
      },
    },
    signingOut: {
      description: 'The server is asked to end the session; whatever it answers, the operator leaves.',
      exit: ['clear the token', emit({ type: 'signed out' }), 'go to the login screen'],
      invoke: { id: 'leave', src: 'end the session', onDone: 'signedOut', onError: 'signedOut' },
      after: { signOutTimeout: 'signedOut' },
    },
  },
})

/** What becomes of a navigation: it passes, is done again, or leads elsewhere. */
export type Verdict = { kind: 'pass' } | { kind: 'redo' } | { kind: 'go'; to: '/' | '/login' }

/** The guard's verdict on a navigation to this path, once the session is neither loading nor signing out (SPEC §2). */
export function verdictOn(session: SnapshotFrom<typeof sessionMachine>, path: string): Verdict {
  if (session.matches({ signedIn: 'redoing' })) return { kind: 'redo' }
  const signedIn = session.matches('signedIn')
  if (path === '/login') return signedIn ? { kind: 'go', to: '/' } : { kind: 'pass' }
  return signedIn ? { kind: 'pass' } : { kind: 'go', to: '/login' }
}
