import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, type EventObject } from 'xstate'
import { ApiError } from '../../../src/api/errors.ts'
import { announceFailure } from '../../../src/api/failures.ts'
import { brokerMachine } from '../../../src/machines/shell/broker.ts'
import type { ConnectionReport, MqttConfig } from '../../../src/api/mqtt-connection.ts'
import { deviceCountsMachine } from '../../../src/machines/devices/device-counts.ts'
import type { DeviceCounts } from '../../../src/api/device-totals.ts'
import { captchaMachine } from '../../../src/machines/session/captcha.ts'
import type { Captcha, SessionInfo } from '../../../src/api/session-calls.ts'
import { loginMachine } from '../../../src/machines/session/login.ts'
import { maintenanceNoticeMachine } from '../../../src/machines/messages/maintenance-notice.ts'
import type { MaintenanceNotice, MessagePage } from '../../../src/api/messages.ts'
import { siteMessagesMachine } from '../../../src/machines/messages/site-messages.ts'
import { sessionMachine } from '../../../src/machines/session/session.ts'
import { userSocketMachine } from '../../../src/machines/shell/user-socket.ts'
import type { ServerMessage, SocketReport } from '../../../src/api/browser-socket.ts'
import { consoleMachine } from '../../../src/machines/shell/console.ts'
import { changePasswordMachine, type PasswordForm } from '../../../src/machines/session/change-password.ts'
import { sidebarMachine } from '../../../src/machines/shell/sidebar.ts'
import { themeMachine } from '../../../src/machines/shell/theme.ts'
import { answeredByHand, settled } from '../../support/chart-model.ts'
import { cookieJar } from '../session/cookie-jar.ts'
import type { Language } from '../../../texts/catalogue.ts'
import { textReason } from '../../../domain/reason.ts'
import { speakOf } from '../../../src/i18n/i18n.ts'
import { languageMachine } from '../../../src/machines/shell/language.ts'

await speakOf('signed in')

const manager: SessionInfo = {
  id: 4,
  user_name: 'manager',
  avatar: '',
  role: 'manager',
  modules: [],
  expiration: 86_400,
  authorization_at: 1_700_000_000,
  mqtt_config: { broker_url: 'ws://console/mqtt', user_name: 'u', password: 'p', client_id: 'c', topic: 'fleet/1/#' },
}
/** By the token of a session. */
const users = new Map([
  ['good', manager],
  ['another', { ...manager, id: 5, user_name: 'other' }],
])
const ofUser = [
  'userSocket',
  'broker',
  'subscription',
  'deviceCounts',
  'maintenanceNotice',
  'clipboard',
  'siteMessages',
  'changePassword',
  'uploads',
  'account',
]

let cookies = new Map<string, string>()
beforeEach(() => {
  cookies = cookieJar()
  vi.stubGlobal('location', { protocol: 'http:', origin: 'http://console', hostname: 'console' })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('innerWidth', 1_440)
})
afterEach(() => vi.unstubAllGlobals())

/** The whole console, without a browser: server, socket and broker are the test's. */
function perform({ clock = new SimulatedClock() }: { clock?: SimulatedClock | null } = {}) {
  const peers: { open: number; socket: (news: SocketReport) => void; broker: (news: ConnectionReport) => void } = {
    open: 0,
    socket: () => undefined,
    broker: () => undefined,
  }
  const asked = { urls: [] as string[], counts: 0, notices: 0, messages: 0 }
  const accounts = { asked: [] as string[], terms: {} as Partial<SessionInfo> }
  const password = answeredByHand<void>()
  const closing = () => {
    peers.open -= 1
  }
  const counts: DeviceCounts = { thread_number: 50, using_number: 0 }
  const machine = consoleMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: {
          'load the user': fromPromise<SessionInfo | null | undefined, { token: string }>(({ input }) =>
            users.has(input.token)
              ? Promise.resolve(users.get(input.token))
              : Promise.reject(new Error('登录信息无效')),
          ),
          'end the session': fromPromise(() => Promise.resolve<unknown>(null)),
        },
      }),
      'account again': fromCallback<EventObject, { token: string }>(({ input, receive, sendBack }) =>
        receive(() => {
          accounts.asked.push(input.token)
          sendBack({ type: 'account changed', account: { ...manager, ...accounts.terms } })
        }),
      ),
      language: languageMachine.provide({
        actors: { 'fetch its texts': fromPromise<void, { language: Language }>(() => Promise.resolve()) },
        actions: { 'speak it': () => undefined },
      }),
      theme: themeMachine.provide({
        actors: { 'the system': fromCallback(() => undefined) },
        actions: { paint: () => undefined },
      }),
      sidebar: sidebarMachine.provide({ actors: { viewport: fromCallback(() => undefined) } }),
      login: loginMachine.provide({
        actors: {
          captcha: captchaMachine.provide({
            actors: {
              'fetch a captcha': fromPromise<Captcha>(() =>
                Promise.resolve({ captcha_id: '', image: '', required: false }),
              ),
            },
          }),
          'sign in': fromPromise(() => Promise.resolve({ token: 'good' })),
        },
      }),
      userSocket: userSocketMachine.provide({
        actors: {
          socket: fromCallback<{ type: 'send'; message: ServerMessage }, { url: string }>(({ input, sendBack }) => {
            asked.urls.push(input.url)
            peers.open += 1
            peers.socket = sendBack
            return closing
          }),
        },
      }),
      broker: brokerMachine.provide({
        actors: {
          connection: fromCallback<EventObject, { config: MqttConfig }>(({ sendBack }) => {
            peers.open += 1
            peers.broker = sendBack
            return closing
          }),
        },
      }),
      deviceCounts: deviceCountsMachine.provide({
        actors: {
          'count the phones': fromPromise<DeviceCounts>(() => {
            asked.counts += 1
            return Promise.resolve(counts)
          }),
        },
      }),
      siteMessages: siteMessagesMachine.provide({
        actors: {
          'load the list': fromPromise<MessagePage, { skip: number; limit: number }>(() => {
            asked.messages += 1
            return Promise.resolve({ items: [], total: 0, unread: 0, newest: undefined })
          }),
        },
      }),
      changePassword: changePasswordMachine.provide({
        actors: { 'change it': fromPromise<void, PasswordForm>(() => password.call()) },
      }),
      maintenanceNotice: maintenanceNoticeMachine.provide({
        actors: {
          'fetch the notice': fromPromise<MaintenanceNotice>(() => {
            asked.notices += 1
            return Promise.resolve({ content: '', updated_at: null })
          }),
        },
      }),
    },
  })
  const actor = createActor(machine, clock === null ? {} : { clock })
  const went: string[] = []
  actor.on('go', ({ to }) => went.push(to))
  actor.start()
  const children = () => actor.getSnapshot().children
  return {
    actor,
    clock: clock ?? new SimulatedClock(),
    password,
    peers,
    asked,
    accounts,
    went,
    children,
    notices: () =>
      children()
        .notifications?.getSnapshot()
        .context.shown.map(({ kind, text }) => `${kind}: ${text}`),
    usersActors: () => ofUser.filter((name) => name in children()),
    navigate: async (token: string | undefined) => {
      if (token !== undefined) cookies.set('token', token)
      children().session?.send({ type: 'navigate', token })
      await settled()
    },
  }
}

async function signedIn(options?: { clock?: SimulatedClock | null }) {
  const play = perform(options)
  await play.navigate('good')
  await play.navigate('good')
  return play
}

describe('the console', () => {
  test("starts what belongs to a user when it signs in: socket, broker, counts, notice, the subscription's clock", async () => {
    const { usersActors, peers, asked, actor } = await signedIn()
    expect(actor.getSnapshot().context.user).toEqual(manager)
    expect(usersActors()).toEqual(ofUser)
    expect(peers.open).toBe(2)
    expect(asked.urls).toEqual(['ws://console/api/restful/v2/ws/user?token=good'])
  })

  test('leaves no socket, no timer and no call behind after sign-out, and says 退出成功', async () => {
    const { children, usersActors, peers, clock, asked, went, notices, actor } = await signedIn()
    children().session?.send({ type: 'sign out' })
    await settled()
    expect(notices()).toEqual(['success: 退出成功'])
    expect(went).toEqual(['/login'])
    expect(usersActors()).toEqual([])
    expect(peers.open).toBe(0)
    expect(actor.getSnapshot().context).toEqual({ user: undefined, token: '' })
    const before = asked.counts
    clock.increment(3_600_000)
    expect(asked.counts).toBe(before)
    expect(notices()).toEqual([])
  })

  test.each([
    ['has signed out in another tab', undefined],
    ['is another one in another tab', 'another'],
  ])('what a user could still do about something is gone once that one %s', async (_how, token) => {
    const { actor, navigate, notices } = await signedIn()
    const action = { text: '复制登录信息', run: () => undefined }
    actor.send({ type: 'notify', notice: { kind: 'success', text: '已添加 bob', action } })
    announceFailure(new ApiError(40300, '没有权限'))
    await navigate(token)
    expect(notices()).toEqual(['error: 没有权限'])
  })

  test('what somebody above changes of the user holds at once: for screens, routes, countdown and counts', async () => {
    const { actor, children, peers, clock, asked } = await signedIn()
    const account = { modules: ['temu'] as const, expiration: 0, authorization_at: 1_700_000_000 }
    peers.socket({ type: 'opened' })
    const before = asked.counts
    peers.socket({ type: 'received', message: { task_type: 60, account } })
    expect(actor.getSnapshot().context.user).toEqual({ ...manager, ...account })
    expect(children().session?.getSnapshot().context.user).toEqual({ ...manager, ...account })
    expect(children().subscription?.getSnapshot()).toMatchObject({ value: 'expired', context: { endsAt: 1.7e12 } })
    clock.increment(1_000)
    expect(asked.counts).toBe(before + 1)
  })

  test('what somebody above changed of the user while the socket was down holds once it is open again', async () => {
    const { actor, children, peers, clock, accounts } = await signedIn()
    const terms = { modules: ['temu' as const], expiration: 0, authorization_at: 1_700_000_000 }
    accounts.terms = terms
    peers.socket({ type: 'opened' })
    await settled()
    expect(accounts.asked).toEqual([])
    peers.socket({ type: 'closed' })
    clock.increment(1_000)
    peers.socket({ type: 'opened' })
    await settled()
    expect(accounts.asked).toEqual(['good'])
    expect(actor.getSnapshot().context.user).toEqual({ ...manager, ...terms })
    expect(children().session?.getSnapshot().context.user).toEqual({ ...manager, ...terms })
    expect(children().subscription?.getSnapshot().matches('expired')).toBe(true)
  })

  test('a call that fails is told for ten seconds, and rejected by whoever made it', async () => {
    const { notices, clock } = await signedIn()
    announceFailure(new ApiError(40300, '没有权限'))
    announceFailure(new TypeError('Failed to fetch'))
    expect(notices()).toEqual(['error: 没有权限', 'error: Failed to fetch'])
    clock.increment(10_000)
    expect(notices()).toEqual([])
  })

  test('a call that was given up is no failure', async () => {
    const { notices } = await signedIn()
    announceFailure(new DOMException('The operation was aborted', 'AbortError'))
    expect(notices()).toEqual([])
  })

  test.each([50008, 50012, 50014])('code %i ends the session, once, with its message', async (code) => {
    const { usersActors, went, notices } = await signedIn()
    for (let calls = 0; calls < 5; calls += 1) announceFailure(new ApiError(code, '请重新登录'))
    expect(notices()).toEqual(['error: 请重新登录'])
    expect(went).toEqual(['/login'])
    expect(usersActors()).toEqual([])
    expect(cookies.has('token')).toBe(false)
  })

  test("the server's word over the socket that the session is over does the same", async () => {
    const { peers, went, notices } = await signedIn()
    peers.socket({ type: 'opened' })
    peers.socket({ type: 'received', message: { task_type: 20, code: 50012, reason: textReason('会话已在别处结束') } })
    expect(notices()).toEqual(['error: 会话已在别处结束'])
    expect(went).toEqual(['/login'])
    expect(peers.open).toBe(0)
  })

  test('a session that can not be loaded tells why, and loads nothing else', async () => {
    const { navigate, notices, usersActors } = perform()
    await navigate('forged')
    expect(notices()).toEqual(['error: 登录信息无效'])
    expect(usersActors()).toEqual([])
  })

  test('a lost socket and an unreachable broker say so', async () => {
    const { peers, clock, notices } = await signedIn()
    for (const wait of [1_000, 2_000, 0]) {
      peers.socket({ type: 'closed' })
      clock.increment(wait)
    }
    peers.broker({ type: 'failed', message: 'refused' })
    expect(notices()).toEqual(['error: websocket连接断开，请刷新页面', 'warning: mqtt服务连接失败'])
  })

  test('the counts follow the states of phones, and nothing else', async () => {
    const { peers, clock, asked } = await signedIn()
    await settled()
    peers.broker({ type: 'connected' })
    clock.increment(1_000)
    await settled()
    const before = asked.counts
    const changed = (changed: Record<string, unknown>) =>
      peers.broker({ type: 'received', patch: { type: 'device', id: 1, at: 1, changed } })
    changed({ battery: 50 })
    clock.increment(1_000)
    expect(asked.counts).toBe(before)
    changed({ status: 'in_use' })
    clock.increment(1_000)
    expect(asked.counts).toBe(before + 1)
  })

  test('the notice is asked for on each navigation except to /login', async () => {
    const { actor, asked } = await signedIn()
    actor.send({ type: 'navigated', path: '/dashboard' })
    await settled()
    actor.send({ type: 'navigated', path: '/device/list' })
    await settled()
    expect(asked.notices).toBe(2)
    const out = perform()
    out.actor.send({ type: 'navigated', path: '/login' })
    await settled()
    expect(out.asked.notices).toBe(0)
  })

  test('the login keeps the token and leads to /; what failed before is forgotten', async () => {
    const { actor, children, went, notices } = perform()
    announceFailure(new ApiError(40101, '用户名或密码错误'))
    actor.send({ type: 'navigated', path: '/login' })
    await settled()
    children().login?.send({ type: 'submit', user_name: 'manager', password: 'secret', captcha_val: '' })
    await settled()
    expect(cookies.get('token')).toBe('good')
    expect(went).toEqual(['/'])
    expect(notices()).toEqual([])
  })

  test('no timer is left after sign-out, once the word of it has been read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
    try {
      const { children, peers, actor } = await signedIn({ clock: null })
      peers.socket({ type: 'opened' })
      peers.broker({ type: 'connected' })
      expect(vi.getTimerCount()).toBeGreaterThan(0)
      children().session?.send({ type: 'sign out' })
      await settled()
      vi.advanceTimersByTime(3_000)
      expect(vi.getTimerCount()).toBe(0)
      expect(peers.open).toBe(0)
      actor.stop()
    } finally {
      vi.useRealTimers()
    }
  })

  test('a site message that is pushed is announced, and one that was missed is asked for when the socket opens', async () => {
    const { peers, children, asked } = await signedIn()
    await settled()
    const before = asked.messages
    peers.socket({ type: 'opened' })
    await settled()
    expect(asked.messages).toBe(before + 1)
    const message = { id: 7, msg_text: '你好', created_at: 1, confirm: false }
    peers.socket({ type: 'received', message: { task_type: 30, message } })
    expect(children().siteMessages?.getSnapshot().matches({ news: 'announced' })).toBe(true)
    peers.socket({ type: 'received', message: { task_type: 31, id: 7 } })
    expect(children().siteMessages?.getSnapshot().matches({ news: 'quiet' })).toBe(true)
  })

  test('a notice that is pushed is shown', async () => {
    const { peers, children } = await signedIn()
    peers.socket({ type: 'opened' })
    const notice = { content: '今晚维护', updated_at: 1 }
    peers.socket({ type: 'received', message: { task_type: 40, notice } })
    expect(children().maintenanceNotice?.getSnapshot().matches({ notice: 'shown' })).toBe(true)
  })

  test.each([
    { by: 'this user', user: manager.id, isShown: false },
    { by: 'another user of the browser', user: manager.id + 1, isShown: true },
  ])('of a notice that was confirmed by $by it is $isShown that it is shown', async ({ user, isShown }) => {
    const getItem = (key: string) => (key === `confirmed-notice.${user}` ? '1' : null)
    vi.stubGlobal('localStorage', { getItem, setItem: () => undefined })
    const { peers, children } = await signedIn()
    peers.socket({ type: 'opened' })
    peers.socket({ type: 'received', message: { task_type: 40, notice: { content: '今晚维护', updated_at: 1 } } })
    expect(children().maintenanceNotice?.getSnapshot().matches({ notice: 'shown' })).toBe(isShown)
  })

  const form: PasswordForm = { old_password: 'before-1', new_password: 'after-22', new_passwordcopy: 'after-22' }

  test('a changed password says 修改成功 and forces the sign-out, whichever word comes first', async () => {
    const { children, peers, password, notices, went, usersActors } = await signedIn()
    children().changePassword?.send({ type: 'open' })
    children().changePassword?.send({ type: 'submit', ...form })
    peers.socket({ type: 'opened' })
    peers.socket({ type: 'received', message: { task_type: 20, code: 50012, message: '密码已修改' } })
    announceFailure(new ApiError(50012, '密码已修改'))
    expect(went).toEqual([])
    await password.answer()
    expect(notices()).toEqual(['success: 修改成功'])
    expect(went).toEqual(['/login'])
    expect(usersActors()).toEqual([])
    expect(cookies.has('token')).toBe(false)
  })

  test('a password that was not changed says 修改失败, and the operator stays', async () => {
    const { children, password, notices, went } = await signedIn()
    children().changePassword?.send({ type: 'open' })
    children().changePassword?.send({ type: 'submit', ...form })
    await password.fail(new ApiError(40000, '原密码不正确'))
    expect(notices()).toEqual(['error: 修改失败：原密码不正确'])
    expect(went).toEqual([])
    announceFailure(new ApiError(50012, '会话已结束'))
    expect(went).toEqual(['/login'])
  })

  test('a session that was over before its password was changed ends', async () => {
    const { children, password, went, notices } = await signedIn()
    children().changePassword?.send({ type: 'open' })
    children().changePassword?.send({ type: 'submit', ...form })
    await password.fail(new ApiError(50014, '登录已过期'))
    expect(notices()).toEqual(['error: 登录已过期'])
    expect(went).toEqual(['/login'])
  })

  test('a broker that is down at sign-in is warned of for five seconds, and everything else works', async () => {
    const { peers, clock, notices, usersActors, went } = await signedIn()
    for (let tries = 0; tries < 20; tries += 1) peers.broker({ type: 'interrupted' })
    expect(notices()).toEqual(['warning: mqtt服务连接失败'])
    clock.increment(4_999)
    expect(notices()).toEqual(['warning: mqtt服务连接失败'])
    clock.increment(1)
    expect(notices()).toEqual([])
    expect(usersActors()).toEqual(ofUser)
    expect(went).toEqual([])
  })

  test('a token that is revoked in the middle of a navigation leads to /login once, and loops nowhere', async () => {
    const { children, navigate, notices, went, usersActors } = await signedIn()
    children().session?.send({ type: 'navigate', token: 'good' })
    announceFailure(new ApiError(50008, '登录信息无效'))
    await navigate(undefined)
    await navigate(undefined)
    expect(notices()).toEqual(['error: 登录信息无效'])
    expect(went).toEqual(['/login'])
    expect(usersActors()).toEqual([])
  })

  test('ten navigations in one tick open one socket and one connection', async () => {
    const { children, peers, asked } = perform()
    cookies.set('token', 'good')
    for (let count = 0; count < 10; count += 1) children().session?.send({ type: 'navigate', token: 'good' })
    await settled()
    for (let count = 0; count < 10; count += 1) children().session?.send({ type: 'navigate', token: 'good' })
    expect(peers.open).toBe(2)
    expect(asked.urls).toHaveLength(1)
  })

  test('of two tabs of which one signs out, the other one is told over its socket and leaves', async () => {
    const stays = await signedIn()
    const leaves = await signedIn()
    leaves.children().session?.send({ type: 'sign out' })
    await settled()
    stays.peers.socket({ type: 'opened' })
    stays.peers.socket({ type: 'received', message: { task_type: 20, code: 50012, message: '已退出登录' } })
    expect(stays.went).toEqual(['/login'])
    expect(stays.peers.open).toBe(0)
    expect(stays.usersActors()).toEqual([])
  })

  test('the domain is the name of the host in the address bar', () => {
    expect(perform().children().session?.getSnapshot().context.domain).toBe('console')
  })
})
