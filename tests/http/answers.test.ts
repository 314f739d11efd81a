import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { markets } from '../../domain/markets.ts'
import { roles } from '../../domain/roles.ts'
import { readContract } from '../../server/http/contract.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'

const { paths } = readContract().specification
const methodsOf = (path: string) => Object.keys(paths[`/api/restful/${path}`] ?? {})

describe('the paths of the specification', () => {
  test.each([
    'v2/user/captcha',
    'v2/user/info',
    'v2/user/list',
    'v2/user/contact',
    'v2/user/invitecode',
    'v2/user/message/list',
    'v2/user/message/confirm',
    'v2/device/list',
    'v3/device/list',
    'v3/device/thread',
    'v2/device/stream/point',
    'v2/device/remotesession',
    'v2/device/freed',
    'v2/device/start/settings',
    'v2/config/stream',
    'v2/config/region',
    'v2/maintain/notify',
    'v2/box/list',
  ])('%s is asked with GET', (path) => expect(methodsOf(path)).toEqual(['get']))

  test.each([
    'v2/user/login',
    'v2/user/register',
    'v2/user/pwd/modify',
    'v2/user/add',
    'v2/user/edit',
    'v2/user/del',
    'v2/user/switch',
    'v2/device/edit',
    'v2/device/shell',
    'v2/device/changeip',
    'v2/device/del',
    'v2/device/recover',
    'v2/record/restore',
    'v2/maintain/edit',
    'v2/maintain/frp',
    'v2/box/add',
    'v2/box/edit',
    'v2/box/del',
  ])('%s is asked with POST', (path) => expect(methodsOf(path)).toEqual(['post']))
})

describe('what the server answers', () => {
  let server: TestServer
  let token = ''
  beforeAll(async () => {
    server = await startServer()
    token = await server.signIn('manager')
  })
  afterAll(() => server.stop())

  const dataOf = async (path: string, query: Record<string, string | number | boolean> = {}) => {
    const { code, data } = await server.call(path, { token, query })
    expect(code).toBe(codes.ok)
    return data
  }

  test('to a login is the token of a session', async () => {
    const { code, data } = await server.call('v2/user/login', {
      body: { user_name: 'manager', password: testPassword, captcha_id: '', captcha_val: '' },
    })
    expect(code).toBe(20_000)
    expect(data).toEqual({ token: expect.stringMatching(/^\S{20,}$/) })
  })

  test('about the signed-in user is who it is, how long its service runs, and where its broker is', async () => {
    const { data } = await server.call('v2/user/info', { query: { token } })
    expect(data).toEqual({
      id: expect.any(Number),
      user_name: 'manager',
      avatar: expect.any(String),
      role: 'manager',
      modules: ['amazon', 'tiktok', 'temu', 'walmart', 'walmartcad', 'rednote', 'depop'],
      expiration: expect.any(Number),
      authorization_at: expect.any(Number),
      mqtt_config: {
        broker_url: expect.stringMatching(/^ws:\/\/\S+\/mqtt$/),
        user_name: expect.any(String),
        password: expect.any(String),
        client_id: expect.any(String),
        topic: expect.stringMatching(/\/#$/),
      },
    })
    expect(data.modules).toEqual(markets)
    expect(roles).toEqual(['admin', 'security', 'agent', 'manager', 'element'])
  })

  test('about users are those that id, role and part of a name let through, a page of them', async () => {
    const names = async (query: Record<string, string | number | boolean>) =>
      (await dataOf('v2/user/list', { sort: 'user_name', ...query })).items.map(
        ({ user_name }: { user_name: string }) => user_name,
      )
    expect(await names({})).toEqual(['element', 'manager'])
    expect(await names({ limit: 1, skip: 1, show_device: false })).toEqual(['manager'])
    expect(await names({ role: 'element' })).toEqual(['element'])
    expect(await names({ user_name: 'anag' })).toEqual(['manager'])
    const { id } = await dataOf('v2/user/info')
    const { items } = await dataOf('v2/user/list', { id })
    expect(items).toMatchObject([{ id, user_name: 'manager', role: 'manager' }])
  })

  test('about picture settings and regions is what there is to choose from', async () => {
    const { presets, default_preset } = await dataOf('v2/config/stream')
    expect(presets.map(({ name }: { name: string }) => name)).toContain(default_preset)
    expect((await dataOf('v2/config/region')).items.length).toBeGreaterThan(0)
  })

  test('about boxes is a list, for those who run some', async () => {
    const agent = await server.signIn('agent')
    const { data } = await server.call('v2/box/list', { token: agent })
    expect(data).toMatchObject({ total: 1, items: [{ name: 'B01' }] })
  })
})
