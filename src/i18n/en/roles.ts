import type { Role } from '../../../domain/roles.ts'

/** What the roles are called. */
export const roles = {
  admin: 'Administrator',
  security: 'Operations',
  agent: 'Agent',
  manager: 'Manager',
  element: 'Member',
} as const satisfies Record<Role, string>
