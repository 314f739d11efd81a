import { afterAll, describe, vi } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import { codes } from '../../../domain/codes.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { consoleMachine } from '../../../src/machines/shell/console.ts'
import type { SessionInfo } from '../../../src/api/session-calls.ts'
import { testEveryShortestPath } from '../../support/chart-model.ts'
import { cookieJar } from '../session/cookie-jar.ts'

// The paths are found before any test runs, so that the browser has to be there by then.
cookieJar()
vi.stubGlobal('location', { protocol: 'http:', origin: 'http://console', hostname: 'console' })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('matchMedia', () => ({ matches: false }))
vi.stubGlobal('innerWidth', 1_440)
afterAll(() => vi.unstubAllGlobals())

const user: SessionInfo = {
  id: 4,
  user_name: 'manager',
  avatar: '',
  role: 'manager',
  modules: [],
  expiration: 86_400,
  authorization_at: 1_700_000_000,
  mqtt_config: { broker_url: 'ws://console/mqtt', user_name: 'u', password: 'p', client_id: 'c', topic: 'fleet/1/#' },
}

/** The console alone: its children say nothing, and what they would say is the test's. */
const silent = fromCallback(() => undefined)
const machine = consoleMachine.provide({
  actors: Object.fromEntries(Object.keys(consoleMachine.implementations.actors).map((name) => [name, silent])),
})

const over = new ApiError(codes.tokenExpired, '请重新登录')
const refused = new ApiError(codes.notAllowed, '没有权限')
const message = { id: 1, msg_text: '今晚维护', created_at: 1_700_000_000, confirm: false }

describe('the console', () => {
  testEveryShortestPath(
    {
      machine,
      events: [
        { type: 'navigated', path: '/login' },
        { type: 'navigated', path: '/dashboard' },
        { type: 'notify', notice: { kind: 'info', text: '你好' } },
        { type: 'call failed', failure: over },
        { type: 'call failed', failure: refused },
        { type: 'signed in', user, token: 'good' },
        { type: 'signed out' },
        { type: 'forced out', message: '' },
        { type: 'not loaded', message: '' },
        { type: 'nothing came back' },
        { type: 'go', to: '/login' },
        { type: 'accepted', token: 'good' },
        { type: 'left' },
        { type: 'session over', message: '会话已结束' },
        { type: 'site message', message },
        { type: 'site message read', id: 1 },
        { type: 'account changed', account: { modules: ['temu'], expiration: 60, authorization_at: 1_700_000_000 } },
        { type: 'notice written', notice: { content: '今晚维护', updated_at: 1 } },
        { type: 'open' },
        { type: 'copy user id' },
        { type: 'copy', text: '4' },
        { type: 'copied' },
        { type: 'not copied', text: '4' },
        { type: 'lost' },
        { type: 'connection failed', message: 'refused' },
        { type: 'broker refused' },
        { type: 'returned' },
        { type: 'fleet changed' },
        { type: 'password submitted' },
        { type: 'password changed' },
        { type: 'password not changed', failure: over },
        { type: 'password not changed', failure: refused },
      ],
    },
    () => ({ actor: createActor(machine, { clock: new SimulatedClock() }).start() }),
  )
})
