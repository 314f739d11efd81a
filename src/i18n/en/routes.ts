import type { RouteTitle } from '../../routes.ts'

/** The titles of the screens (SPEC §2). */
export const routes = {
  home: 'Home',
  login: 'Sign in',
  notFound: '404',
  device: 'Phones',
  deviceList: 'Phones',
  remoteOperation: 'Remote operation',
  remoteObservation: 'Remote observation',
  statistics: 'Statistics',
  systemReport: 'System report',
  report: 'Reports',
  ipReport: 'IP report',
  user: 'Users',
  userList: 'User management',
  userAdd: 'Add a user',
  amazon: 'Amazon',
  tiktok: 'TikTok',
  temu: 'Temu',
  walmart: 'Walmart',
  walmartcad: 'Walmart CA',
  rednote: 'RedNote',
  depop: 'Depop',
  environmentList: 'Environments',
  environmentGroups: 'Groups',
} as const satisfies Record<RouteTitle, string>
