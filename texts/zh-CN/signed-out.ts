import { login } from './login.ts'
import { routes } from './routes.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'

/** What the console says in Chinese before anybody has signed in. */
export const signedOut = { login, routes, session, shell }
