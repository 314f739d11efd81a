import { assign, emit, setup } from 'xstate'
import { recallJson, remember } from '../../browser-storage.ts'

/** A list's sort and filters under a name, as its address writes them. */
export interface SavedView {
  name: string
  /** Without the question mark; empty where everything is as usual. */
  search: string
  /** Whether the list opens with it. At most one does. */
  opens: boolean
}

/** Of a name, in characters. */
export const longestViewName = 40
/** Of one user's list: more would be no help. */
const maxViews = 50

/** Where views are kept. */
export interface ViewStorage {
  read: () => readonly SavedView[]
  write: (views: readonly SavedView[]) => void
}

const isView = (value: unknown): value is SavedView => {
  const { name, search, opens } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return typeof name === 'string' && name !== '' && typeof search === 'string' && typeof opens === 'boolean'
}

/** The browser's own storage: one user's views of one list. What is spoilt or closed holds none. */
export function browserStorage(user: number, list: string): ViewStorage {
  const place = `phonedeck.views.${user}.${list}`
  return {
    read: () => {
      const kept = recallJson(place)
      return Array.isArray(kept) ? kept.filter(isView).slice(0, maxViews) : []
    },
    write: (views) => remember(place, JSON.stringify(views)),
  }
}

interface Input {
  storage: ViewStorage
  /** The list as it is opened, as its address writes it; empty where that says nothing. */
  search: string
  /** Has the list stand as a view does. */
  apply: (search: string) => void
}

interface Context extends Input {
  views: readonly SavedView[]
  /** The one that is getting another name. */
  renamed: string
}

type Event =
  /** The list as it stands is to be kept. */
  | { type: 'SAVE' }
  | { type: 'RENAME'; name: string }
  | { type: 'NAME'; name: string; search: string }
  | { type: 'CANCEL' }
  | { type: 'DELETE'; name: string }
  /** The list is to open with it; or no longer, where it does already. */
  | { type: 'OPEN_WITH'; name: string }

/** What a user has done with a view of its own; a view that was kept may have been there before. */
export type OwnChange =
  | { type: 'kept'; name: string; search: string }
  | { type: 'renamed'; before: string; name: string; search: string }
  | { type: 'deleted'; name: string }

/** A view in the place of one of the same name, or behind the others. */
function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const at = views.findIndex(({ name }) => name === view.name)
  return at < 0 ? [...views, view] : views.with(at, { ...view, opens: views[at]?.opens ?? false })
}

/** The views that one user keeps of one list: saved, renamed, deleted, and one of them what the list opens with. */
export const savedViewsMachine = setup({
  types: { input: {} as Input, context: {} as Context, events: {} as Event, emitted: {} as OwnChange },
  guards: {
    'it is a name': ({ event }) =>
      event.type === 'NAME' && event.name.trim() !== '' && event.name.trim().length <= longestViewName,
    'there is room': ({ context }) => context.views.length < maxViews,
  },
  actions: {
    'note which': assign(({ event }) => (event.type === 'RENAME' ? { renamed: event.name } : {})),
    'keep the view': assign(({ context, event }) =>
      event.type === 'NAME'
        ? { views: withView(context.views, { name: event.name.trim(), search: event.search, opens: false }) }
        : {},
    ),
    'give it the name': assign(({ context: { views, renamed }, event }) => {
      if (event.type !== 'NAME') return {}
      const name = event.name.trim()
      return {
        views: views
          .filter((view) => view.name !== name || name === renamed)
          .map((view) => (view.name === renamed ? { ...view, name } : view)),
      }
    }),
    'drop the view': assign(({ context, event }) =>
      event.type === 'DELETE' ? { views: context.views.filter(({ name }) => name !== event.name) } : {},
    ),
    'say that it is kept': emit((_, { name, search }: Pick<SavedView, 'name' | 'search'>) => ({
      type: 'kept' as const,
      name: name.trim(),
      search,
    })),
    'say that it is renamed': emit(({ context: { views, renamed } }, { name }: Pick<SavedView, 'name'>) => {
      const search = views.find((view) => view.name === name.trim())?.search ?? ''
      return { type: 'renamed' as const, before: renamed, name: name.trim(), search }
    }),
    'say that it is deleted': emit((_, { name }: Pick<SavedView, 'name'>) => ({ type: 'deleted' as const, name })),
    'open with it': assign(({ context, event }) =>
      event.type === 'OPEN_WITH'
        ? { views: context.views.map((view) => ({ ...view, opens: view.name === event.name && !view.opens })) }
        : {},
    ),
    // Only as the list is opened: who clears the filters later wants them cleared.
    'begin with the view that it opens with': ({ context: { views, search, apply } }) => {
      const first = views.find(({ opens }) => opens)
      if (search === '' && first !== undefined) apply(first.search)
    },
    'keep the views': ({ context }) => context.storage.write(context.views),
  },
}).createMachine({
  id: 'savedViews',
  context: ({ input }) => ({ ...input, views: input.storage.read(), renamed: '' }),
  entry: 'begin with the view that it opens with',
  initial: 'listed',
  states: {
    listed: {
      description: 'The views can be chosen from and put in order.',
      on: {
        SAVE: { guard: 'there is room', target: 'naming' },
        RENAME: { target: 'renaming', actions: 'note which' },
        DELETE: {
          actions: [
            'drop the view',
            'keep the views',
            { type: 'say that it is deleted', params: ({ event }) => event },
          ],
        },
        OPEN_WITH: { actions: ['open with it', 'keep the views'] },
      },
    },
    naming: {
      description: 'The list as it stands waits for a name.',
      on: {
        NAME: {
          guard: 'it is a name',
          target: 'listed',
          actions: ['keep the view', 'keep the views', { type: 'say that it is kept', params: ({ event }) => event }],
        },
        CANCEL: 'listed',
      },
    },
    renaming: {
      description: 'A view waits for another name.',
      on: {
        NAME: {
          guard: 'it is a name',
          target: 'listed',
          actions: [
            'give it the name',
            'keep the views',
            { type: 'say that it is renamed', params: ({ event }) => event },
          ],
        },
        CANCEL: 'listed',
      },
    },
  },
})
