import type { EventObject } from 'xstate'
import { codes } from '../../../domain/codes.ts'
import { textReason } from '../../../domain/reason.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { speakOf } from '../../../src/i18n/i18n.ts'
import { consoleMachine } from '../../../src/machines/shell/console.ts'
import { cookie } from '../../support/requirements/browser-memory.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, now, same, when } from '../../support/requirements/sentences.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import type { Step } from '../../support/requirements/step.ts'

await speakOf('signed in')

const user = {
  id: 4,
  user_name: 'ada',
  avatar: '',
  role: 'manager',
  modules: ['amazon'],
  expiration: 86_400,
  authorization_at: 1_700_000_000,
  mqtt_config: { broker_url: 'ws://console/mqtt', user_name: 'u', password: 'p', client_id: 'c', topic: 'fleet/1/#' },
}
const terms = { modules: ['temu'], expiration: 60, authorization_at: 1_700_000_009 }
const message = { id: 3, msg_text: '今晚维护', created_at: 1_700_000_000, confirm: false }
const maintenance = { content: '今晚维护', updated_at: 1 }
const action = { text: '撤销', run: () => undefined }

const over = new ApiError(codes.tokenExpired, '请重新登录')
const refused = new ApiError(codes.notAllowed, '没有权限')

const pushed = (task_type: number, news: object) => ({ type: 'message', message: { task_type, ...news } })
const patch = (type: string, changed: object) => ({ type: 'patch', patch: { type, id: 8, changed } })

/** What lives as long as the page, and what as long as a user is signed in. */
const ofPage = ['failed calls', 'language', 'notifications', 'session', 'sidebar', 'theme']
const ofUser = [
  'account again',
  'broker',
  'changePassword',
  'clipboard',
  'deviceCounts',
  'maintenanceNotice',
  'siteMessages',
  'subscription',
  'uploads',
  'userSocket',
]

/** What pops up, by what happened (SPEC §8); a text of its own beside the server's word. */
const popsUp: Record<string, [kind: string, text: string]> = {
  'the operator has signed out': ['success', '退出成功'],
  'the session is forced out': ['error', '会话已结束'],
  'the session is forced out without a word': ['error', '登录已失效，请重新登录'],
  'the user can not be loaded': ['error', '没有权限'],
  'the user can not be loaded, without a word': ['error', 'Has Error'],
  'no data comes back for the user': ['error', 'Verification failed, please Login again.'],
  'a call is refused': ['error', '没有权限'],
  'a call says that the session is over': ['error', '请重新登录'],
  'the websocket is lost for good': ['error', 'websocket连接断开，请刷新页面'],
  'the broker can not be reached': ['warning', 'mqtt服务连接失败'],
  'the text is on the clipboard': ['success', '复制成功到剪贴板'],
  'the clipboard would not have it': ['info', '浏览器不允许复制：4'],
  'the password is changed': ['success', '修改成功'],
  'the password is not changed': ['error', '修改失败：没有权限'],
}

const accountChanges = ['the account is changed from above', 'the account is there anew']

const sent = 'a new password was sent'

type Screen = { token: string | undefined; user: unknown; password: string | undefined }

/** What was said to one of those that were called, in a step. */
const saidTo = ({ said }: Step<Screen>, whom: string): unknown[] =>
  said.filter(({ to }) => to === whom).map(({ message: words }) => words)

const isSignedIn = (step: Step<Screen>): boolean => step.waits('userSocket') > 0
/** Whether the new password is on its way, whose answer says all that there is to say. */
const isChanging = (step: Step<Screen>): boolean => isSignedIn(step) && step.screen.password === sent

/** The dialog answers what was sent, once. */
const answerPassword = (play: Play<typeof consoleMachine>, news: EventObject): boolean => {
  const isAwaited = play.notes.at(-1) === sent
  if (isAwaited) play.notes.push(JSON.stringify(news))
  return isAwaited && play.tell('changePassword', news)
}

export default specification(
  {
    machine: consoleMachine,
    real: ['childEvents'],
    happenings: {
      'the login screen is opened': (play) => play.send({ type: 'navigated', path: '/login' }),
      'another screen is opened': (play) => play.send({ type: 'navigated', path: '/device/list' }),
      'the login is accepted': (play) => play.tell('login', { type: 'accepted', token: 'mine' } as never),
      'the session begins': (play) => {
        play.notes.push('nothing was sent')
        return play.tell('session', { type: 'signed in', user, token: 'a&b' } as never)
      },
      'the session has ended': (play) => play.tell('session', { type: 'left' }),
      'the session leads elsewhere': (play) => play.tell('session', { type: 'go', to: '/login' } as never),
      'the session finds another cookie': (play) => play.tell('session', { type: 'cookie changed' }),
      'the operator has signed out': (play) => play.tell('session', { type: 'signed out' }),
      'the session is forced out': (play) =>
        play.tell('session', { type: 'forced out', message: '会话已结束' } as never),
      'the session is forced out without a word': (play) =>
        play.tell('session', { type: 'forced out', message: '' } as never),
      'the user can not be loaded': (play) =>
        play.tell('session', { type: 'not loaded', message: '没有权限' } as never),
      'the user can not be loaded, without a word': (play) =>
        play.tell('session', { type: 'not loaded', message: '' } as never),
      'no data comes back for the user': (play) => play.tell('session', { type: 'nothing came back' }),
      'a call is refused': (play) => play.report('failed calls', { type: 'call failed', failure: refused }),
      'a call says that the session is over': (play) =>
        play.report('failed calls', { type: 'call failed', failure: over }),
      'a screen has something to say': (play) =>
        play.send({ type: 'notify', notice: { kind: 'info', text: '已删除', action } }),
      'the server says that the session is over': (play) =>
        play.tell('userSocket', pushed(20, { reason: textReason('会话已结束') })),
      'the server brings a message': (play) => play.tell('userSocket', pushed(30, { message })),
      'a message was read elsewhere': (play) => play.tell('userSocket', pushed(31, { id: 3 })),
      'the maintenance notice is written': (play) => play.tell('userSocket', pushed(40, { notice: maintenance })),
      'the account is changed from above': (play) => play.tell('userSocket', pushed(60, { account: terms })),
      'the server says what nobody knows': (play) => play.tell('userSocket', pushed(99, {})),
      'the websocket opens': (play) => play.tell('userSocket', { type: 'open', isAgain: false } as never),
      'the websocket opens again': (play) => play.tell('userSocket', { type: 'open', isAgain: true } as never),
      'the account is there anew': (play) =>
        play.report('account again', { type: 'account changed', account: terms } as never),
      'the websocket is lost for good': (play) => play.tell('userSocket', { type: 'lost' }),
      'a phone is taken': (play) => play.tell('broker', patch('device', { status: 'in_use' })),
      'a phone gets a name': (play) => play.tell('broker', patch('device', { name: 'B01-01' })),
      'a shop changes its status': (play) => play.tell('broker', patch('environment', { status: 'open' })),
      'the broker is there again': (play) => play.tell('broker', { type: 'returned' }),
      'the broker refuses': (play) => play.tell('broker', { type: 'broker refused' }),
      'the broker can not be reached': (play) =>
        play.tell('broker', { type: 'connection failed', message: 'refused' } as never),
      'the new password is sent': (play) => {
        const isSent = play.tell('changePassword', { type: 'password submitted' })
        if (isSent) play.notes.push(sent)
        return isSent
      },
      'the password is changed': (play) => answerPassword(play, { type: 'password changed' }),
      'the password is not changed': (play) =>
        answerPassword(play, { type: 'password not changed', failure: refused } as never),
      'the password is not changed, as the session is over': (play) =>
        answerPassword(play, { type: 'password not changed', failure: over } as never),
      'the operator copies the own id': (play) => play.send({ type: 'copy user id' }),
      'the operator copies a text': (play) => play.send({ type: 'copy', text: 'B01-01' }),
      'the text is on the clipboard': (play) => play.report('clipboard', { type: 'copied' }),
      'the clipboard would not have it': (play) => play.report('clipboard', { type: 'not copied', text: '4' }),
    },
    screen: ({ context }, play) => ({ token: cookie('token'), user: context.user, password: play.notes.at(-1) }),
  },
  {
    'DESIGN: what the page needs lives as long as it does': always(
      (step, before) =>
        ofPage.every((whom) => step.waits(whom) === 1) &&
        ofPage.every((whom) => step.calls(whom).length === (step === before ? 1 : 0)),
    ),
    'SPEC §4: what is a user’s begins with the session, and lives exactly as long': always((step, before) => {
      const isOpen =
        step.happened === 'the session begins' || (step.happened !== 'the session has ended' && isSignedIn(before))
      const wasBegun = step.happened === 'the session begins'
      return (
        ofUser.every((whom) => step.waits(whom) === (isOpen ? 1 : 0)) &&
        ofUser.every((whom) => step.calls(whom).length === (wasBegun ? 1 : 0))
      )
    }),
    'SPEC §4: the websocket, the broker and the subscription are those of the user': when(
      'the session begins',
      now(
        (step) =>
          same(step.calls('userSocket'), [{ url: 'ws://console/api/restful/v2/ws/user?token=a%26b' }]) &&
          same(step.calls('broker'), [{ config: user.mqtt_config }]) &&
          same(step.calls('subscription'), [{ expiration: 86_400, timestamp: 1_700_000_000 }]) &&
          same(
            [...step.calls('siteMessages'), ...step.calls('uploads')].map(
              (input) => (input as { userId: number }).userId,
            ),
            [4, 4],
          ),
      ),
    ),
    'what a user could still do leaves with that user': always((step, before) => {
      const isLeft = isSignedIn(before) && (!isSignedIn(step) || step.happened === 'the session begins')
      return saidTo(step, 'notifications').some((words) => same(words, { type: 'user left' })) === isLeft
    }),
    'SPEC §4: nobody’s name stays once the session has ended': always(
      (step) => (step.screen.user === undefined) === !isSignedIn(step),
    ),
    'SPEC §2: the login form is there on /login for who is not signed in, and begins anew each time': always(
      (step, before) => {
        const isOpened = step.happened === 'the login screen is opened' && !isSignedIn(before)
        const isThere = isOpened || (before.waits('login') > 0 && step.happened !== 'the session begins')
        return step.waits('login') === (isThere ? 1 : 0) && step.calls('login').length === (isOpened ? 1 : 0)
      },
    ),
    'SPEC §8: whoever logs in, or has changed the password, reads nothing any more of what went wrong before': always(
      (step) =>
        same(
          saidTo(step, 'notifications').findIndex((words) => same(words, { type: 'clear' })),
          ['the login is accepted', 'the password is changed'].includes(step.happened) ? 0 : -1,
        ),
    ),
    'the change of the password is left with the screen that it was begun on': always((step) =>
      same(
        saidTo(step, 'changePassword'),
        step.happened.endsWith('screen is opened') && isSignedIn(step.before) ? [{ type: 'cancel' }] : [],
      ),
    ),
    'SPEC §4: who logs in has the token in the cookie, and goes to the first screen': always((step) => {
      const isAccepted = step.happened === 'the login is accepted'
      return (
        step.screen.token === (isAccepted ? 'mine' : step.before.screen.token) &&
        same(
          step.told,
          isAccepted
            ? [{ type: 'go', to: '/' }]
            : step.happened === 'the session leads elsewhere'
              ? [{ type: 'go', to: '/login' }]
              : step.happened === 'the session finds another cookie'
                ? [{ type: 'cookie changed' }]
                : [],
        )
      )
    }),
    'SPEC §8: what happened pops up in the words of SPEC or of the server, and nothing else does': always((step) => {
      const { happened, before } = step
      const isSilenced = isChanging(before) && happened === 'a call says that the session is over'
      const [kind, text] = popsUp[happened] ?? []
      const asked =
        happened === 'a screen has something to say'
          ? [{ kind: 'info', text: '已删除', action }]
          : kind === undefined || isSilenced
            ? []
            : [{ kind, text }]
      return same(
        saidTo(step, 'notifications').filter((words) => (words as { type: string }).type === 'notify'),
        asked.map((notice) => ({ type: 'notify', notice })),
      )
    }),
    'SPEC §4: whatever says that the session is over ends it, once; the change of the password ends it by itself':
      always((step) => {
        const { happened, before } = step
        const said = {
          'a call says that the session is over': isChanging(before) ? undefined : '请重新登录',
          'the server says that the session is over': isChanging(before) ? undefined : '会话已结束',
          'the password is not changed, as the session is over': '请重新登录',
        }[happened]
        return same(
          saidTo(step, 'session').filter((words) => (words as { type: string }).type === 'session is over'),
          said === undefined ? [] : [{ type: 'session is over', message: said }],
        )
      }),
    'SPEC §8: a changed password forces out': always((step) =>
      same(
        saidTo(step, 'session').filter((words) => (words as { type: string }).type === 'leave'),
        step.happened === 'the password is changed' ? [{ type: 'leave' }] : [],
      ),
    ),
    'SPEC §4: the account is asked for once the websocket is open again, since a change of it may have been missed':
      always((step) =>
        same(saidTo(step, 'account again'), step.happened === 'the websocket opens again' ? [{ type: 'ask' }] : []),
      ),
    'SPEC §4: a change of the account is taken up by whoever shows it': always((step) => {
      const isChanged = accountChanges.includes(step.happened)
      const isHeard = same(
        [
          saidTo(step, 'subscription'),
          saidTo(step, 'session').filter((words) => (words as { type: string }).type === 'account changed'),
        ],
        isChanged
          ? [
              [{ type: 'changed', service: { expiration: 60, timestamp: 1_700_000_009 } }],
              [{ type: 'account changed', account: terms }],
            ]
          : [[], []],
      )
      return isHeard && (!isChanged || same(step.screen.user, { ...user, ...terms }))
    }),
    'SPEC §2, navbar: phones are counted again when one may have become free or taken, and then only': always(
      (step) => {
        const counts = ['a phone is taken', 'the broker is there again', ...accountChanges]
        return same(saidTo(step, 'deviceCounts'), counts.includes(step.happened) ? [{ type: 'fleet changed' }] : [])
      },
    ),
    'SPEC §4, site messages: what arrives, what is read elsewhere, and what was missed come to the notice in the corner':
      always((step) =>
        same(
          saidTo(step, 'siteMessages'),
          {
            'the server brings a message': [{ type: 'arrived', message }],
            'a message was read elsewhere': [{ type: 'was read', id: 3 }],
            'the websocket opens': [{ type: 'refresh' }],
            'the websocket opens again': [{ type: 'refresh' }],
            'the websocket is lost for good': [{ type: 'refresh' }],
            'the broker refuses': [{ type: 'refresh' }],
          }[step.happened] ?? [],
        ),
      ),
    'SPEC §4: the maintenance notice is looked for on each navigation, and shown when it is written': always((step) => {
      const isOpened = step.happened.endsWith('screen is opened') && isSignedIn(step.before)
      const isWritten = step.happened === 'the maintenance notice is written'
      return same(
        saidTo(step, 'maintenanceNotice'),
        isOpened ? [{ type: 'navigated' }] : isWritten ? [{ type: 'written', notice: maintenance }] : [],
      )
    }),
    'SPEC §4, sidebar: a drawer closes on navigation': always((step) =>
      same(
        saidTo(step, 'sidebar'),
        step.happened.endsWith('screen is opened') && isSignedIn(step.before) ? [{ type: 'navigated' }] : [],
      ),
    ),
    'SPEC §8: what is to be copied goes to the clipboard: the own id, or a text': always((step) => {
      const text = { 'the operator copies the own id': '4', 'the operator copies a text': 'B01-01' }[step.happened]
      return same(
        saidTo(step, 'clipboard'),
        text === undefined || !isSignedIn(step.before) ? [] : [{ type: 'copy', text }],
      )
    }),
  },
)
