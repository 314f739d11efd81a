import type { palette as chinese } from '../zh-CN/palette.ts'
import type { Shape } from '../shape.ts'

/** Finding any screen, shop, phone or action. */
export const palette = {
  hint: 'Find a screen, a shop, a phone or an action…',
  nothing: 'Nothing found',
  screen: 'Screen',
  action: 'Action',
  reboot: 'Restart a phone…',
  whichPhone: 'Restart which phone? Type its name or serial number',
  renew: 'Renew a service…',
  whoseService: 'Renew whose service? Type a user name',
  keys: 'Keyboard shortcuts',
  language: 'Language: switch to {{name}}',
  theme: 'Switch between dark and light',
} as const satisfies Shape<typeof chinese>
