import { assign, cancel, enqueueActions, raise, setup } from 'xstate'

export type NoticeKind = 'error' | 'warning' | 'success' | 'info'

/** What somebody wants the operator told. */
export interface Notice {
  kind: NoticeKind
  text: string
}

export interface ShownNotice extends Notice {
  id: number
}

/** How long a notice stays, in milliseconds: errors and warnings as SPEC §9 says. */
const shownFor: Record<NoticeKind, number> = { error: 10_000, warning: 5_000, success: 3_000, info: 3_000 }

/** More than these nobody reads: the oldest leaves when another one comes. */
const mostShown = 5

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
      | { type: 'time is up'; id: number },
  },
  actions: {
    'take it away': assign({
      shown: ({ context, event }) => context.shown.filter(({ id }) => event.type === 'notify' || id !== event.id),
    }),
    'show it for its time': enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'notify') return
      const { kind, text } = event.notice
      const same = context.shown.find((notice) => notice.kind === kind && notice.text === text)
      const id = same?.id ?? context.nextId
      if (same === undefined) {
        const leaving = context.shown.slice(0, Math.max(0, context.shown.length + 1 - mostShown))
        for (const { id } of leaving) enqueue(cancel(timerOf(id)))
        enqueue.assign({ shown: [...context.shown.slice(leaving.length), { id, kind, text }], nextId: id + 1 })
      } else {
        enqueue(cancel(timerOf(id)))
      }
      enqueue(raise({ type: 'time is up', id }, { id: timerOf(id), delay: shownFor[kind] }))
    }),
    'stop its time': cancel(({ event }) => timerOf(event.type === 'dismiss' ? event.id : -1)),
  },
  guards: {
    'something is left': ({ context, event }) =>
      context.shown.some(({ id }) => event.type !== 'notify' && id !== event.id),
  },
}).createMachine({
  id: 'notifications',
  context: { shown: [], nextId: 1 },
  initial: 'quiet',
  states: {
    quiet: {
      description: 'There is nothing to tell.',
      on: { notify: { target: 'showing', actions: 'show it for its time' } },
    },
    showing: {
      description: 'At least one notice is on the screen.',
      on: {
        notify: { actions: 'show it for its time' },
        dismiss: [
          { guard: 'something is left', actions: ['stop its time', 'take it away'] },
          { target: 'quiet', actions: ['stop its time', 'take it away'] },
        ],
        'time is up': [
          { guard: 'something is left', actions: 'take it away' },
          { target: 'quiet', actions: 'take it away' },
        ],
      },
    },
  },
})

function timerOf(id: number): string {
  return `time of ${id}`
}
