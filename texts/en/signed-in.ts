import type { signedIn as chinese } from '../zh-CN/signed-in.ts'
import type { Shape } from '../shape.ts'
import { agent } from './agent.ts'
import { appFailures } from './app-failures.ts'
import { call } from './call.ts'
import { dashboard } from './dashboard.ts'
import { devices } from './devices.ts'
import { environments } from './environments.ts'
import { files } from './files.ts'
import { form } from './form.ts'
import { jobs } from './jobs.ts'
import { log } from './log.ts'
import { messages } from './messages.ts'
import { notFound } from './not-found.ts'
import { palette } from './palette.ts'
import { password } from './password.ts'
import { people } from './people.ts'
import { refusals } from './refusals.ts'
import { regions } from './regions.ts'
import { relay } from './relay.ts'
import { roles } from './roles.ts'
import { table } from './table.ts'

/** What the console says in English to those who have signed in; it comes with their first screen. */
export const signedIn = {
  agent,
  apps: { reason: appFailures },
  boxes: { refused: { reasons: refusals } },
  call,
  dashboard,
  devices,
  environments,
  files,
  form,
  jobs,
  log,
  messages,
  notFound,
  palette,
  password,
  people,
  regions,
  relay,
  roles,
  table,
  text: '{{text}}',
} satisfies Shape<typeof chinese>
