import type { Role } from '../domain/roles.ts'
import { operationRoles } from '../generated/operation-roles.ts'

/** A call that asks for a role. */
export type GuardedCall = keyof typeof operationRoles

/** Whether the server lets this role make a call: what it may not do, it isn't offered (SPEC §6). */
export const mayCall = (role: Role, call: GuardedCall): boolean =>
  (operationRoles[call] as readonly Role[]).includes(role) // Each call's tuple is of its own type.
