import type { Role } from '../../domain/roles.ts'

/** What the roles are called. */
export const roles = {
  admin: '平台管理员',
  security: '平台运维',
  agent: '代理商',
  manager: '主管',
  element: '成员',
} as const satisfies Record<Role, string>
