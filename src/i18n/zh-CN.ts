import { dashboard } from './zh-CN/dashboard.ts'
import { devices } from './zh-CN/devices.ts'
import { login } from './zh-CN/login.ts'
import { messages } from './zh-CN/messages.ts'
import { notFound } from './zh-CN/not-found.ts'
import { password } from './zh-CN/password.ts'
import { remote } from './zh-CN/remote.ts'
import { roles } from './zh-CN/roles.ts'
import { routes } from './zh-CN/routes.ts'
import { session } from './zh-CN/session.ts'
import { shell } from './zh-CN/shell.ts'
import { table } from './zh-CN/table.ts'

/** Everything that the console says, in Chinese: complete, and the default. */
export const zhCN = {
  dashboard,
  devices,
  login,
  messages,
  notFound,
  password,
  remote,
  roles,
  routes,
  session,
  shell,
  table,
}
