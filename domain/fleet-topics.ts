import { seesEverything, type Role } from './roles.ts'

/**
 * The topic tree of live changes is the ownership tree (DESIGN, realtime): a change is published once, at its owner's
 * place, and whoever stands above hears it through `#`.
 */
const root = 'fleet'

/** A user's place in the ownership tree, as ids from the root down to the user: `1/3/4`. */
export type OwnerPath = string

/** Where a change to something of this owner is published. */
export const changesTopic = (owner: OwnerPath): string => `${root}/${owner}/changes`

/** What a user may subscribe to: its own branch, or everything. */
export const topicOf = (user: { role: Role; path: OwnerPath }): string =>
  seesEverything(user.role) ? `${root}/#` : `${root}/${user.path}/#`

/** Whose rows' changes travel. */
export const fleetRows = ['device', 'box', 'environment', 'file', 'user'] as const

/** A change to one row: only the fields that changed, after the change. `at` is a Unix time in milliseconds. */
export interface FleetPatch {
  type: (typeof fleetRows)[number]
  id: number
  at: number
  changed: Record<string, unknown>
  /** The row is no more; nothing is changed then. */
  gone?: true
}
