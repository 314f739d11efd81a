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

  const look = (action: ListAction<L>) => ({
    key: action.key,
    text: nameOf(action),
    icon: action.icon ?? (action.key === 'remove' ? <Trash /> : <Edit />),
    ...((action.danger ?? action.key === 'remove') && { intent: 'danger' as const }),
  })
  /** An action that opens onto others. */
  const opening = (action: ListAction<L>, items: readonly RowAction[]): RowAction[] => {
    const isOpen = items.some(({ reason }) => reason === undefined)
    return items.length === 0 ? [] : [{ ...look(action), ...(isOpen ? { items } : { reason: items[0]?.reason }) }]
  }
  const isRefused = ({ operation }: ListAction<L>) => operation !== undefined && !mayCall(role, operation)
  const takesSeveral = (action: ListAction<L>) =>
    !isRefused(action) && (action.several ?? action.asks ?? action.items) !== undefined

  const begin = (action: ListAction<L>, batch: DeclaredBatch<L>, chosen: ChosenOf<L>) => {
    const { call, title, loses, confirm } = batch
    const { count } = chosen
    perform({
      title: title === undefined ? nameOf(action) : t(title),
      target: chosen.target,
      call: (target, signal) => call(target, signal, stage),
      ...(loses && {
        loses: { what: loses(chosen, stage), confirm: confirm === undefined ? nameOf(action) : t(confirm, { count }) },
      }),
    })
  }
  /** Does what an action does; undefined where it does nothing. */
  const deedOf = <About,>(
    action: ListAction<L>,
    { shows, does, batch }: Deed<L, About>,
    about: About,
    chosen: ChosenOf<L>,
  ): (() => void) | undefined => {
    if (shows !== undefined) return () => stage.show((now) => shows(about, now))
    if (does !== undefined) return () => does(about, stage)
    return batch && (() => begin(action, batch, chosen))
  }

  const withRow = (row: Row, action: ListAction<L>): RowAction[] => {
    const refusal = isRefused(action) ? action.refused : undefined
    if ((isRefused(action) && refusal === undefined) || action.when?.(row, stage) === false) return []
    const { asks, items } = action
    if (items !== undefined)
      return opening(
        action,
        items.flatMap((item) => withRow(row, item)),
      )
    const chosen = chosenOne<L>(row)
    const onPick = asks
      ? deedOf(action, { shows: asks }, chosen, chosen)
      : deedOf(action, action.key === 'edit' ? { shows: form, ...action } : action, row, chosen)
    const reason = refusal === undefined ? action.reason?.(row, stage) : t(refusal)
    return onPick === undefined ? [] : [{ ...look(action), reason, onPick }]
  }
  const withSeveral = (chosen: ChosenOf<L>, action: ListAction<L>): RowAction[] => {
    if (!takesSeveral(action)) return []
    const { asks, items, batch } = action
    if (items !== undefined)
      return opening(
        action,
        items.flatMap((item) => withSeveral(chosen, item)),
      )
    const { text, reason, ...own } = typeof action.several === 'object' ? action.several : {}
    return [
      {
        ...look(action),
        ...(text && { text: t(text) }),
        reason: reason?.(chosen, stage),
        onPick: deedOf(action, { shows: asks, batch, ...own }, chosen, chosen),
      },
    ]
  }

  /** The menu of a row. */
  const ofRow = (row: Row): RowAction[][] =>
    actions.map((group) => actionsIn(group).flatMap((action) => withRow(row, action)))
  return {
    ofRow,
    /** The bar of the rows that are selected. */
    ofSeveral: (chosen: ChosenOf<L>): RowAction[] =>
      actions.flatMap((group) => {
        const offered = actionsIn(group).flatMap((action) => withSeveral(chosen, action))
        if (!('menu' in group)) return offered
        return offered.length === 0 ? [] : [{ ...group.menu, text: t(group.menu.text), items: offered }]
      }),
    /** Whether anything can be done with several rows, so that they can be selected. */
    takesSeveral: actions.flatMap(actionsIn<L>).some(takesSeveral),
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
