import { sql, type Kysely, type RawBuilder } from 'kysely'
import { firstSteps, type FirstStep } from '../../domain/first-steps.ts'
import { seesEverything, type Role } from '../../domain/roles.ts'
import { isBelow, isWithin } from './owner-tree.ts'
import type { Tables } from './tables.ts'
import { teamOf } from './team.ts'
import type { Person } from './users.ts'

const someoneBelow = (caller: Person, role: Role): RawBuilder<boolean> =>
  sql<boolean>`exists (select from users where role = ${role} and deleted_at is null and ${isBelow(sql.ref('path'), caller.path)})`

const shops = (caller: Person): RawBuilder<boolean> =>
  sql<boolean>`manager_id = ${teamOf(caller)} and (${caller.role !== 'element'} or owner_id = ${caller.id})`

/** Whether each step has been taken, by what there is: nobody ticks it off. */
const isTaken: Readonly<Record<FirstStep, (caller: Person) => RawBuilder<boolean>>> = {
  /** Its agent has dialled in. */
  box: (caller) => sql<boolean>`exists (
    select from boxes where deleted_at is null and last_seen_at is not null
      and ${seesEverything(caller.role) ? sql<boolean>`true` : isWithin(sql.ref('owner_path'), caller.path)})`,
  agent: (caller) => someoneBelow(caller, 'agent'),
  manager: (caller) => someoneBelow(caller, 'manager'),
  element: (caller) => someoneBelow(caller, 'element'),
  /** Somebody below has some. */
  phones: (caller) => sql<boolean>`exists (
    select from devices where removed_at is null and status <> 'deleted' and ${isBelow(sql.ref('owner_path'), caller.path)})`,
  script: () => sql<boolean>`exists (select from scripts)`,
  shop: (caller) => sql<boolean>`exists (select from environments where ${shops(caller)})`,
  open: (caller) =>
    sql<boolean>`exists (select from environments where ${shops(caller)} and last_opened_at is not null)`,
}

/** What somebody does first, and what of it is done. */
export async function firstStepsOf(db: Kysely<Tables>, caller: Person): Promise<{ name: FirstStep; done: boolean }[]> {
  const names: readonly FirstStep[] = firstSteps[caller.role]
  if (names.length === 0) return []
  const { rows } = await sql<{ taken: boolean[] }>`
    select array[${sql.join(names.map((name) => isTaken[name](caller)))}] as taken`.execute(db)
  return names.map((name, at) => ({ name, done: rows[0]?.taken[at] === true }))
}
