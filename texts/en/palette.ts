import type { palette as chinese } from '../zh-CN/palette.ts'
import type { Shape } from '../shape.ts'

/** The way to find any screen, shop, phone or action. */
export const palette = {
  hint: 'Find a screen, a shop, a phone or an action…',
  keys: 'Keyboard shortcuts',
} satisfies Shape<typeof chinese>
