import { codes } from '../../domain/codes.ts'
import { markets } from '../../domain/markets.ts'
import type { Broker } from '../broker/broker.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import { maxGroups, objectionTo } from './group-rules.ts'
import { reason } from '../../texts/reason.ts'
import type { UserAnnouncer } from '../messages/announce.ts'
import { announceEnvironments, announceGroups } from './announce.ts'
import { resultsOf } from '../http/batch-results.ts'
import { invalidFields, isGone, Refusal, type Objection } from '../http/refusal.ts'
import type { GroupEntry } from '../store/environment-groups.ts'
import { targetsOf } from '../store/operation-log.ts'
import { teamOf } from '../store/team.ts'
import type { UndoRow } from '../store/tables.ts'
import { deletedGroup } from './group-undo.ts'
import { noteUndoable } from '../log/kept-changes.ts'
import { pairsOf } from '../log/put-back.ts'

/** As the contract shows it, at its place: what is kept of that leaves gaps where groups were deleted. */
const toGroup = (
  { manager_id: _manager, owner_path: _path, environment_count, ...group }: GroupEntry,
  place: number,
): Schemas['EnvironmentGroup'] => ({
  ...group,
  position: place,
  environment_count: environment_count ?? 0,
})

const nameTaken = () => invalidFields({ name: reason('environments.reason.groupNameTaken') })

interface Ports {
  broker: Broker
  userAnnouncer: Pick<UserAnnouncer, 'groupsChanged'>
}

export const groupOperations = defineOperations(({ broker, userAnnouncer }: Ports) => ({
  groupList: async ({ caller, query, store }) => {
    const { limit, skip } = query
    const { items, total } = await store.groups.list(caller, query.market, { limit, skip })
    return { items: items.map((group, index) => toGroup(group, skip + index)), total }
  },

  groupAdd: ({ caller, body, store, note }) => {
    const { market, colour = '#2d72d2' } = body
    const name = body.name.trim()
    return store.transaction(async (tx) => {
      const manager_id = teamOf(caller)
      const groups = await tx.groups.lockAll(manager_id, market)
      if (groups.length >= maxGroups)
        throw invalidFields({
          name: reason('environments.reason.tooManyTeamGroups'),
        })
      if (groups.some((group) => group.name === name)) throw nameTaken()
      const owner = { owner_id: caller.id, owner_path: caller.path }
      const position = (groups.at(-1)?.position ?? -1) + 1
      const { id } = await tx.groups.add({ market, manager_id, ...owner, name, colour, position })
      await note(tx, 'group.add', { target: `group:${id}`, detail: { after: { market, name, colour } } })
      await announceGroups(userAnnouncer, tx, manager_id, [market])
      return toGroup(await tx.groups.visible(caller, market, id), groups.length)
    })
  },

  groupEdit: ({ caller, body, store, note }) => {
    const { id, position } = body
    return store.transaction(async (tx) => {
      const [found] = await tx.groups.marketsOf(caller, [id])
      if (found === undefined) throw new Refusal(codes.notFound, reason('environments.reason.noSuchGroup'))
      const objection = objectionTo(caller, found)
      if (objection !== undefined) throw new Refusal(objection.code, objection.reason)
      const groups = await tx.groups.lockAll(teamOf(caller), found.market)
      const group = groups.find((one) => one.id === id)
      if (group === undefined) throw new Refusal(codes.notFound, reason('environments.reason.noSuchGroup')) // Deleted meanwhile.
      const { name = group.name, colour = group.colour } = body
      const after = { name: name.trim(), colour }
      if (groups.some((one) => one.id !== id && one.name === after.name)) throw nameTaken()
      await tx.groups.change(id, after)
      const from = groups.indexOf(group)
      const to = Math.min(position ?? from, groups.length - 1)
      // Where others have moved some meanwhile, it still comes to this place, and the others keep their order.
      if (position !== undefined) await tx.groups.order(groups.toSpliced(from, 1).toSpliced(to, 0, group))
      const detail = {
        before: { name: group.name, colour: group.colour, ...(position !== undefined && { position: from }) },
        after: { ...after, ...(position !== undefined && { position: to }) },
      }
      await note(tx, 'group.edit', { target: `group:${id}`, detail })
      await announceGroups(userAnnouncer, tx, teamOf(caller), [found.market])
      return toGroup(await tx.groups.visible(caller, found.market, id), to)
    })
  },

  groupDel: (call) => {
    const { caller, body, store } = call
    return store.transaction(async (tx) => {
      // As those who edit groups do: none is gone while it is being changed.
      const named = await tx.groups.marketsOf(caller, body.ids)
      const concerned = markets.filter((one) => named.some((group) => group.market === one))
      for (const market of concerned) await tx.groups.lockAll(teamOf(caller), market)
      // Before any environment: whoever puts environments into groups holds these first, too.
      const found = new Map((await tx.groups.lock(caller, body.ids)).map((group) => [group.id, group]))
      const now = Date.now()
      const refused = new Map<number, Objection>()
      const gone: { id: number; name: string }[] = []
      const rows: UndoRow[] = []
      for (const id of new Set(body.ids)) {
        const group = found.get(id)
        const objection =
          group === undefined ? isGone(reason('environments.reason.noSuchGroup')) : objectionTo(caller, group)
        if (objection !== undefined) refused.set(id, objection)
        else if (group !== undefined) {
          const members = await tx.environments.lockInGroup(group.market, teamOf(caller), id)
          rows.push(deletedGroup(group, members))
          const announcements = pairsOf(
            members,
            await tx.environments.leaveGroup(group.market, teamOf(caller), id, now),
          )
          tx.afterCommit(() => void announceEnvironments(broker, announcements, now))
          await tx.groups.remove([id])
          gone.push({ id, name: group.name })
        }
      }
      let undo: Schemas['Undoable'] | undefined
      if (gone.length > 0) {
        const entry = { ...targetsOf('group', gone), detail: { before: { groups: gone } } }
        undo = await noteUndoable(tx, call, 'group.del', entry, { kind: 'groups', at: now, rows })
        await announceGroups(userAnnouncer, tx, teamOf(caller), concerned)
      }
      return { results: resultsOf(call, body.ids, refused), undo }
    })
  },
}))
