import type { Shape } from '../shape.ts'
import type { appFailures as chinese } from '../zh-CN/app-failures.ts'

/** Why an app could not be brought onto a phone, or taken off it. */
export const appFailures = {
  invalid: 'The file is no app that can be installed ({{said}})',
  downgrade: 'The phone has a newer version ({{said}})',
  conflict: 'It conflicts with an app of that name on the phone ({{said}})',
  noRoom: 'The phone has no room for it ({{said}})',
  incompatible: 'The app does not suit the phone ({{said}})',
  notRemovable: 'The phone has no such app, or it cannot be removed ({{said}})',
  notLaunchable: 'The phone has no such app that can be opened ({{said}})',
} satisfies Shape<typeof chinese>
