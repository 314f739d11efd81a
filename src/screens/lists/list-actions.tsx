import { Edit, Trash } from '@blueprintjs/icons'
import type { TextKey } from '../../../texts/catalogue.ts'
import { mayCall } from '../../permissions.ts'
import type {
  ActionGroup,
  ChosenOf,
  DeclaredBatch,
  ListAction,
  ListDefinition,
  Listed,
  SeveralDeed,
  Stage,
} from './list-definition.ts'
import type { SelectionAction } from './ResourceScreen.tsx'
import type { RowAction } from './RowMenu.tsx'

const isDeclared = <L extends Listed>(group: ActionGroup<L>): group is readonly ListAction<L>[] => 'map' in group

/** The words of a list's action. */
const wordsOf = <L extends Listed>(texts: string, { key, text }: Pick<ListAction<L>, 'key' | 'text'>): TextKey =>
  text ?? (`${texts}.action.${key}` as TextKey) // Each list's texts have words for its actions.

/** The words of a list's action by its key. */
export const actionWords = <L extends Listed>({ texts, actions }: ListDefinition<L>, key: string): TextKey =>
  wordsOf<L>(
    texts,
    actions.flatMap((group) => (isDeclared(group) ? group : [])).find((action) => action.key === key) ?? { key },
  )

/** What a list's declared actions are for a row, and for the rows that are selected. */
export function listActions<L extends Listed>({ texts, actions }: ListDefinition<L>, stage: Stage<L>) {
  type Row = L['row']
  const { t, role, perform, list } = stage
  const show = (name: string, subject: unknown) => list.screen.send({ type: 'OPEN', dialog: { name, subject } })
  const nameOf = (action: ListAction<L>) => t(wordsOf<L>(texts, action))

  const look = (action: ListAction<L>) => ({
    key: action.key,
    text: nameOf(action),
    icon: action.icon ?? (action.key === 'remove' ? <Trash /> : <Edit />),
    ...((action.danger ?? action.key === 'remove') && { intent: 'danger' as const }),
  })
  const isRefused = ({ operation }: ListAction<L>) => operation !== undefined && !mayCall(role, operation)
  const isOffered = (action: ListAction<L>) => !isRefused(action) || action.refused !== undefined
  const refusal = (action: ListAction<L>) =>
    isRefused(action) && action.refused !== undefined ? t(action.refused) : undefined

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
  const ofOne = (row: Row): ChosenOf<L> => ({ target: { ids: [row.id] }, count: 1, rows: [row], row })
  const hasDeed = ({ key, opens, does, batch }: ListAction<L>) =>
    key === 'edit' || (opens ?? does ?? batch) !== undefined

  /** Does it with one row. */
  const doWith = (row: Row, action: ListAction<L>): void => {
    if (action.batch !== undefined) return begin(action, action.batch, ofOne(row))
    if (action.several === true) {
      if (action.opens !== undefined) show(action.opens, ofOne(row))
      return
    }
    if (action.does !== undefined) return action.does(row, stage)
    return show(action.opens ?? 'form', row)
  }
  const doWithSeveral = (chosen: ChosenOf<L>, action: ListAction<L>): void => {
    const deed: Partial<SeveralDeed<L>> | undefined = action.several === true ? { opens: action.opens } : action.several
    const batch = deed?.batch ?? action.batch
    if (batch !== undefined) return begin(action, batch, chosen)
    if (deed?.opens !== undefined) return show(deed.opens, chosen)
    return deed?.does?.(chosen, stage)
  }
  const whyNot = (row: Row, action: ListAction<L>) => refusal(action) ?? action.reason?.(row, stage)

  /** The menu of a row. */
  const ofRow = (row: Row): RowAction[][] =>
    actions.map((group) =>
      isDeclared(group)
        ? group
            .filter((action) => hasDeed(action) && isOffered(action) && (action.when?.(row, stage) ?? true))
            .map((action) => ({ ...look(action), reason: whyNot(row, action), onPick: () => doWith(row, action) }))
        : [...group.one(row, stage)],
    )
  /** The bar of the rows that are selected. */
  const ofSeveral = (chosen: ChosenOf<L>): SelectionAction<L['query']>[] =>
    actions.flatMap((group): readonly SelectionAction<L['query']>[] =>
      isDeclared(group)
        ? group
            .filter((action) => action.several !== undefined && !isRefused(action))
            .map((action) => {
              const own = action.several === true ? undefined : action.several
              return {
                ...look(action),
                ...(own?.text && { text: t(own.text) }),
                reason: own?.reason?.(chosen, stage),
                onPick: () => doWithSeveral(chosen, action),
              }
            })
        : (group.several?.(chosen, stage) ?? []),
    )
  return {
    ofRow,
    ofSeveral,
    /** Whether anything can be done with several rows, so that they can be selected. */
    takesSeveral: actions.some((group) =>
      isDeclared(group)
        ? group.some((action) => action.several !== undefined && !isRefused(action))
        : group.several !== undefined,
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
