import { codes } from '../../domain/codes.ts'
import { markets } from '../../domain/markets.ts'
import type { Broker } from '../broker/broker.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import { requireMarket } from '../people/service.ts'
import { admit } from './batch.ts'
import { mayChange, mostGroups } from './group-rules.ts'
import { announceEnvironments } from './announce.ts'
import { Refusal } from '../http/refusal.ts'
import type { GroupEntry } from '../store/environment-groups.ts'
import { targetsOf } from '../store/operation-log.ts'
import { teamOf } from '../store/team.ts'
import type { UndoRow } from '../store/tables.ts'
import { deletedGroup } from './group-undo.ts'
import { keepUndo } from '../log/kept-changes.ts'
import { pairsOf } from '../log/put-back.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { worded } from '../http/words.ts'

const toGroup = ({
  manager_id: _manager,
  owner_path: _path,
  environment_count,
  ...group
}: GroupEntry): Schemas['EnvironmentGroup'] => ({
  ...group,
  environment_count: environment_count ?? 0,
})

const nameTaken = () =>
  new Refusal(codes.invalidInput, reason('call.invalidInput'), { name: reason('environments.reason.groupNameTaken') })

export const groupOperations = defineOperations(({ broker }: { broker: Broker }) => ({
  groupList: async ({ caller, query, store }) => {
    requireMarket(caller, query.market)
    const { items, total } = await store.groups.list(caller, query.market, { limit: query.limit, skip: query.skip })
    return { items: items.map(toGroup), total }
  },

  groupAdd: ({ caller, body, store, limits, client }) => {
    const { market, colour = '#2d72d2' } = body
    const name = body.name.trim()
    admit(caller, market, limits)
    return store.transaction(async (tx) => {
      const manager_id = teamOf(caller)
      const groups = await tx.groups.lockAll(manager_id, market)
      if (groups.length >= mostGroups)
        throw new Refusal(codes.invalidInput, reason('call.invalidInput'), {
          name: reason('environments.reason.tooManyTeamGroups'),
        })
      if (groups.some((group) => group.name === name)) throw nameTaken()
      const owner = { owner_id: caller.id, owner_path: caller.path }
      const { id } = await tx.groups.add({ market, manager_id, ...owner, name, colour, position: groups.length })
      const entry = {
        user: caller,
        action: 'group.add',
        target: `group:${id}`,
        ip: client.ip,
        detail: { after: { market, name, colour } },
      } as const
      await tx.operationLog.append(entry, Date.now())
      return toGroup(await tx.groups.visible(caller, market, id))
    })
  },

  groupEdit: ({ caller, body, store, limits, client }) => {
    const { id, position } = body
    admit(caller, undefined, limits)
    return store.transaction(async (tx) => {
      const [found] = await tx.groups.marketsOf(caller, [id])
      if (found === undefined) throw new Refusal(codes.notFound, reason('environments.reason.noSuchGroup'))
      requireMarket(caller, found.market)
      if (!mayChange(caller, found)) throw new Refusal(codes.notAllowed, reason('environments.reason.notYourGroup'))
      const groups = await tx.groups.lockAll(teamOf(caller), found.market)
      const group = groups.find((one) => one.id === id)
      if (group === undefined) throw new Refusal(codes.notFound, reason('environments.reason.noSuchGroup')) // Deleted meanwhile.
      const { name = group.name, colour = group.colour } = body
      const after = { name: name.trim(), colour }
      if (groups.some((one) => one.id !== id && one.name === after.name)) throw nameTaken()
      await tx.groups.change(id, after)
      const from = groups.indexOf(group)
      if (position !== undefined) {
        const order = groups.filter((one) => one !== group)
        order.splice(position, 0, group)
        await tx.groups.order(order.map((one) => one.id))
      }
      const detail = {
        before: { name: group.name, colour: group.colour, ...(position !== undefined && { position: from }) },
        after: { ...after, ...(position !== undefined && { position }) },
      }
      const entry = { user: caller, action: 'group.edit', target: `group:${id}`, ip: client.ip, detail } as const
      await tx.operationLog.append(entry, Date.now())
      return toGroup(await tx.groups.visible(caller, found.market, id))
    })
  },

  groupDel: ({ caller, body, store, limits, client, language }) => {
    admit(caller, undefined, limits)
    return store.transaction(async (tx) => {
      // As those who edit groups do: none is gone while it is being changed.
      const named = await tx.groups.marketsOf(caller, body.ids)
      for (const market of markets.filter((one) => named.some((group) => group.market === one)))
        await tx.groups.lockAll(teamOf(caller), market)
      // Before any environment: whoever puts environments into groups holds these first, too.
      const found = new Map((await tx.groups.lock(caller, body.ids)).map((group) => [group.id, group]))
      const now = Date.now()
      const results: Schemas['BatchResults']['results'] = []
      const kept: UndoRow[] = []
      for (const id of new Set(body.ids)) {
        const group = found.get(id)
        const refuse = (code: number, why: Reason) =>
          results.push({ id, ok: false, code, message: worded(language, why) })
        if (group === undefined) refuse(codes.notFound, reason('environments.reason.noSuchGroup'))
        else if (!caller.modules.includes(group.market)) refuse(codes.notAllowed, reason('people.reason.notYourMarket'))
        else if (!mayChange(caller, group)) refuse(codes.notAllowed, reason('environments.reason.notYourGroup'))
        else {
          const members = await tx.environments.lockInGroup(group.market, teamOf(caller), id)
          kept.push(deletedGroup(group, members))
          const news = pairsOf(members, await tx.environments.leaveGroup(group.market, teamOf(caller), id, now))
          tx.afterCommit(() => void announceEnvironments(broker, news, now))
          await tx.groups.remove([id])
          results.push({ id, ok: true })
        }
      }
      const gone = results.flatMap(({ id, ok }) => (ok ? [{ id, name: found.get(id)?.name ?? '' }] : []))
      let undo: Schemas['Undoable'] | undefined
      if (gone.length > 0) {
        const targets = targetsOf('group', gone)
        const detail = { before: { groups: gone } }
        const entry = { user: caller, action: 'group.del', ...targets, ip: client.ip, detail } as const
        const logId = await tx.operationLog.appendNumbered(entry, now)
        undo = await keepUndo(tx, { caller, kind: 'groups', at: now, logId, rows: kept })
      }
      return { results, undo }
    })
  },
}))
