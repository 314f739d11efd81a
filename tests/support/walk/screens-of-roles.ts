import { markets } from '../../../domain/markets.ts'
import type { Role } from '../../../domain/roles.ts'

const ofMarkets = markets.map((market) => `/${market}`)
const everybody = [
  '/login',
  '/404',
  '/dashboard',
  '/device/list',
  '/files',
  '/remote/observe',
  '/job',
  '/timeline',
  '/offline',
]
const operating = ['/device/remotely', '/device1/remotely']

/** The screens of each role, as SPEC §6 has them: a path and all below it. */
const screens: Record<Role, readonly string[]> = {
  admin: [...everybody, ...operating, '/user', '/services', '/box', '/statistics', '/log', '/report'],
  security: [...everybody, '/user', '/box', '/statistics', '/log', '/report'],
  agent: [...everybody, ...operating, '/user', '/box', '/statistics', '/log', '/report'],
  manager: [...everybody, ...operating, '/user', '/log', ...ofMarkets],
  element: [...everybody, ...operating, ...ofMarkets],
}

export const isOpenTo = (role: Role, path: string): boolean =>
  path === '/' || screens[role].some((own) => path === own || path.startsWith(`${own}/`))

/** Every address that somebody could know. */
export const allPaths: readonly string[] = [
  ...new Set(Object.values(screens).flat()),
  '/user/list',
  '/user/add',
  '/services/list',
  '/services/timedtasks',
  '/services/calendar',
  '/box/',
  '/box/open',
  '/statistics/record',
  '/log/list',
  '/report/list',
  '/files/list',
  ...markets.flatMap((market) => [`/${market}/list`, `/${market}/tag`, `/${market}/trash`, `/${market}/remotely`]),
  '/job?id=1',
  '/device/remotely?id=1',
  '/remote/observe?id=1,2',
  '/nowhere',
].filter((path) => path !== '/login')
