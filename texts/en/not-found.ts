import type { notFound as chinese } from '../zh-CN/not-found.ts'
import type { Shape } from '../shape.ts'

/** The screen of a path that leads nowhere. */
export const notFound = {
  title: 'There is no such page',
  hint: 'The address may be wrong, or your role may not open it.',
  home: 'Back to the dashboard',
} as const satisfies Shape<typeof chinese>
