import type { TFunction } from 'i18next'
import type { JSX, ReactNode } from 'react'
import type { FleetPatch } from '../../../domain/fleet-topics.ts'
import type { Role } from '../../../domain/roles.ts'
import type { TextKey } from '../../../texts/catalogue.ts'
import type { BatchCall, BatchTarget, FetchPage } from '../../api/list-calls.ts'
import type { SessionInfo } from '../../api/session-calls.ts'
import type { FileCall } from '../../machines/lists/file-export.ts'
import type { Notice } from '../../machines/shell/notifications.ts'
import type { GuardedCall } from '../../permissions.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import type { RowOrdering } from '../../ui/data-table/use-row-drag.ts'
import type { GivenValues } from './asked-row.ts'
import type { ColumnMakers } from './column-makers.ts'
import type { FilterMakers } from './filter-makers.ts'
import type { Filter, ListQuery } from './filters.ts'
import type { RowAction } from './RowMenu.tsx'
import type { Batch, Resource } from './use-resource.ts'

/** Where a list's words stand: `boxes` has `boxes.empty.title`, `boxes.field.name` and `boxes.action.edit`. */
export type ListTexts = TextKey extends infer Key ? (Key extends `${infer Texts}.empty.title` ? Texts : never) : never

/** What a list is of, and what its own hook answers. */
export interface Listed {
  row: { id: number }
  query: ListQuery
  texts: ListTexts
  /** What the screen asks for beside its rows: a market, the regions. */
  uses: object
}

/** A list that uses nothing beside its rows, unless it says otherwise. */
export interface List<Row extends { id: number }, Query extends ListQuery, Texts extends ListTexts> extends Listed {
  row: Row
  query: Query
  texts: Texts
  uses: object
}

/** Rows that something is to be done with: one from its menu, or those that are selected. */
export interface Chosen<Row, Query> {
  target: BatchTarget<Query>
  count: number
  /** Those of them that are loaded. */
  rows: readonly Row[]
  /** The row, where it was picked from its menu. */
  row?: Row
}

export type ChosenOf<L extends Listed> = Chosen<L['row'], L['query']>

/** Who looks at the list, in which language, and what the list uses: what columns and filters depend on. */
export type Surroundings<L extends Listed> = L['uses'] & { t: TFunction; language: string; me: SessionInfo; role: Role }

/** A dialog or a panel in front of the rows, drawn with what is at hand by then. */
export type Dialog<L extends Listed> = (stage: Stage<L>) => ReactNode

/** What actions and dialogs of a list have at hand. */
export type Stage<L extends Listed> = Surroundings<L> & {
  list: Resource<L['row'], L['query']>
  nameOf: (row: L['row']) => string
  /** Shows a dialog, in the place of the one that is open; by its name the list of live machines says which. */
  show: (name: string, draw: Dialog<L>) => void
  close: () => void
  /** Closes the dialog, and fetches the rows anew. */
  saved: () => void
  /** Shows everything that is known of a row. */
  look: (row: L['row']) => void
  lookAway: () => void
  /** Takes a row to another place, from 0; undefined where rows have no order of their own. */
  move: ((row: L['row'], place: number) => void) | undefined
  /** Does something to rows, as a batch: asked first where something is lost, then told row by row. */
  perform: (batch: Batch<L['query']>) => void
  /** For a dialog that asks something about the chosen rows: what it answers is done to them, as a batch. */
  asking: <Answer>(
    chosen: ChosenOf<L>,
    batchOf: (answer: Answer) => Pick<Batch<L['query']>, 'title' | 'call'>,
  ) => { count: number; onChosen: (answer: Answer) => void; onClose: () => void }
  /** One call after the other, what is pressed twice once; the client tells why one failed. */
  call: (what: string, change: (signal: AbortSignal) => Promise<void>) => void
  /** Goes to another screen, which is told what is brought along. */
  navigate: (to: string, brought?: object) => void
  copy: (text: string) => void
  notify: (notice: Notice) => void
}

/** What is done to rows as one batch, for one row as for many. */
export interface DeclaredBatch<L extends Listed> {
  call: (target: BatchTarget<L['query']>, signal: AbortSignal, stage: Stage<L>) => ReturnType<BatchCall<L['query']>>
  /** What it is called while it is done; by default as the action. */
  title?: TextKey
  /** What is lost by it, which is asked first. */
  loses?: (chosen: ChosenOf<L>, stage: Stage<L>) => readonly string[]
  /** What the button says that does it all the same, given how many it is; by default as the action. */
  confirm?: TextKey
}

/** What is done: one of these. */
export interface Deed<L extends Listed, About> {
  /** Shows a dialog or a panel. */
  shows?: (about: About, stage: Stage<L>) => ReactNode
  does?: (about: About, stage: Stage<L>) => void
  batch?: DeclaredBatch<L>
}

/** What is different where several rows are chosen. */
interface SeveralDeed<L extends Listed> extends Deed<L, ChosenOf<L>> {
  text?: TextKey
  reason?: (chosen: ChosenOf<L>, stage: Stage<L>) => string | undefined
}

/**
 * `edit` and `remove` have their icons, and `edit` shows the list's `form`, unless they say otherwise. A cell's `open` is whatever the
 * list's `opens` names: no other action has that key.
 */
type Named = { key: 'edit' | 'remove'; icon?: JSX.Element } | { key: string; icon: JSX.Element }

/** Something that may be done with rows: an entry of a row's menu, of the bar of selected rows, or of both. */
export type ListAction<L extends Listed> = Named &
  Deed<L, L['row']> & {
    /** By default called `<texts>.action.<key>`. */
    text?: TextKey
    danger?: boolean
    /** Who may not make this call is not offered the action or, where `refused` has words, is told why not. */
    operation?: GuardedCall
    refused?: TextKey
    /** Rows that it is offered for; all where left out. */
    when?: (row: L['row'], stage: Stage<L>) => boolean
    /** Why it may not be done with this row now. */
    reason?: (row: L['row'], stage: Stage<L>) => string | undefined
    /** What can be done with several rows too: the same batch, or something of its own. */
    several?: true | SeveralDeed<L>
    /** Shows a dialog that asks something first, of a row as of several. */
    asks?: (chosen: ChosenOf<L>, stage: Stage<L>) => ReactNode
    /** Instead of doing something it opens onto these; where none of them can be done, it says why the first can't. */
    items?: readonly ListAction<L>[]
  }

/** Actions that lines part from others; those of a `menu` are one button in the bar of selected rows, which opens onto them. */
export type ActionGroup<L extends Listed> =
  | readonly ListAction<L>[]
  | { menu: Pick<RowAction, 'key' | 'icon'> & { text: TextKey }; actions: readonly ListAction<L>[] }

/** A button of the screen: it shows something, or leads somewhere. */
export type Tool<L extends Listed> = {
  text: TextKey
  icon: JSX.Element
  /** Who may not make this call does not see it. */
  operation?: GuardedCall
} & (
  | { shows: Dialog<L>; to?: undefined; look?: 'outlined' | 'primary' | 'icon' }
  | { to: (stage: Stage<L>) => string; look?: 'outlined' | 'primary' | 'plain' }
)

/** How a list's rows are put in order, as its table takes it: a hook, which `orderOf` makes of what is declared. */
export type UseOrder<L extends Listed> = (
  list: Resource<L['row'], L['query']>,
  surroundings: Surroundings<L>,
  nameOf: (row: L['row']) => string,
) => RowOrdering<L['row']>

/** A list screen, in one declaration. */
export type ListDefinition<L extends Listed> = {
  texts: L['texts']
  /** What the operator's columns and views are remembered by: `devices`. */
  name: string | ((surroundings: Surroundings<L>) => string)
  /** The call that its pages come from: the same function whenever the same is asked for. */
  pages: (surroundings: Surroundings<L>) => FetchPage<L['row'], L['query']>
  /** `name`, or `-created_at` for descending. */
  firstSort: string
  /** Which of the fleet's live changes are changes of these rows; none where left out. */
  live?: FleetPatch['type']
  columns: (make: ColumnMakers<L['row'], L['texts']>, surroundings: Surroundings<L>) => readonly Column<L['row']>[]
  filters?: (make: FilterMakers<L['query']>, surroundings: Surroundings<L>) => readonly (Filter<L['query']> | false)[]
  /** The heading; by default `<texts>.title`. */
  title?: (surroundings: Surroundings<L>) => string
  /** What is counted; by default `<texts>.unit`. */
  unit?: Extract<TextKey, `${string}unit`>
  /** How a row is called, in its menu and in results. */
  nameOf: (row: L['row'], surroundings: Surroundings<L>) => string
  /** Which action Enter, a double click and the row's link stand for; `edit` where left out. */
  opens?: string | ((row: L['row'], stage: Stage<L>) => string | undefined)
  actions: readonly ActionGroup<L>[]
  /** Where operators put the rows in order: the list has no other, and no filters. */
  useOrder?: UseOrder<L>
  /** Whether batches take `{ matching }`, so that everything that matches can be selected. */
  takesMatching?: boolean
  /**
   * What `edit` shows of a row and, where rows can be added, `add` of none; `given` is what the screen that asked for a new one knows
   * of it.
   */
  form?: (row: L['row'] | undefined, stage: Stage<L>, given: GivenValues) => ReactNode
  /** The button that adds a row, `<texts>.action.add`: it shows the `form`, unless it says otherwise. */
  add?: { icon: JSX.Element; operation?: GuardedCall; shows?: Dialog<L> }
  /** Other buttons of the screen. */
  tools?: readonly Tool<L>[]
  exportCall?: FileCall
  /** What that call takes beside the list's query. */
  exportWith?: (surroundings: Surroundings<L>) => Readonly<Record<string, unknown>>
  /** Between the filters and the rows: what they come to, drawn. */
  picture?: (stage: Stage<L>) => ReactNode
  /**
   * Of an empty list, above `<texts>.empty.title` and `<texts>.empty.hint`. `next` are the ways to its first rows beside `add`, as
   * buttons; whoever may take none of them is told whom to ask. Where rows come by themselves, or the screen has the button anyway,
   * the hint says how.
   */
  empty: { icon: JSX.Element; next: readonly Tool<L>[] | 'as the hint says' }
  /** The details of a row, which stay below the dialogs that are opened from them. */
  details?: (
    row: L['row'],
    stage: Stage<L>,
    actionsOf: (row: L['row']) => readonly (readonly RowAction[])[],
  ) => ReactNode
  /** What stands below the list. */
  below?: (stage: Stage<L>) => ReactNode
  /** What stands around the list. */
  around?: (list: ReactNode, stage: Stage<L>) => ReactNode
} & (object extends L['uses'] ? { uses?: undefined } : { uses: () => L['uses'] })
