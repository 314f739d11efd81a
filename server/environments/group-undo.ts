import { maxGroupsOfOne } from '../../domain/environments.ts'
import { markets } from '../../domain/markets.ts'
import type { Broker } from '../broker/broker.ts'
import type { Caller } from '../http/sessions.ts'
import { maxGroups, objectionTo } from './group-rules.ts'
import { reason } from '../../texts/reason.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import { announceEnvironments, announceGroups } from './announce.ts'
import { forbids, isGone, type Objection } from '../http/refusal.ts'
import type { GroupRow } from '../store/environment-groups.ts'
import type { EnvironmentRow } from '../store/environments.ts'
import type { UndoRow } from '../store/tables.ts'
import { teamOf } from '../store/team.ts'
import { isSame } from '../log/kept-changes.ts'
import { pairsOf, type Undos } from '../log/put-back.ts'

/** A deleted group; `members` are the environments that it had, with the groups that each was in and was left. */
interface DeletedGroup {
  group: GroupRow
  members: { id: number; before: number[]; after: number[] }[]
}

/** A deleted group as it is kept. */
export function deletedGroup(group: GroupRow, members: readonly EnvironmentRow[]): UndoRow {
  const parted = members.map(({ id, tags }) => ({ id, before: tags, after: tags.filter((tag) => tag !== group.id) }))
  const kept: DeletedGroup = { group, members: parted }
  return { id: group.id, before: { ...kept } }
}

/** Why a group may not come back among those that there are. */
function objectionToReturn(caller: Caller, group: GroupRow, present: readonly GroupRow[]): Objection | undefined {
  if (group.manager_id !== teamOf(caller)) return isGone(reason('environments.reason.noSuchGroup'))
  const objection = objectionTo(caller, group)
  if (objection !== undefined) return objection
  if (present.some(({ name }) => name === group.name)) return forbids(reason('environments.reason.groupNameTaken'))
  return present.length >= maxGroups ? forbids(reason('environments.reason.tooManyTeamGroups')) : undefined
}

interface Ports {
  broker: Broker
  userAnnouncer: Pick<UserAnnouncer, 'groupsChanged'>
}

export const groupUndos = ({ broker, userAnnouncer }: Ports): Pick<Undos, 'groups'> => ({
  /** Brings deleted groups back with what was in them; an environment whose groups have changed since gets them added. */
  groups: async ({ tx, call, rows, at }) => {
    const { caller } = call
    call.count('environmentChanges')
    const deleted = rows.map(({ before }) => before as unknown as DeletedGroup) // As `deletedGroup` has written it.
    const refused = new Map<number, Objection>()
    const back: DeletedGroup[] = []
    for (const market of markets) {
      const ofMarket = deleted.filter(({ group }) => group.market === market)
      if (ofMarket.length === 0) continue
      const present = await tx.groups.lockAll(teamOf(caller), market)
      for (const one of ofMarket) {
        const objection = objectionToReturn(caller, one.group, present)
        if (objection !== undefined) refused.set(one.group.id, objection)
        else {
          present.push(one.group)
          back.push(one)
        }
      }
    }
    await tx.groups.restore(back.map(({ group }) => group))
    await announceGroups(userAnnouncer, tx, teamOf(caller), [...new Set(back.map(({ group }) => group.market))])
    const members = back.flatMap((one) => one.members)
    const found = await tx.environments.lockOfTeam(
      teamOf(caller),
      members.map(({ id }) => id),
    )
    const tagsOf = new Map(found.map(({ id, tags }) => [id, tags]))
    // The group that an environment lost last comes back first: each then finds the groups that it was taken from.
    for (const { group, members } of back.toReversed())
      for (const { id, before, after } of members) {
        const tags = tagsOf.get(id)
        if (tags === undefined || tags.includes(group.id)) continue
        if (isSame(tags, after)) tagsOf.set(id, before)
        else if (tags.length < maxGroupsOfOne) tagsOf.set(id, [...tags, group.id])
      }
    if (found.length > 0) {
      const announcements = pairsOf(found, await tx.environments.regroup(tagsOf, at))
      tx.afterCommit(() => void announceEnvironments(broker, announcements, at))
    }
    return { done: back.map(({ group: { id, name } }) => ({ id, name })), refused }
  },
})
