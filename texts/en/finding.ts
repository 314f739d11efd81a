import type { finding as chinese } from '../zh-CN/finding.ts'
import type { Shape } from '../shape.ts'

/** What the list of finds says of them. */
export const finding = {
  nothing: 'Nothing found',
  screen: 'Screen',
  action: 'Action',
  theme: 'Theme',
  reboot: 'Restart a phone…',
  whichPhone: 'Restart which phone? Type its name or serial number',
  renew: 'Renew a service…',
  whoseService: 'Renew whose service? Type a user name',
  language: 'Language: switch to {{name}}',
} satisfies Shape<typeof chinese>
