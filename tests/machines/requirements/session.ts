import { sessionMachine } from '../../../src/machines/session/session.ts'
import { cookie, setCookie } from '../../support/requirements/browser-memory.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, never, now, same, when } from '../../support/requirements/sentences.ts'

const user = {
  id: 4,
  user_name: 'ada',
  avatar: '',
  role: 'manager',
  modules: ['amazon'],
  expiration: 1,
  authorization_at: 2,
  mqtt_config: {},
}
const terms = { modules: ['temu'], expiration: 60, authorization_at: 3 }
const loading = 'load the user'
const leaving = 'end the session'
const watching = 'watch the cookie'

/** What ends a session that is open, or about to be. */
const failed = ['the server tells nothing', 'the server refuses', 'the server refuses without a word']
const ended = ['the password was changed', 'the server says that it is over']
const left = [
  'the server ends the session',
  'the server does not end the session',
  'five seconds pass',
  'four seconds pass',
]

export default specification(
  {
    machine: sessionMachine,
    input: { domain: 'console' },
    happenings: {
      'a tab signs in': () => {
        setCookie('token', 'mine')
        return true
      },
      'a tab signs in as another': () => {
        setCookie('token', 'another')
        return true
      },
      'a tab signs out': () => {
        document.cookie = `token=; expires=${new Date(0).toUTCString()}`
        return true
      },
      navigates: (play) => play.send({ type: 'navigate', token: cookie('token') }),
      'the cookie is another one': (play) => play.report(watching, { type: 'cookie changed' }),
      'the server tells who it is': (play) => play.answer(loading, user),
      'the server tells nothing': (play) => play.answer(loading, null),
      'the server refuses': (play) => play.fail(loading, new Error('expired')),
      'the server refuses without a word': (play) => play.fail(loading, 'what'),
      'the operator signs out': (play) => play.send({ type: 'sign out' }),
      'the server ends the session': (play) => play.answer(leaving),
      'the server does not end the session': (play) => play.fail(leaving),
      'five seconds pass': (play) => play.wait(5_000),
      'four seconds pass': (play) => play.wait(4_000),
      'somebody above changes the account': (play) => play.send({ type: 'account changed', account: terms } as never), // Roles are of no matter here.
      'the password was changed': (play) => play.send({ type: 'leave' }),
      'the server says that it is over': (play) => play.send({ type: 'session is over', message: 'disabled' }),
    },
    screen: (snapshot) => ({
      user: snapshot.context.user,
      domain: snapshot.context.domain,
      token: snapshot.context.token,
      cookie: cookie('token'),
      isSignedIn: snapshot.matches('signedIn'),
      redoes: snapshot.matches({ signedIn: 'redoing' }),
    }),
  },
  {
    'SPEC §4: the first navigation with a token asks whose it is, and so does one with another token': always(
      (step, before) => {
        const { token, cookie, isSignedIn } = before.screen
        const isAsked =
          step.happened === 'navigates' &&
          cookie !== undefined &&
          before.waits(leaving) === 0 &&
          (isSignedIn || before.waits(loading) > 0 ? cookie !== token : true)
        return same(step.calls(loading), isAsked ? [{ token: cookie }] : [])
      },
    ),
    'SPEC §2: without a token nobody is signed in': when(
      ({ happened, screen }, before) =>
        happened === 'navigates' && screen.cookie === undefined && before.waits(leaving) === 0,
      now((step) => !step.screen.isSignedIn && step.screen.user === undefined && step.waitsFor.length === 0),
    ),
    'SPEC §4: somebody is signed in once the server has told who it is, until something ends it': always(
      (step, before) => {
        const { happened, screen } = step
        if (happened === 'the server tells who it is')
          return screen.isSignedIn && screen.redoes && same(screen.user, user)
        if (step.calls(loading).length > 0) return !screen.isSignedIn
        if ([...failed, ...ended, 'the operator signs out'].includes(happened)) return !screen.isSignedIn
        if (happened === 'navigates' && before.screen.cookie === undefined) return !screen.isSignedIn
        return screen.isSignedIn === (happened !== 'at first' && before.screen.isSignedIn)
      },
    ),
    'SPEC §4: the navigation that loaded the user is redone, once': always(({ happened, screen }, before) => {
      if (happened === 'the server tells who it is') return screen.redoes
      if (happened === 'navigates') return !screen.redoes
      return !screen.redoes || before.screen.redoes
    }),
    'SPEC §4: while somebody is signed in, the user is known; once nobody is, nothing is': always((step) =>
      step.screen.isSignedIn
        ? step.screen.user !== undefined && step.screen.token !== undefined
        : step.waitsFor.length > 0 || (step.screen.user === undefined && step.screen.token === undefined),
    ),
    'SPEC §4: a change of the account is taken up at once': when(
      ({ happened }, before) => happened === 'somebody above changes the account' && before.screen.isSignedIn,
      now(({ screen }) => same(screen.user, { ...user, ...terms })),
    ),
    'SPEC §4: the cookie is watched while somebody is signed in, whose navigation is to be done again once it is another one':
      always((step, before) => {
        const { happened, screen, told } = step
        const isNew = screen.isSignedIn && !before.screen.isSignedIn
        return (
          step.waits(watching) === (screen.isSignedIn ? 1 : 0) &&
          same(step.calls(watching), isNew ? [{ token: screen.token }] : []) &&
          same(
            told.filter(({ type }) => type === 'cookie changed'),
            happened === 'the cookie is another one' ? [{ type: 'cookie changed' }] : [],
          )
        )
      }),
    'SPEC §4: who is signed in is told with the token, and only then': always(({ happened, told, screen }) =>
      same(
        told.filter(({ type }) => type === 'signed in'),
        happened === 'the server tells who it is' ? [{ type: 'signed in', user, token: screen.token }] : [],
      ),
    ),
    'SPEC §4: a session that can not be loaded clears its token, and says why': when(
      failed,
      now(({ happened, screen, told }, before) => {
        const said =
          happened === 'the server tells nothing'
            ? { type: 'nothing came back' }
            : { type: 'not loaded', message: happened === 'the server refuses' ? 'expired' : '' }
        return (
          same(told, [said, { type: 'left' }]) && screen.cookie !== before.screen.token && screen.user === undefined
        )
      }),
    ),
    'SPEC §4: signing out asks the server to end the session': always(
      (step, before) =>
        step.calls(leaving).length === (step.happened === 'the operator signs out' && before.screen.isSignedIn ? 1 : 0),
    ),
    'SPEC §4: whatever the server answers, after five seconds at most the operator is out, and told so once': always(
      (step, before) => {
        const out = before.waits(leaving) > 0 && step.waits(leaving) === 0
        const [asked] = step.since((one) => one.calls(leaving).length > 0)
        const isDue =
          before.waits(leaving) > 0 &&
          (left.slice(0, 2).includes(step.happened) || (asked !== undefined && step.at - asked.at >= 5_000))
        if (out !== isDue) return false
        return out ? same(step.news, ['signed out', 'go', 'left']) : !step.news.includes('signed out')
      },
    ),
    'SPEC §4: no token is left in the cookie once its session is over': when(
      ({ happened }, before) =>
        (ended.includes(happened) && before.screen.isSignedIn) ||
        (left.includes(happened) && before.waits(leaving) > 0),
      now((step, before) => step.waits(leaving) > 0 || step.screen.cookie !== before.screen.token),
    ),
    'a tab never clears the token of another one': never(
      ({ happened, screen }, before) =>
        happened !== 'a tab signs out' &&
        before.screen.cookie !== undefined &&
        before.screen.cookie !== before.screen.token &&
        screen.cookie !== before.screen.cookie &&
        !happened.startsWith('a tab'),
    ),
    'SPEC §8: who is forced out is told why and sent to /login; who has changed the password is sent there': when(
      (step, before) => ended.includes(step.happened) && before.screen.isSignedIn,
      now(({ happened, told }) =>
        same(told, [
          ...(happened === 'the password was changed' ? [] : [{ type: 'forced out', message: 'disabled' }]),
          { type: 'go', to: '/login' },
          { type: 'left' },
        ]),
      ),
    ),
    'SPEC §4: what belongs to a user hears that nobody is there, whenever that is so': when(
      (step, before) =>
        step.happened === 'at first' ||
        step.calls(loading).length > 0 ||
        (before.screen.isSignedIn && !step.screen.isSignedIn && step.waits(leaving) === 0),
      now(({ news }) => news.at(-1) === 'left'),
    ),
    'SPEC §4: nobody is sent to /login but by an end of the session': always(
      ({ happened, told }) => !told.some(({ type }) => type === 'go') || [...ended, ...left].includes(happened),
    ),
  },
)
