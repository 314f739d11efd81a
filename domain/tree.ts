import type { OwnerPath } from './fleet-topics.ts'
import { seesEverything, type Role } from './roles.ts'

/** Whether `path` is the place itself or below it. */
export const isAtOrBelow = (path: OwnerPath, place: OwnerPath): boolean =>
  path === place || path.startsWith(`${place}/`)

/** Whether what belongs to `path` is a person's own or of somebody below; admin and security see everything. */
export const sees = (person: { role: Role; path: OwnerPath }, path: OwnerPath): boolean =>
  seesEverything(person.role) || isAtOrBelow(path, person.path)
