import { useSelector } from '@xstate/react'
import { Suspense, useMemo, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { TextKey } from '../../../texts/catalogue.ts'
import { mayCall } from '../../permissions.ts'
import { useSingleCall } from '../forms/use-single-call.ts'
import { useCurrentUser, useNotify } from '../session/session-context.tsx'
import { useAddressWatch } from '../shell/address-watch.ts'
import { askedIn } from './asked-row.ts'
import { AskedDeed } from './AskedDeed.tsx'
import { columnMakers } from './column-makers.ts'
import { filterMakers } from './filter-makers.ts'
import { addTool, firstRows } from './first-rows.tsx'
import { actionWords, listActions } from './list-actions.tsx'
import type { Dialog, ListDefinition, Listed, Stage, Surroundings } from './list-definition.ts'
import type { RowOrdering } from '../../ui/data-table/use-row-drag.ts'
import { ResourceScreen } from './ResourceScreen.tsx'
import { ToolButton } from './ToolButton.tsx'
import { useCopy } from './use-copy.ts'
import { useResource, type Resource } from './use-resource.ts'

/** Who looks at the list, and what it uses: another object where something of it is another. */
function useSurroundings<L extends Listed>(list: ListDefinition<L>): Surroundings<L> {
  const { t, i18n } = useTranslation()
  const me = useCurrentUser()
  // The same hook at every rendering, as a list's definition stays what it is.
  // oxlint-disable-next-line react/rules-of-hooks
  const uses: L['uses'] = list.uses?.() ?? {}
  const { language } = i18n
  return useMemo(
    () => ({ ...uses, t, language, me, role: me.role }),
    // A list uses the same things at every rendering.
    // oxlint-disable-next-line react/exhaustive-deps
    [t, language, me, ...Object.values(uses)],
  )
}

/** The dialog that another screen asks for: the list's form of a new row, one of its tools, or something that is done with a row. */
function askedDialog<L extends Listed>(
  definition: ListDefinition<L>,
  surroundings: Surroundings<L>,
  brought: unknown,
): { name: string; draw: Dialog<L> } | undefined {
  const { add: given, tool: wanted, deed: name, id } = askedIn(brought)
  if (name !== undefined && id !== undefined) {
    // Every list can be narrowed to one row.
    const page = { query: { id } as unknown as L['query'], cursor: null, limit: 1 }
    const ask = async (signal: AbortSignal) => (await definition.pages(surroundings)(page, signal)).items[0]
    const draw: Dialog<L> = (stage) => (
      <AskedDeed
        id={id}
        ask={ask}
        onAnswered={(row) => {
          stage.close()
          if (row !== undefined) listActions(definition, stage).pick(name, row)
        }}
      />
    )
    return { name, draw }
  }
  const tool = given ? addTool(definition, given) : definition.tools?.find(({ text }) => text === wanted)
  if (tool === undefined || !('shows' in tool) || tool.shows === undefined) return undefined
  if (tool.operation !== undefined && !mayCall(surroundings.role, tool.operation)) return undefined
  return { name: tool.text, draw: tool.shows }
}

/** How the list's screen hears what another one asks of it. */
function useAsked<L extends Listed>(definition: ListDefinition<L>, surroundings: Surroundings<L>) {
  const [, setParams] = useSearchParams()
  const watch = useAddressWatch((_params, brought) => brought)
  return (listener: (dialog: { name: string; draw: Dialog<L> }) => void) =>
    watch((brought) => {
      const dialog = askedDialog(definition, surroundings, brought)
      if (dialog === undefined) return
      setParams((now) => now, { replace: true }) // It was asked for once: not again on the way back.
      listener(dialog)
    })
}

/** The resource that a definition describes. */
function useDefined<L extends Listed>(list: ListDefinition<L>, surroundings: Surroundings<L>) {
  const { t } = surroundings
  const hearAsked = useAsked(list, surroundings)
  return useResource<L['row'], L['query']>({
    name: typeof list.name === 'string' ? list.name : list.name(surroundings),
    columns: useMemo(() => {
      const make = columnMakers<L['row'], L['texts']>(t, list.texts, (key) => t(actionWords(list, key)))
      return list.columns(make, surroundings)
    }, [list, t, surroundings]),
    filters: useMemo(
      () => list.filters?.(filterMakers<L['query']>(t), surroundings).filter((filter) => filter !== false) ?? [],
      [list, t, surroundings],
    ),
    firstSort: list.firstSort,
    fetchPage: list.pages(surroundings),
    live: list.live,
    hearAsked,
  })
}

/** What actions and dialogs have at hand. */
function useStage<L extends Listed>(
  { nameOf }: ListDefinition<L>,
  surroundings: Surroundings<L>,
  list: Resource<L['row'], L['query']>,
  order: RowOrdering<L['row']> | undefined,
): Stage<L> {
  const navigate = useNavigate()
  const copy = useCopy()
  const notify = useNotify()
  const { call } = useSingleCall<void>()
  const { screen } = list
  const close = () => screen.send({ type: 'CLOSE' })
  return {
    ...surroundings,
    list,
    nameOf: (row) => nameOf(row, surroundings),
    show: (name, draw) => screen.send({ type: 'OPEN', dialog: { name, draw } }),
    close,
    saved() {
      close()
      list.refresh()
    },
    look: (row) => screen.send({ type: 'LOOK', row }),
    lookAway: () => screen.send({ type: 'LOOK_AWAY' }),
    move: order?.onMove,
    perform: list.perform,
    asking: ({ count, target }, batchOf) => ({
      count,
      onChosen(answer) {
        close()
        list.perform({ target, ...batchOf(answer) })
      },
      onClose: close,
    }),
    call,
    navigate: (to, brought) => void navigate(to, { state: brought }),
    copy: (text) => void copy(text),
    notify,
  }
}

/**
 * A list screen out of its declaration. Paging, sorting, the address, selection, live changes, export and the keyboard are every
 * list's; which dialog is open, whose details are shown and what is being done to rows is the state of one chart, `listScreen`.
 */
export function defineList<L extends Listed>(definition: ListDefinition<L>): ComponentType {
  const { texts, details, tools } = definition
  const add = addTool(definition)

  return function DefinedList() {
    const surroundings = useSurroundings(definition)
    const list = useDefined(definition, surroundings)
    const nameOf = (row: L['row']) => definition.nameOf(row, surroundings)
    // The same hook at every rendering, as a list's definition stays what it is.
    // oxlint-disable-next-line react/rules-of-hooks
    const order = definition.useOrder?.(list, surroundings, nameOf)
    const stage = useStage<L>(definition, surroundings, list, order)
    // Whoever shows dialogs and looks at rows gives the chart this list's own (Stage).
    const dialog = useSelector(list.screen, ({ context }) => context.dialog as { draw: Dialog<L> } | null)
    const looked = useSelector(list.screen, ({ context }) => context.looked as L['row'] | null)
    const actions = listActions(definition, stage)
    const { t } = surroundings
    const own = (name: string) => t(`${texts}.${name}` as TextKey) // What ListTexts asks of a list's texts.

    // What is said of rows one by one is not said of all that match.
    const ids = list.selected === 'matching' ? [] : [...list.selected]
    const { target, count } = list
    const chosen = { target, count, rows: ids.flatMap((id) => list.rowOf(id) ?? []) }
    const open = (row: L['row']) => {
      const { opens = 'edit' } = definition
      const key = typeof opens === 'string' ? opens : opens(row, stage)
      if (key !== undefined) actions.pick(key, row)
    }

    const screen = (
      <ResourceScreen<L['row'], L['query']>
        resource={list}
        title={definition.title?.(surroundings) ?? own('title')}
        unit={definition.unit ?? (`${texts}.unit` as 'table.unit')} // As above.
        nameOf={stage.nameOf}
        onAction={(key, row) => (key === 'open' ? open(row) : actions.pick(key, row))}
        order={order}
        rowActions={actions.ofRow}
        selectionActions={actions.takesSeveral ? actions.ofSeveral(chosen) : undefined}
        takesMatching={definition.takesMatching}
        exportCall={definition.exportCall}
        exportWith={definition.exportWith?.(surroundings)}
        tools={
          <>
            {add && <ToolButton tool={add} stage={stage} />}
            {tools?.map((tool) => (
              <ToolButton key={tool.text} tool={tool} stage={stage} />
            ))}
          </>
        }
        picture={definition.picture?.(stage)}
        empty={{
          icon: definition.empty.icon,
          title: own('empty.title'),
          ...firstRows(definition, stage),
        }}
      >
        {definition.below?.(stage)}
        <Suspense>
          {looked !== null && details?.(looked, stage, actions.ofRow)}
          {dialog?.draw(stage)}
        </Suspense>
      </ResourceScreen>
    )
    return definition.around?.(screen, stage) ?? screen
  }
}
