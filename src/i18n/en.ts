import type { Shape } from './shape.ts'
import type { Texts } from './texts.ts'
import { apps } from './en/apps.ts'
import { boxes } from './en/boxes.ts'
import { dashboard } from './en/dashboard.ts'
import { devices } from './en/devices.ts'
import { files } from './en/files.ts'
import { form } from './en/form.ts'
import { log } from './en/log.ts'
import { login } from './en/login.ts'
import { markets } from './en/markets.ts'
import { messages } from './en/messages.ts'
import { notFound } from './en/not-found.ts'
import { palette } from './en/palette.ts'
import { password } from './en/password.ts'
import { remote } from './en/remote.ts'
import { reports } from './en/reports.ts'
import { roles } from './en/roles.ts'
import { routes } from './en/routes.ts'
import { services } from './en/services.ts'
import { session } from './en/session.ts'
import { shell } from './en/shell.ts'
import { table } from './en/table.ts'
import { users } from './en/users.ts'

export { reasonInEnglish } from '../../domain/reasons.ts' // It comes when its language is wanted.

/** Everything that the console says, in English. */
export const en = {
  apps,
  boxes,
  dashboard,
  devices,
  files,
  form,
  log,
  login,
  markets,
  messages,
  notFound,
  palette,
  password,
  remote,
  reports,
  roles,
  routes,
  services,
  session,
  shell,
  table,
  users,
} satisfies Shape<Texts>
