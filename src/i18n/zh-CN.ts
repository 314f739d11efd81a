import { login } from './zh-CN/login.ts'
import { routes } from './zh-CN/routes.ts'
import { session } from './zh-CN/session.ts'
import { shell } from './zh-CN/shell.ts'

/** What the console says in Chinese, the default, before anybody has signed in. */
export const zhCN = { login, routes, session, shell }
