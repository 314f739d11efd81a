import { Edit, Trash } from '@blueprintjs/icons'
import type { TextKey } from '../../../texts/catalogue.ts'
import { mayCall } from '../../permissions.ts'
import type {
  ActionGroup,
  ChosenOf,
  DeclaredBatch,
  Deed,
  ListAction,
  ListDefinition,
  Listed,
  Stage,
} from './list-definition.ts'
import type { RowAction } from './RowMenu.tsx'

const actionsIn = <L extends Listed>(group: ActionGroup<L>): readonly ListAction<L>[] =>
  'menu' in group ? group.actions : group

/** All actions of a list, also those that others open onto. */
const allActions = <L extends Listed>(groups: readonly ActionGroup<L>[]): readonly ListAction<L>[] =>
  groups.flatMap(actionsIn<L>).flatMap((action) => [action, ...(action.items ?? [])])

/** The words of a list's action. */
const wordsOf = <L extends Listed>(texts: string, { key, text }: Pick<ListAction<L>, 'key' | 'text'>): TextKey =>
  text ?? (`${texts}.action.${key}` as TextKey) // Each list's texts have words for its actions.

/** The words of a list's action by its key. */
export const actionWords = <L extends Listed>({ texts, actions }: ListDefinition<L>, key: string): TextKey =>
  wordsOf<L>(texts, allActions(actions).find((action) => action.key === key) ?? { key })

/** A row as one that something is to be done with. */
export const chosenOne = <L extends Listed>(row: L['row']): ChosenOf<L> => ({
  target: { ids: [row.id] },
  count: 1,
  rows: [row],
  row,
})

/** What a list's declared actions are for a row, and for the rows that are selected. */
export function listActions<L extends Listed>({ texts, actions, form }: ListDefinition<L>, stage: Stage<L>) {
  type Row = L['row']
  const { t, role, perform } = stage
  const nameOf = (action: ListAction<L>) => t(wordsOf<L>(texts, action))

  const isRefused = ({ operation }: ListAction<L>) => operation !== undefined && !mayCall(role, operation)

  const begin = (action: ListAction<L>, { call, title, loses, confirm }: DeclaredBatch<L>, chosen: ChosenOf<L>) => {
    const name = nameOf(action)
    const { target, count } = chosen
    perform({
      title: title === undefined ? name : t(title),
      target,
      call: (target, signal) => call(target, signal, stage),
      loses: loses && {
        what: loses(chosen, stage),
        confirm: confirm === undefined ? name : t(confirm, { count }),
      },
    })
  }
  const doing = <About,>(
    action: ListAction<L>,
    { shows, does, batch }: Deed<L, About>,
    about: About,
    chosen: ChosenOf<L>,
  ): (() => void) | undefined => {
    if (shows !== undefined) return () => stage.show(action.key, (now) => shows(about, now))
    if (does !== undefined) return () => does(about, stage)
    return batch && (() => begin(action, batch, chosen))
  }
  const editing: Deed<L, Row> = form === undefined ? {} : { shows: (row, now) => form(row, now, {}) }
  /** What an action does with the row that was picked, or with those that are selected; undefined where it does nothing with them. */
  const deedOf = (chosen: ChosenOf<L>, action: ListAction<L>) => {
    const { asks, several, batch } = action
    const { row } = chosen
    if (asks !== undefined) return doing(action, { shows: asks }, chosen, chosen)
    if (row !== undefined) return doing(action, action.key === 'edit' ? { ...editing, ...action } : action, row, chosen)
    return several && doing(action, several === true ? { batch } : { batch, ...several }, chosen, chosen)
  }

  /** An action as it is offered in the menu of a row or, where none was picked, in the bar of those that are selected. */
  const offer = (chosen: ChosenOf<L>, action: ListAction<L>): RowAction[] => {
    const { row } = chosen
    const { key, refused, items } = action
    if (isRefused(action) && (row === undefined || refused === undefined)) return []
    if (row !== undefined && action.when?.(row, stage) === false) return []
    const several = row === undefined && typeof action.several === 'object' ? action.several : undefined
    const shown: RowAction = {
      key,
      text: several?.text === undefined ? nameOf(action) : t(several.text),
      icon: action.icon ?? (key === 'remove' ? <Trash /> : <Edit />),
      ...((action.danger ?? key === 'remove') && { intent: 'danger' }),
    }
    if (items !== undefined) {
      const offered = items.flatMap((item) => offer(chosen, item))
      if (offered.some(({ reason }) => reason === undefined)) return [{ ...shown, items: offered }]
      return offered.slice(0, 1).map(({ reason }) => ({ ...shown, reason }))
    }
    const onPick = deedOf(chosen, action)
    if (onPick === undefined) return []
    if (isRefused(action) && refused !== undefined) return [{ ...shown, reason: t(refused), onPick }]
    const reason = row === undefined ? several?.reason?.(chosen, stage) : action.reason?.(row, stage)
    return [{ ...shown, reason, onPick }]
  }

  /** The menu of a row. */
  const ofRow = (row: Row): RowAction[][] =>
    actions.map((group) => actionsIn(group).flatMap((action) => offer(chosenOne<L>(row), action)))
  return {
    ofRow,
    /** The bar of the rows that are selected. */
    ofSeveral: (chosen: ChosenOf<L>): RowAction[] =>
      actions.flatMap((group) => {
        const offered = actionsIn(group).flatMap((action) => offer(chosen, action))
        if (!('menu' in group)) return offered
        return offered.length === 0 ? [] : [{ ...group.menu, text: t(group.menu.text), items: offered }]
      }),
    /** Whether anything can be done with several rows, so that they can be selected. */
    takesSeveral: allActions(actions).some(
      (action) => (action.several ?? action.asks) !== undefined && !isRefused(action),
    ),
    /** Does what a cell or the row itself stands for; where it may not be done now, it is told why. */
    pick: (key: string, row: Row): void => {
      const action = ofRow(row)
        .flat()
        .find((action) => action.key === key)
      if (action?.reason === undefined) action?.onPick?.()
      else stage.notify({ kind: 'warning', text: action.reason })
    },
  }
}
