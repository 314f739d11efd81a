import type { ComponentType } from 'react'
import { markets, type Market } from '../domain/markets.ts'
import type { Role } from '../domain/roles.ts'
import type { Texts } from '../texts/catalogue.ts'
import { speakOf, type Part } from './i18n/i18n.ts'
import { mayCall, type GuardedCall } from './permissions.ts'

/** The screens there are, by the names of their titles. */
export type RouteTitle = keyof Texts['routes']

interface RouteMeta {
  /** A whole path: `/device/list`. */
  path: string
  title: RouteTitle
  /** The call that whoever opens it may make (SPEC §6); everybody may open it where both are absent. */
  operation?: GuardedCall
  /** Who may open it, where no call says so. */
  roles?: readonly Role[]
  /** The market section it belongs to, shown to users who have that module (SPEC §2, layout). */
  market?: Market
  /** Not in the sidebar. */
  hidden?: boolean
  /** For hidden screens: the sidebar entry that is lit meanwhile. */
  menu?: string
}

/** A screen's code, fetched when it is first wanted. */
export type Load = () => Promise<{ default: ComponentType }>

export interface Screen extends RouteMeta {
  /** Left out where it comes with the console itself. */
  screen?: Load
  children?: undefined
}

export interface Group extends RouteMeta {
  /** Where the group's own path leads; nowhere when absent. */
  redirect?: string
  children: readonly Screen[]
}

const mayOperate: readonly Role[] = ['element', 'manager', 'agent', 'admin']

const environmentList: Load = () =>
  import('./screens/environments/EnvironmentList.tsx').then((file) => ({ default: file.EnvironmentList }))
const groupList: Load = () =>
  import('./screens/environments/GroupList.tsx').then((file) => ({ default: file.GroupList }))
const environmentTrash: Load = () =>
  import('./screens/environments/EnvironmentTrash.tsx').then((file) => ({ default: file.EnvironmentTrash }))

/** A screen with words of its own, which come beside it. */
const saying =
  (part: Part, load: Load): Load =>
  async () => {
    const [screen] = await Promise.all([load(), speakOf(part)])
    return screen
  }

const remoteOperation = saying('remote', () =>
  import('./screens/remote/RemoteOperation.tsx').then((file) => ({ default: file.RemoteOperation })),
)

/** The section of one market. All of them share their screens; a phone is operated in it while a shop of it is open there. */
const marketSection = <Name extends Market>(market: Name) =>
  ({
    path: `/${market}`,
    title: market,
    redirect: `/${market}/list`,
    operation: 'environmentList',
    market,
    children: [
      { path: `/${market}/list`, title: 'environmentList', screen: environmentList },
      { path: `/${market}/tag`, title: 'environmentGroups', screen: groupList },
      {
        path: `/${market}/trash`,
        title: 'environmentTrash',
        screen: environmentTrash,
        hidden: true,
        menu: `/${market}/list`,
      },
      {
        path: `/${market}/remotely`,
        title: 'remoteOperation',
        screen: remoteOperation,
        hidden: true,
        roles: mayOperate,
        menu: `/${market}/list`,
      },
    ],
  }) as const

/**
 * The routes of SPEC §2 that have a screen: its address, its title, its code, and whose it is. The router, the guard, the
 * sidebar, the breadcrumb and the page titles all come from this one table; a path that is not in it leads to /404.
 */
export const routes = [
  { path: '/login', title: 'login', hidden: true },
  {
    path: '/dashboard',
    title: 'home',
    screen: () => import('./screens/dashboard/Dashboard.tsx').then((file) => ({ default: file.Dashboard })),
  },
  {
    path: '/404',
    title: 'notFound',
    screen: () => import('./screens/shell/NotFound.tsx').then((file) => ({ default: file.NotFound })),
    hidden: true,
  },
  {
    path: '/remote/observe',
    title: 'remoteObservation',
    screen: saying('remote', () =>
      import('./screens/remote/RemoteObserve.tsx').then((file) => ({ default: file.RemoteObserve })),
    ),
    hidden: true,
  },
  {
    path: '/user',
    title: 'user',
    redirect: '/user/list',
    operation: 'userList',
    children: [
      {
        path: '/user/list',
        title: 'userList',
        screen: () => import('./screens/people/UserList.tsx').then((file) => ({ default: file.UserList })),
      },
      {
        path: '/user/add',
        title: 'userAdd',
        screen: () => import('./screens/people/UserAdd.tsx').then((file) => ({ default: file.UserAdd })),
      },
    ],
  },
  {
    path: '/services',
    title: 'services',
    redirect: '/services/list',
    operation: 'scriptList',
    children: [
      {
        path: '/services/list',
        title: 'scriptList',
        screen: saying('scripts', () =>
          import('./screens/jobs/ScriptList.tsx').then((file) => ({ default: file.ScriptList })),
        ),
      },
      {
        path: '/services/timedtasks',
        title: 'timedTasks',
        screen: saying('schedules', () =>
          import('./screens/jobs/TaskList.tsx').then((file) => ({ default: file.TaskList })),
        ),
      },
      {
        path: '/services/calendar',
        title: 'taskCalendar',
        screen: saying('schedules', () =>
          import('./screens/jobs/TaskCalendar.tsx').then((file) => ({ default: file.TaskCalendar })),
        ),
        operation: 'taskCalendar',
        hidden: true,
        menu: '/services/timedtasks',
      },
    ],
  },
  {
    path: '/device1',
    title: 'device',
    hidden: true,
    operation: 'deviceListByCursor',
    children: [
      {
        path: '/device1/remotely',
        title: 'remoteOperation',
        screen: remoteOperation,
        hidden: true,
        roles: mayOperate,
        menu: '/device/list',
      },
    ],
  },
  {
    path: '/device',
    title: 'device',
    redirect: '/device/list',
    operation: 'deviceListByCursor',
    children: [
      {
        path: '/device/list',
        title: 'deviceList',
        screen: () => import('./first-screens.ts').then((file) => ({ default: file.DeviceList })),
      },
      {
        path: '/device/remotely',
        title: 'remoteOperation',
        screen: remoteOperation,
        hidden: true,
        roles: mayOperate,
        menu: '/device/list',
      },
    ],
  },
  ...markets.map(marketSection),
  {
    path: '/box',
    title: 'box',
    redirect: '/box/',
    operation: 'boxList',
    children: [
      {
        path: '/box/',
        title: 'boxList',
        screen: saying('boxes', () =>
          import('./screens/boxes/BoxList.tsx').then((file) => ({ default: file.BoxList })),
        ),
      },
      {
        path: '/box/open',
        title: 'openFrp',
        screen: saying('boxes', () =>
          import('./screens/boxes/OpenFrp.tsx').then((file) => ({ default: file.OpenFrp })),
        ),
        operation: 'maintainFrp',
      },
    ],
  },
  {
    path: '/statistics',
    title: 'statistics',
    redirect: '/statistics/record',
    operation: 'reportSystem',
    children: [
      {
        path: '/statistics/record',
        title: 'systemReport',
        screen: saying('reports', () =>
          import('./screens/reports/SystemReport.tsx').then((file) => ({ default: file.SystemReport })),
        ),
      },
    ],
  },
  {
    path: '/log',
    title: 'log',
    redirect: '/log/list',
    operation: 'logList',
    children: [
      {
        path: '/log/list',
        title: 'operationLog',
        screen: saying('log screen', () =>
          import('./screens/log/OperationLog.tsx').then((file) => ({ default: file.OperationLog })),
        ),
      },
    ],
  },
  {
    path: '/job',
    title: 'job',
    operation: 'jobDetail',
    screen: saying('outcomes', () =>
      import('./screens/jobs/JobScreen.tsx').then((file) => ({ default: file.JobScreen })),
    ),
    hidden: true,
    menu: '/device/list',
  },
  {
    path: '/timeline',
    title: 'timeline',
    operation: 'eventList',
    screen: saying('events', () =>
      import('./screens/events/TimelineScreen.tsx').then((file) => ({ default: file.TimelineScreen })),
    ),
    hidden: true,
    menu: '/log/list',
  },
  {
    path: '/offline',
    title: 'offline',
    operation: 'eventList',
    screen: saying('events', () =>
      import('./screens/events/OfflineScreen.tsx').then((file) => ({ default: file.OfflineScreen })),
    ),
    hidden: true,
    menu: '/log/list',
  },
  {
    path: '/report',
    title: 'report',
    redirect: '/report/list',
    operation: 'reportIp',
    children: [
      {
        path: '/report/list',
        title: 'ipReport',
        screen: saying('reports', () =>
          import('./screens/reports/IpReport.tsx').then((file) => ({ default: file.IpReport })),
        ),
      },
    ],
  },
  {
    path: '/files',
    title: 'files',
    redirect: '/files/list',
    children: [
      {
        path: '/files/list',
        title: 'fileList',
        screen: () => import('./screens/files/FileList.tsx').then((file) => ({ default: file.FileList })),
      },
    ],
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

/** Every screen whose code is fetched, by its path. */
export const codeOfScreens: readonly [path: string, screen: Load][] = [...places.values()].flatMap(
  ({ screen: { path, screen } }): [string, Load][] => (screen === undefined ? [] : [[path, screen]]),
)

/** The path as it stands above: a slash at its end makes no difference. */
export const withoutSlash = (path: string): string => (places.has(path) ? path : path.replace(/(?<=.)\/+$/, ''))

/** The screen at this path; undefined where there is none. */
export const placeAt = (path: string): Place | undefined => places.get(path)

/** Where a phone is operated: in the section of the market whose shop is open on it, or among the devices. */
export const deskOf = (deviceId: number, market?: Market): string => `/${market ?? 'device1'}/remotely?id=${deviceId}`

/** Screens that are also asked for by another path (SPEC §2 has the list of boxes at its group's own). */
const aliases: Readonly<Record<string, string>> = { '/': '/dashboard', '/box/list': '/box/' }

/** Where a path leads that has no screen of its own: the root, and groups with a redirect. */
export const redirectFrom = (path: string): string | undefined => aliases[path] ?? groups.get(path)?.redirect

/** What decides on the routes a user has. */
export interface Visitor {
  role: Role
  modules: readonly Market[]
}

const isFor = ({ role, modules }: Visitor, { operation, roles, market }: RouteMeta): boolean =>
  (operation === undefined || mayCall(role, operation)) &&
  (roles === undefined || roles.includes(role)) &&
  (market === undefined || modules.includes(market))

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
