import type { RouteTitle } from '../../routes.ts'

/** The titles of the screens (SPEC §2). */
export const routes = {
  home: '首页',
  login: '登录',
  notFound: '404',
  device: '设备',
  deviceList: '设备管理',
  remoteOperation: '远程操作',
  remoteObservation: '远程观察',
  statistics: '统计',
  systemReport: '系统报表',
  report: '报表',
  ipReport: 'IP报表',
  user: '用户',
  userList: '用户管理',
  userAdd: '添加用户',
  amazon: 'Amazon',
  tiktok: 'TikTok',
  temu: 'Temu',
  walmart: 'Walmart',
  walmartcad: 'Walmart CA',
  rednote: '小红书',
  depop: 'Depop',
  environmentList: '环境管理',
  environmentGroups: '分组管理',
} as const satisfies Record<RouteTitle, string>
