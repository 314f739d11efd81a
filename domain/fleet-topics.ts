import { roles, seesEverything, type Role } from './roles.ts'

/**
 * The topic tree of live changes is the ownership tree (DESIGN, realtime): a change is published once, at its owner's
 * place, and whoever stands above hears it through `#`.
 */
const root = 'fleet'

/** A user's place in the ownership tree, as ids from the root down to the user: `1/3/4`. */
export type OwnerPath = string

/** Whose rows' changes travel, and the roles that may read such rows by a call: nobody else hears of them. */
const hearers = {
  device: roles,
  box: ['admin', 'security', 'agent'],
  environment: ['manager', 'element'],
  file: roles,
  user: ['admin', 'security', 'agent', 'manager'],
} as const satisfies Record<string, readonly Role[]>

type FleetRow = keyof typeof hearers
// The keys of a constant are known; Object.keys forgets them.
export const fleetRows = Object.keys(hearers) as readonly FleetRow[]

/** Where a change to such a row of this owner is published. */
export const changesTopic = (owner: OwnerPath, row: FleetRow): string => `${root}/${owner}/changes/${row}`

/** Whether a role hears what is published there. The place is a matter of who may subscribe. */
export function mayHear(role: Role, topic: string): boolean {
  const row = fleetRows.find((one) => topic.endsWith(`/changes/${one}`))
  const heardBy: readonly Role[] = row === undefined ? [] : hearers[row]
  return heardBy.includes(role)
}

/** What a user may subscribe to: its own branch, or everything. */
export const topicOf = (user: { role: Role; path: OwnerPath }): string =>
  seesEverything(user.role) ? `${root}/#` : `${root}/${user.path}/#`

/** A change to one row: only the fields that changed, after the change. `at` is a Unix time in milliseconds. */
export interface FleetPatch {
  type: FleetRow
  id: number
  at: number
  changed: Record<string, unknown>
  /** The row is no more; nothing is changed then. */
  gone?: true
}
