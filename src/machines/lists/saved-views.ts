import { assign, emit, fromCallback, setup, type EventObject } from 'xstate'
import { recall, recallJson, remember } from '../../browser-storage.ts'

/** A list's sort and filters under a name, as its address writes them. */
export interface SavedView {
  name: string
  /** Without the question mark; empty where everything is as usual. */
  search: string
  /** Whether the list opens with it. At most one does. */
  opens: boolean
}

/** Of a name, in characters. */
export const maxViewNameLength = 40
/** Of one user's list: more would be no help. */
const maxViews = 50

/** Where views are kept. */
export interface ViewStorage {
  /** What is kept by now; the same views where nothing else was written since. */
  read: (views: readonly SavedView[]) => readonly SavedView[]
  write: (views: readonly SavedView[]) => void
  /** Hears that another tab has written, until the answered function is called. */
  hear: (listener: () => void) => () => void
}

const isView = (value: unknown): value is SavedView => {
  const { name, search, opens } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return typeof name === 'string' && name !== '' && typeof search === 'string' && typeof opens === 'boolean'
}

/** The browser's own storage: one user's views of one list. What is spoilt or closed holds none. */
export function browserStorage(user: number, list: string): ViewStorage {
  const place = `phonedeck.views.${user}.${list}`
  let known: string | null | undefined
  return {
    read: (views) => {
      const text = recall(place)
      if (text === known) return views // Where it is closed or full, what was chosen holds.
      known = text
      const kept = recallJson(place)
      return Array.isArray(kept) ? kept.filter(isView).slice(0, maxViews) : []
    },
    write: (views) => {
      remember(place, JSON.stringify(views))
      known = recall(place)
    },
    hear: (listener) => {
      const hears = ({ key }: StorageEvent) => key === place && listener()
      addEventListener('storage', hears)
      return () => removeEventListener('storage', hears)
    },
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
  /** By another tab. */
  | { type: 'changed elsewhere' }

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

/** As they are kept by now: a change here is one of what another tab has made of them. */
const keptNow = ({ storage, views }: Context): readonly SavedView[] => storage.read(views)

/** The views that one user keeps of one list: saved, renamed, deleted, and one of them what the list opens with. */
export const savedViewsMachine = setup({
  types: { input: {} as Input, context: {} as Context, events: {} as Event, emitted: {} as OwnChange },
  actors: {
    'other tabs': fromCallback<EventObject, ViewStorage>(({ input: { hear }, sendBack }) =>
      hear(() => sendBack({ type: 'changed elsewhere' })),
    ),
  },
  guards: {
    'it is a name': ({ event }) =>
      event.type === 'NAME' && event.name.trim() !== '' && event.name.trim().length <= maxViewNameLength,
    'there is room': ({ context }) => context.views.length < maxViews,
    'it is gone': ({ context: { views, renamed } }) => !views.some(({ name }) => name === renamed),
  },
  actions: {
    'note which': assign(({ event }) => (event.type === 'RENAME' ? { renamed: event.name } : {})),
    'keep the view': assign(({ context, event }) =>
      event.type === 'NAME'
        ? { views: withView(keptNow(context), { name: event.name.trim(), search: event.search, opens: false }) }
        : {},
    ),
    'give it the name': assign(({ context, event }) => {
      if (event.type !== 'NAME') return {}
      const { renamed } = context
      const [name, views] = [event.name.trim(), keptNow(context)]
      const isThere = views.some((view) => view.name === renamed)
      return {
        views: views
          .filter((view) => !isThere || view.name !== name || name === renamed)
          .map((view) => (view.name === renamed ? { ...view, name } : view)),
      }
    }),
    'drop the view': assign(({ context, event }) =>
      event.type === 'DELETE' ? { views: keptNow(context).filter(({ name }) => name !== event.name) } : {},
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
        ? { views: keptNow(context).map((view) => ({ ...view, opens: view.name === event.name && !view.opens })) }
        : {},
    ),
    // Only as the list is opened: who clears the filters later wants them cleared.
    'begin with the view that it opens with': ({ context: { views, search, apply } }) => {
      const first = views.find(({ opens }) => opens)
      if (search === '' && first !== undefined) apply(first.search)
    },
    'take the views': assign({ views: ({ context }) => keptNow(context) }),
    'keep the views': ({ context }) => context.storage.write(context.views),
  },
}).createMachine({
  id: 'savedViews',
  context: ({ input }) => ({ ...input, views: input.storage.read([]), renamed: '' }),
  entry: 'begin with the view that it opens with',
  invoke: { src: 'other tabs', input: ({ context }) => context.storage },
  on: {
    'changed elsewhere': { actions: 'take the views' },
    SAVE: { guard: 'there is room', target: '.naming' },
    RENAME: { target: '.renaming', actions: 'note which' },
    DELETE: {
      actions: ['drop the view', 'keep the views', { type: 'say that it is deleted', params: ({ event }) => event }],
    },
    OPEN_WITH: { actions: ['open with it', 'keep the views'] },
  },
  initial: 'listed',
  states: {
    listed: { description: 'No name is asked for.' },
    naming: {
      description: 'The list as it stands waits for a name; what is done with other views goes on.',
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
      description: 'A view waits for another name, unless another tab deletes it.',
      always: { guard: 'it is gone', target: 'listed' },
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
