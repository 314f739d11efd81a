import { apps } from './zh-CN/apps.ts'
import { boxes } from './zh-CN/boxes.ts'
import { dashboard } from './zh-CN/dashboard.ts'
import { devices } from './zh-CN/devices.ts'
import { files } from './zh-CN/files.ts'
import { form } from './zh-CN/form.ts'
import { markets } from './zh-CN/markets.ts'
import { log } from './zh-CN/log.ts'
import { messages } from './zh-CN/messages.ts'
import { notFound } from './zh-CN/not-found.ts'
import { palette } from './zh-CN/palette.ts'
import { password } from './zh-CN/password.ts'
import { remote } from './zh-CN/remote.ts'
import { reports } from './zh-CN/reports.ts'
import { roles } from './zh-CN/roles.ts'
import { services } from './zh-CN/services.ts'
import { table } from './zh-CN/table.ts'
import { users } from './zh-CN/users.ts'

/** What the console says in Chinese to those who have signed in; it comes with their first screen. */
export const zhCNSignedIn = {
  apps,
  boxes,
  dashboard,
  devices,
  files,
  form,
  markets,
  log,
  messages,
  notFound,
  palette,
  password,
  remote,
  reports,
  roles,
  services,
  table,
  users,
}
