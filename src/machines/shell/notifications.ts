import { enqueueActions, setup } from 'xstate'

export type NoticeKind = 'error' | 'warning' | 'success' | 'info'

/** What somebody wants the operator told. */
export interface Notice {
  kind: NoticeKind
  text: string
  /** What can still be done about it; it stays the longer. */
  action?: { text: string; run: () => void }
}

interface ShownNotice extends Notice {
  id: number
}

/** How long a notice stays, in milliseconds: errors and warnings as SPEC §9 says. */
const shownFor: Record<NoticeKind, number> = { error: 10_000, warning: 5_000, success: 3_000, info: 3_000 }

/** What can be undone stays for as long as it can. */
const actionTime = 600_000

/** More than these nobody reads. */
const maxShown = 5

/** Who leaves for another one, the oldest first: what can be undone after all else, and never for what only tells something. */
function leavingFor(notice: Notice, shown: readonly ShownNotice[]): readonly ShownNotice[] {
  const plain = shown.filter(({ action }) => action === undefined)
  const others = notice.action === undefined ? [] : shown.filter(({ action }) => action !== undefined)
  return [...plain, ...others].slice(0, Math.max(0, shown.length + 1 - maxShown))
}

/** Two with something to do about them never are: each is about something else, whatever its words. */
const isSame = (one: Notice, other: Notice): boolean =>
  one.kind === other.kind && one.text === other.text && one.action === undefined && other.action === undefined

/**
 * The notices in the corner, oldest first. Each leaves by itself after its time. The same notice once more is not shown
 * twice: its time begins again, so that ten calls that fail for one reason say so once.
 */
export const notificationsMachine = setup({
  types: {
    context: {} as { shown: ShownNotice[]; nextId: number },
    events: {} as
      | { type: 'notify'; notice: Notice }
      | { type: 'dismiss'; id: number }
      | { type: 'time is up'; id: number }
      /** What was said no longer matters. */
      | { type: 'clear' }
      /** What can still be done about something is not for the next one to do. */
      | { type: 'user left' },
  },
  actions: {
    'show it for its time': enqueueActions(({ context: { shown, nextId }, enqueue }, notice: Notice) => {
      const same = shown.find((one) => isSame(one, notice))
      const id = same?.id ?? nextId
      if (same === undefined) {
        const leaving = leavingFor(notice, shown)
        for (const { id } of leaving) enqueue.cancel(timerOf(id))
        const staying = shown.filter((one) => !leaving.includes(one))
        enqueue.assign({ shown: [...staying, { id, ...notice }], nextId: id + 1 })
      }
      enqueue.cancel(timerOf(id))
      enqueue.raise(
        { type: 'time is up', id },
        { id: timerOf(id), delay: notice.action === undefined ? shownFor[notice.kind] : actionTime },
      )
    }),
    'take it away': enqueueActions(({ context, enqueue }, { id }: { id: number }) => {
      enqueue.cancel(timerOf(id))
      enqueue.assign({ shown: context.shown.filter((notice) => notice.id !== id) })
    }),
    'take away what can be done': enqueueActions(({ context, enqueue }) => {
      for (const { id, action } of context.shown) if (action) enqueue.raise({ type: 'dismiss', id })
    }),
    'take all away': enqueueActions(({ context, enqueue }) => {
      for (const { id } of context.shown) enqueue.cancel(timerOf(id))
      enqueue.assign({ shown: [] })
    }),
  },
  guards: {
    'another one stays': ({ context }, { id }: { id: number }) => context.shown.some((notice) => notice.id !== id),
  },
}).createMachine({
  id: 'notifications',
  context: { shown: [], nextId: 1 },
  initial: 'quiet',
  states: {
    quiet: {
      description: 'There is nothing to tell.',
      on: {
        notify: { target: 'showing', actions: { type: 'show it for its time', params: ({ event }) => event.notice } },
      },
    },
    showing: {
      description: 'At least one notice is on the screen.',
      on: {
        notify: { actions: { type: 'show it for its time', params: ({ event }) => event.notice } },
        dismiss: [
          {
            guard: { type: 'another one stays', params: ({ event }) => event },
            actions: { type: 'take it away', params: ({ event }) => event },
          },
          { target: 'quiet', actions: 'take all away' },
        ],
        'time is up': [
          {
            guard: { type: 'another one stays', params: ({ event }) => event },
            actions: { type: 'take it away', params: ({ event }) => event },
          },
          { target: 'quiet', actions: 'take all away' },
        ],
        clear: { target: 'quiet', actions: 'take all away' },
        'user left': { actions: 'take away what can be done' },
      },
    },
  },
})

function timerOf(id: number): string {
  return `time of ${id}`
}
