import type { Role } from '../domain/roles.ts'
import type { Texts } from '../texts/catalogue.ts'
import { markets, type Market } from '../domain/markets.ts'

/** The screens there are, by the names of their titles. */
export type RouteTitle = keyof Texts['routes']

interface RouteMeta {
  /** A whole path: `/device/list`. */
  path: string
  title: RouteTitle
  /** Who may open it; everybody when absent (SPEC §6). */
  roles?: readonly Role[]
  /** The market section it belongs to, shown to users who have that module (SPEC §2, layout). */
  market?: Market
  /** Not in the sidebar. */
  hidden?: boolean
  /** For hidden screens: the sidebar entry that is lit meanwhile. */
  menu?: string
}

export interface Screen extends RouteMeta {
  children?: undefined
}

export interface Group extends RouteMeta {
  /** Where the group's own path leads; nowhere when absent. */
  redirect?: string
  children: readonly Screen[]
}

const everyRole: readonly Role[] = ['admin', 'security', 'agent', 'manager', 'element']
const mayReport: readonly Role[] = ['admin', 'security', 'agent']
const overseers: readonly Role[] = ['admin', 'security', 'agent', 'manager']
const mayOperate: readonly Role[] = ['element', 'manager', 'agent', 'admin']

/** The section of one market. All of them share their three screens. */
const marketSection = <Name extends Market>(market: Name) =>
  ({
    path: `/${market}`,
    title: market,
    redirect: `/${market}/list`,
    roles: ['manager', 'element'],
    market,
    children: [
      { path: `/${market}/list`, title: 'environmentList' },
      { path: `/${market}/tag`, title: 'environmentGroups' },
      { path: `/${market}/trash`, title: 'environmentTrash', hidden: true, menu: `/${market}/list` },
    ],
  }) as const

/**
 * The routes of SPEC §2 that have a screen. The router, the guard, the sidebar, the breadcrumb and the page titles all
 * come from this one table; a path that is not in it leads to /404.
 */
export const routes = [
  { path: '/login', title: 'login', hidden: true },
  { path: '/dashboard', title: 'home' },
  { path: '/404', title: 'notFound', hidden: true },
  { path: '/remote/observe', title: 'remoteObservation', hidden: true },
  {
    path: '/user',
    title: 'user',
    redirect: '/user/list',
    roles: overseers,
    children: [
      { path: '/user/list', title: 'userList' },
      { path: '/user/add', title: 'userAdd' },
    ],
  },
  {
    path: '/services',
    title: 'services',
    redirect: '/services/list',
    roles: ['admin'],
    children: [
      { path: '/services/list', title: 'scriptList' },
      { path: '/services/timedtasks', title: 'timedTasks' },
    ],
  },
  {
    path: '/device1',
    title: 'device',
    hidden: true,
    roles: everyRole,
    children: [
      { path: '/device1/remotely', title: 'remoteOperation', hidden: true, roles: mayOperate, menu: '/device/list' },
    ],
  },
  {
    path: '/device',
    title: 'device',
    redirect: '/device/list',
    roles: everyRole,
    children: [
      { path: '/device/list', title: 'deviceList' },
      { path: '/device/remotely', title: 'remoteOperation', hidden: true, roles: mayOperate, menu: '/device/list' },
    ],
  },
  ...markets.map(marketSection),
  {
    path: '/box',
    title: 'box',
    redirect: '/box/',
    roles: ['admin', 'security', 'agent'],
    children: [
      { path: '/box/', title: 'boxList' },
      { path: '/box/open', title: 'openFrp', roles: ['admin', 'security'] },
    ],
  },
  {
    path: '/statistics',
    title: 'statistics',
    redirect: '/statistics/record',
    roles: mayReport,
    children: [{ path: '/statistics/record', title: 'systemReport' }],
  },
  {
    path: '/log',
    title: 'log',
    redirect: '/log/list',
    roles: ['admin', 'security', 'agent', 'manager'],
    children: [{ path: '/log/list', title: 'operationLog' }],
  },
  {
    path: '/report',
    title: 'report',
    redirect: '/report/list',
    roles: mayReport,
    children: [{ path: '/report/list', title: 'ipReport' }],
  },
  {
    path: '/files',
    title: 'files',
    redirect: '/files/list',
    children: [{ path: '/files/list', title: 'fileList' }],
  },
] as const satisfies readonly (Screen | Group)[]

type ScreenOf<Route> = Route extends { children: readonly (infer Child)[] } ? Child : Route

/** The path of every screen. */
export type ScreenPath = ScreenOf<(typeof routes)[number]>['path']

const table: readonly (Screen | Group)[] = routes

const groups = new Map(table.flatMap((route) => (route.children === undefined ? [] : [[route.path, route] as const])))

/** A screen with the group it stands in, if it stands in one. */
export interface Place {
  screen: Screen
  group?: Group
}

const places = new Map<string, Place>(
  table.flatMap((route): [string, Place][] =>
    route.children === undefined
      ? [[route.path, { screen: route }]]
      : route.children.map((screen) => [screen.path, { screen, group: route }]),
  ),
)

/** The screen at this path; undefined where there is none. */
export const placeAt = (path: string): Place | undefined =>
  places.get(path) ?? places.get(path.replace(/(?<=.)\/$/, ''))

/** Screens that are also asked for by another path (SPEC §2 has the list of boxes at its group's own). */
const aliases: Readonly<Record<string, string>> = { '/': '/dashboard', '/box/list': '/box/' }

/** Where a path leads that has no screen of its own: the root, and groups with a redirect. */
export const redirectFrom = (path: string): string | undefined => aliases[path] ?? groups.get(path)?.redirect

/** What decides on the routes a user has. */
export interface Visitor {
  role: Role
  modules: readonly Market[]
}

const isFor = (visitor: Visitor, { roles, market }: RouteMeta): boolean =>
  (roles === undefined || roles.includes(visitor.role)) && (market === undefined || visitor.modules.includes(market))

/** Whether the user may open the screen: its role is among those of the screen and of the group (SPEC §6). */
export const mayOpen = (visitor: Visitor, { screen, group }: Place): boolean =>
  isFor(visitor, screen) && (group === undefined || isFor(visitor, group))

/** An entry of the sidebar: a screen, or a group with the screens that open under it. */
export interface MenuEntry {
  path: string
  title: RouteTitle
  children: MenuEntry[]
}

/** The sidebar of this user; a group with a single screen is shown as that screen. */
export function menuFor(visitor: Visitor, from: readonly (Screen | Group)[] = table): MenuEntry[] {
  return from
    .filter((route) => route.hidden !== true && isFor(visitor, route))
    .flatMap((route): MenuEntry[] => {
      if (route.children === undefined) return [{ path: route.path, title: route.title, children: [] }]
      const children = route.children
        .filter((screen) => screen.hidden !== true && isFor(visitor, screen))
        .map(({ path, title }) => ({ path, title, children: [] }))
      return children.length > 1 ? [{ path: route.path, title: route.title, children }] : children
    })
}
