import type { roles as chinese } from '../zh-CN/roles.ts'
import type { Shape } from '../shape.ts'

/** What the roles are called. */
export const roles = {
  admin: 'Administrator',
  security: 'Operations',
  agent: 'Agent',
  manager: 'Manager',
  element: 'Member',
} as const satisfies Shape<typeof chinese>
