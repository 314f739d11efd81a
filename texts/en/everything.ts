import { apps } from './apps.ts'
import { attention } from './attention.ts'
import { boxes } from './boxes.ts'
import { events } from './events.ts'
import { exports } from './exports.ts'
import { finding } from './finding.ts'
import { firstSteps } from './first-steps.ts'
import { importing } from './importing.ts'
import { logCheck, logEntry } from './log-screen.ts'
import { outcomes } from './outcomes.ts'
import { printing } from './printing.ts'
import { pushing } from './pushing.ts'
import { recordings } from './recordings.ts'
import { remote } from './remote.ts'
import { reports } from './reports.ts'
import { schedules } from './schedules.ts'
import { scripts } from './scripts.ts'
import { shortcuts } from './shortcuts.ts'
import { signedIn } from './signed-in.ts'
import { signedOut } from './signed-out.ts'
import { tasks } from './tasks.ts'
import { widgets } from './widgets.ts'

/** Everything that the product says in English, as the server has it; browsers fetch it part by part (src/i18n). */
export const everything = {
  ...signedOut,
  ...signedIn,
  apps: { ...apps, ...signedIn.apps },
  attention,
  boxes: { ...boxes, refused: { ...boxes.refused, ...signedIn.boxes.refused } },
  events,
  exports,
  finding,
  firstSteps,
  importing,
  logCheck,
  logEntry,
  outcomes,
  printing,
  pushing,
  recordings,
  remote,
  reports,
  schedules,
  scripts,
  shortcuts,
  tasks,
  widgets,
}
