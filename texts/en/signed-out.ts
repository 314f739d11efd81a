import type { signedOut as chinese } from '../zh-CN/signed-out.ts'
import type { Shape } from '../shape.ts'
import { login } from './login.ts'
import { routes } from './routes.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'

/** What the console says in English before anybody has signed in. */
export const signedOut = { login, routes, session, shell } satisfies Shape<typeof chinese>
