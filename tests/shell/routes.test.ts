import { describe, expect, test } from 'vitest'
import { markets } from '../../domain/markets.ts'
import { roles, type Role } from '../../domain/roles.ts'
import { hasBrand, pageTitle, siteTitle } from '../../texts/site-title.ts'
import { mayOpen, menuFor, placeAt, redirectFrom, routes, withoutSlash, type Group } from '../../src/routes.ts'

const visitor = (role: Role) => ({ role, modules: [] })
const opens = (role: Role, path: string): boolean => {
  const place = placeAt(path)
  if (place === undefined) throw new Error(`there is no screen at ${path}`)
  return mayOpen(visitor(role), place)
}

describe('the routes', () => {
  test('/ leads to /dashboard and /device to /device/list; /device1 leads nowhere', () => {
    expect(redirectFrom('/')).toBe('/dashboard')
    expect(redirectFrom('/device')).toBe('/device/list')
    expect(redirectFrom('/device1')).toBeUndefined()
  })

  test.each(['/', '/device', '/device1', '/user', '/box/list', '/device/list/7', '/DEVICE/LIST'])(
    '%s has no screen of its own',
    (path) => expect(placeAt(path)).toBeUndefined(),
  )

  test('a slash at the end makes no difference', () => {
    expect(withoutSlash('/device/list/')).toBe('/device/list')
    expect(withoutSlash('/login//')).toBe('/login')
    expect(withoutSlash('/user/')).toBe('/user')
    expect(withoutSlash('/')).toBe('/')
    expect(withoutSlash('/box/')).toBe('/box/') // SPEC §2 has it so.
  })

  test.each(roles)('%s may open the device list and the screens without roles', (role) => {
    const paths = ['/device/list', '/files/list', '/dashboard', '/404', '/remote/observe']
    for (const path of paths) expect(opens(role, path)).toBe(true)
  })

  test('/statistics leads to /statistics/record and /report to /report/list', () => {
    expect(redirectFrom('/statistics')).toBe('/statistics/record')
    expect(redirectFrom('/report')).toBe('/report/list')
  })

  test('/box leads to /box/, /log to /log/list and /files to /files/list', () => {
    expect(redirectFrom('/box')).toBe('/box/')
    expect(redirectFrom('/log')).toBe('/log/list')
    expect(redirectFrom('/files')).toBe('/files/list')
  })

  test.each(['/statistics/record', '/report/list', '/box/'])('admin, security and agent may open %s', (path) => {
    expect(roles.filter((role) => opens(role, path))).toEqual(['admin', 'security', 'agent'])
  })

  test('/user leads to /user/list', () => {
    expect(redirectFrom('/user')).toBe('/user/list')
  })

  test('admin and security alone may open /box/open', () => {
    expect(roles.filter((role) => opens(role, '/box/open'))).toEqual(['admin', 'security'])
  })

  test.each(['/user/list', '/user/add', '/log/list'])('all but elements may open %s', (path) => {
    expect(roles.filter((role) => !opens(role, path))).toEqual(['element'])
  })

  test.each(['/device/remotely', '/device1/remotely'])('all but security may open %s', (path) => {
    expect(roles.filter((role) => !opens(role, path))).toEqual(['security'])
  })
})

/** SPEC §6, area by area: who may open it. */
const allowed: Readonly<Record<string, readonly Role[]>> = {
  '/user/list': ['admin', 'security', 'agent', 'manager'],
  '/user/add': ['admin', 'security', 'agent', 'manager'],
  '/log/list': ['admin', 'security', 'agent', 'manager'],
  '/services/list': ['admin'],
  '/services/timedtasks': ['admin'],
  '/services/calendar': ['admin'],
  '/device/list': ['admin', 'security', 'agent', 'manager', 'element'],
  '/device/remotely': ['admin', 'agent', 'manager', 'element'],
  '/device1/remotely': ['admin', 'agent', 'manager', 'element'],
  '/box/': ['admin', 'security', 'agent'],
  '/box/open': ['admin', 'security'],
  '/statistics/record': ['admin', 'security', 'agent'],
  '/report/list': ['admin', 'security', 'agent'],
  '/files/list': roles,
  '/dashboard': roles,
  '/login': roles,
  '/404': roles,
  '/remote/observe': roles,
  '/job': roles,
  '/timeline': roles,
  '/offline': roles,
  ...Object.fromEntries(
    ['amazon', 'tiktok', 'temu', 'walmart', 'walmartcad', 'rednote', 'depop'].flatMap((market) => [
      [`/${market}/list`, ['manager', 'element']],
      [`/${market}/tag`, ['manager', 'element']],
      [`/${market}/trash`, ['manager', 'element']],
      [`/${market}/remotely`, ['manager', 'element']],
    ]),
  ),
}

describe('the roles', () => {
  test.each(Object.entries(allowed))('%s is open to %j alone', (path, expected) => {
    const place = placeAt(path)
    const mayCome = (role: Role) => place !== undefined && mayOpen({ role, modules: markets }, place)
    expect(roles.filter(mayCome)).toEqual(roles.filter((role) => expected.includes(role)))
  })

  test('there is no screen besides', () => {
    const paths = routes.flatMap((route) =>
      'children' in route ? route.children.map((screen) => screen.path) : [route.path],
    )
    expect(new Set<string>(paths)).toEqual(new Set(Object.keys(allowed)))
  })

  test('a market is open to those alone who have its module', () => {
    for (const [market, other] of [
      ['amazon', 'depop'],
      ['walmart', 'walmartcad'],
      ['temu', 'tiktok'],
    ] as const)
      for (const screen of ['list', 'tag']) {
        const place = placeAt(`/${market}/${screen}`)
        expect(place && mayOpen({ role: 'manager', modules: [market] }, place)).toBe(true)
        expect(place && mayOpen({ role: 'manager', modules: [other] }, place)).toBe(false)
      }
  })
})

describe('the sidebar', () => {
  test('shows the dashboard and the device list to everyone, and nothing that is hidden', () => {
    for (const role of roles)
      expect(menuFor(visitor(role)).map(({ path }) => path)).toEqual(
        expect.arrayContaining(['/dashboard', '/device/list']),
      )
  })

  test('shows a group with its screens, but a single screen by itself', () => {
    const list = { path: '/box/list', title: 'deviceList' } as const
    const open = { path: '/box/open', title: 'remoteOperation', roles: ['admin'] } as const
    const group: Group = { path: '/box', title: 'device', children: [list, open] }
    expect(menuFor(visitor('admin'), [group])).toMatchObject([
      { path: '/box', children: [{ path: '/box/list' }, { path: '/box/open' }] },
    ])
    expect(menuFor(visitor('agent'), [group])).toMatchObject([{ path: '/box/list', children: [] }])
  })

  test('shows a market section to those who have its module', () => {
    const sections = markets.map((market) => ({ path: `/${market}`, title: 'home', market }) as const)
    const shop = { role: 'manager', modules: ['temu', 'depop'] } as const
    expect(menuFor(shop, sections).map(({ path }) => path)).toEqual(['/temu', '/depop'])
  })
})

describe('the page title', () => {
  test('names the screen, then the product, whatever the language', () => {
    expect(pageTitle('首页', siteTitle('localhost', 'zh-CN'))).toBe('首页 - 云机控制台')
    expect(siteTitle('console.example', 'en')).toBe('云机控制台')
  })

  test('goes with the layout of its host: a brand shows its name without the mark of the product', () => {
    expect(hasBrand('localhost')).toBe(false)
    expect(hasBrand('deck.phonedeck.example')).toBe(true)
  })

  test('has a brand of its own, in the language of the operator, on one host', () => {
    expect(siteTitle('deck.phonedeck.example', 'zh-CN')).toBe('云机甲板')
    expect(siteTitle('deck.phonedeck.example', 'en')).toBe('Phonedeck')
  })
})
