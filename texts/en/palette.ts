import type { palette as chinese } from '../zh-CN/palette.ts'
import type { Shape } from '../shape.ts'

/** Finding any screen, shop, phone or action. */
export const palette = {
  hint: 'Find a screen, a shop, a phone or an action…',
  nothing: 'Nothing found',
  screen: 'Screen',
  action: 'Action',
  keys: 'Keyboard shortcuts',
  language: 'Language: switch to {{name}}',
  theme: 'Switch between dark and light',
} as const satisfies Shape<typeof chinese>
