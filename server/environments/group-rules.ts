import type { Person } from '../store/users.ts'

/** Groups of a team in one market. */
export const mostGroups = 200

/** A manager changes all groups of its team, an element those that it made. */
export const mayChange = (caller: Person, { owner_id }: { owner_id: number }): boolean =>
  caller.role === 'manager' || owner_id === caller.id
