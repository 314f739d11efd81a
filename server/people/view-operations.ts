import { codes } from '../../domain/codes.ts'
import { rolesBelow } from '../../domain/roles.ts'
import { sees } from '../../domain/tree.ts'
import { reason } from '../../texts/reason.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import { Refusal } from '../http/refusal.ts'
import type { SharedView } from '../store/shared-views.ts'
import type { Person } from '../store/users.ts'

/** Views that one user may share, of all lists. */
const viewsOfUser = 50

const noSuchView = () => new Refusal(codes.notFound, reason('people.reason.noSuchView'))

/** Its owner takes a view away, and whoever is above its owner. */
const mayRemove = (caller: Person, { owner_id, owner_role, owner_path }: SharedView): boolean =>
  owner_id === caller.id || (sees(caller, owner_path) && rolesBelow(caller.role).includes(owner_role))

const shownTo =
  (caller: Person) =>
  (view: SharedView): Schemas['SharedView'] => {
    const { owner_role: _role, owner_path: _path, ...shown } = view
    return { ...shown, may_remove: mayRemove(caller, view) }
  }

/** Views of lists that people share: an element with its team, whoever leads others with all of them. */
export const viewOperations = defineOperations((_ports: object) => ({
  viewList: async ({ caller, query, store }) => {
    const items = await store.sharedViews.list(caller, query.list)
    return { items: items.map(shownTo(caller)) }
  },

  /** Shares a view, or changes one that is: one of the same name makes room for it. */
  viewShare: ({ caller, body, store, note }) =>
    store.transaction(async (tx) => {
      await tx.users.lock(caller.id) // Two at once are counted.
      const now = Date.now()
      const { list, query } = body
      const name = body.name.trim()
      const own = await tx.sharedViews.ofOwner(caller.id)
      const namesake = own.find((view) => view.list === list && view.name === name)
      const changed = body.id === undefined ? namesake : own.find((view) => view.id === body.id && view.list === list)
      if (body.id !== undefined && changed === undefined) throw noSuchView()
      if (changed === undefined && own.length >= viewsOfUser)
        throw new Refusal(codes.stateForbids, reason('people.reason.tooManyViews', { n: viewsOfUser }))
      if (namesake !== undefined && namesake !== changed) await tx.sharedViews.remove(namesake.id)
      const id = changed?.id ?? (await tx.sharedViews.add({ owner_id: caller.id, list, name, query }))
      if (changed !== undefined) await tx.sharedViews.change(id, { name, query }, now)
      const before = changed && { before: { name: changed.name, query: changed.query } }
      await note(tx, 'view.share', { target: `view:${id}`, detail: { ...before, after: { list, name, query } } }, now)
      const shared = await tx.sharedViews.byId(id)
      if (shared === undefined) throw noSuchView()
      return shownTo(caller)(shared)
    }),

  viewUnshare: ({ caller, body, store, note }) =>
    store.transaction(async (tx) => {
      const view = await tx.sharedViews.byId(body.id)
      if (view === undefined) throw noSuchView()
      if (!mayRemove(caller, view)) {
        if (!(await tx.sharedViews.isSharedWith(caller, body.id))) throw noSuchView()
        throw new Refusal(codes.notAllowed, reason('people.reason.notYourView'))
      }
      const { list, name, query, owner_id } = view
      await note(tx, 'view.unshare', { target: `view:${view.id}`, detail: { before: { list, name, query, owner_id } } })
      await tx.sharedViews.remove(view.id)
      return null
    }),
}))
