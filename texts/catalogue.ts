import type { attention } from './zh-CN/attention.ts'
import type { events } from './zh-CN/events.ts'
import type { finding } from './zh-CN/finding.ts'
import type { firstSteps } from './zh-CN/first-steps.ts'
import type { importing } from './zh-CN/importing.ts'
import type { logCheck, logEntry } from './zh-CN/log-screen.ts'
import type { outcomes } from './zh-CN/outcomes.ts'
import type { printing } from './zh-CN/printing.ts'
import type { pushing } from './zh-CN/pushing.ts'
import type { recordings } from './zh-CN/recordings.ts'
import type { remote } from './zh-CN/remote.ts'
import type { reports } from './zh-CN/reports.ts'
import type { schedules } from './zh-CN/schedules.ts'
import type { scripts } from './zh-CN/scripts.ts'
import type { shortcuts } from './zh-CN/shortcuts.ts'
import type { signedIn } from './zh-CN/signed-in.ts'
import type { signedOut } from './zh-CN/signed-out.ts'
import type { tasks } from './zh-CN/tasks.ts'
import type { widgets } from './zh-CN/widgets.ts'

export type Language = 'zh-CN' | 'en'

/** Everything that the product says: complete in Chinese. */
export type Texts = typeof signedOut &
  typeof signedIn & {
    attention: typeof attention
    events: typeof events
    finding: typeof finding
    firstSteps: typeof firstSteps
    importing: typeof importing
    logCheck: typeof logCheck
    logEntry: typeof logEntry
    outcomes: typeof outcomes
    printing: typeof printing
    pushing: typeof pushing
    recordings: typeof recordings
    remote: typeof remote
    reports: typeof reports
    schedules: typeof schedules
    scripts: typeof scripts
    shortcuts: typeof shortcuts
    tasks: typeof tasks
    widgets: typeof widgets
  }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
  }
}

/** What is said in several forms has one name: `unit` for `unit_other`. */
type NameOf<Key extends string> = Key extends `${infer Name}_other` ? Name : Key

/** The names of texts, as in `field.name`. */
export type KeysOf<Part, Path extends string = ''> = {
  [Key in keyof Part & string]: Part[Key] extends string ? `${Path}${NameOf<Key>}` : KeysOf<Part[Key], `${Path}${Key}.`>
}[keyof Part & string]

/** The name of a text, as in `devices.field.name`. */
export type TextKey = KeysOf<Texts>
