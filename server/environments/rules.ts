import type { Market } from '../../domain/markets.ts'
import { timeZoneOf } from '../../domain/time-zones.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { forbids, type Objection } from '../http/refusal.ts'
import type { EnvironmentRow } from '../store/environments.ts'
import type { Queries } from '../store/store.ts'
import { teamOf, type TeamMember } from '../store/team.ts'
import type { Person } from '../store/users.ts'

/** What the fields of an environment may name: of one caller and market. */
export interface Surroundings {
  market: Market
  managerId: number
  caller: Person
  regions: ReadonlySet<string>
  /** Names of groups by id. */
  groups: ReadonlyMap<number, string>
  members: readonly TeamMember[]
}

/** Groups that a change may name are held, so that none of them is deleted before it is done. */
export async function surroundingsOf(
  store: Queries,
  caller: Person,
  market: Market,
  named: readonly number[] | 'all groups' = [],
): Promise<Surroundings> {
  await store.groups.hold(caller, market, named)
  const [regions, groups, members] = [
    await store.regions.list(),
    await store.groups.namesOf(caller, market),
    await store.team.members(caller),
  ]
  const codes = new Set(regions.map(({ code }) => code))
  return { market, managerId: teamOf(caller), caller, regions: codes, groups, members }
}

/** What is wrong with an owner; undefined where it may have an environment of this market. */
export const wrongOwner = (owner: TeamMember | undefined, market: Market): Reason | undefined => {
  if (owner === undefined) return reason('people.reason.noSuchUser')
  return owner.modules.includes(market) ? undefined : reason('environments.reason.noSuchModule')
}

type Place = Pick<NonNullable<EnvironmentRow['proxy']>, 'host' | 'port'> | null | undefined

/** Whether two proxies are at different hosts or ports: a password is for one of them alone. */
export const areElsewhere = (one: Place, other: Place): boolean =>
  one?.host !== other?.host || one?.port !== other?.port

/** Why an environment can't become somebody's: it is open to who would no longer see it, and would be left in another's shop. */
export function objectionToOwner(
  { opened_by }: Pick<EnvironmentRow, 'opened_by'>,
  owner: Pick<TeamMember, 'id'>,
  { managerId, members }: Surroundings,
): Objection | undefined {
  if (opened_by === null || opened_by === owner.id || opened_by === managerId) return undefined
  const name = members.find(({ id }) => id === opened_by)?.user_name ?? ''
  return forbids(reason('environments.reason.openTo', { name }))
}

/** Of rows that are to become somebody's, those that can't, and why. */
export const refusedOwners = (
  rows: readonly EnvironmentRow[],
  owner: Pick<TeamMember, 'id'>,
  around: Surroundings,
): Map<number, Objection> =>
  new Map(
    rows.flatMap((row) => {
      const objection = objectionToOwner(row, owner, around)
      return objection === undefined ? [] : [[row.id, objection] as const]
    }),
  )

export const wrongRegion = (region: string, { regions }: Pick<Surroundings, 'regions'>): Reason | undefined =>
  region === '' || regions.has(region) ? undefined : reason('form.problems.region')

export const wrongTimezone = (timezone: string): Reason | undefined =>
  timezone === '' || timeZoneOf(timezone) !== undefined ? undefined : reason('form.problems.timezone')

/** By its shape: language, script, region. */
const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?$/

export const wrongLanguage = (language: string): Reason | undefined =>
  language === '' || languageTag.test(language) ? undefined : reason('form.problems.language')
