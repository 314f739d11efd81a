import { assign, fromPromise, raise, setup, stateIn } from 'xstate'
import { recall, remember } from '../../browser-storage.ts'
import { messageOf } from '../../api/errors.ts'
import { fetchMessages, openMessage, type MessagePage, type SiteMessage } from '../../api/messages.ts'

/** How many messages the bell asks for at first (SPEC §9). */
export const firstPageSize = 5
/** The page sizes that the pagination offers (SPEC §9). */
export const pageSizes = [100, 200, 300, 400] as const

/** How long the newest unread message stands in the corner, in milliseconds, before it is left to the bell. */
const inTheCorner = 8_000

/** Where a browser keeps which message its operator waved away last. */
const storageKey = (userId: number): string => `dismissed-message.${userId}`

type SiteMessagesEvent =
  /** The server has pushed a message. */
  | { type: 'arrived'; message: SiteMessage }
  /** It was read, maybe in another tab. */
  | { type: 'was read'; id: number }
  /** Look again: the list may be outdated, or could not be loaded. */
  | { type: 'refresh' }
  | { type: 'turn to'; skip: number; limit: number }
  /** The notification is waved away; the message stays unread. */
  | { type: 'dismiss' }
  | { type: 'open'; id: number }
  | { type: 'retry' }
  /** 已读, or any other way to close the dialog. */
  | { type: 'close' }
  /** Raised here: the list has just been looked at. */
  | { type: 'looked' }

interface SiteMessagesContext {
  userId: number
  skip: number
  limit: number
  page: MessagePage | undefined
  /** Why the list could not be loaded; empty where it could. */
  listFailure: string
  /** What the notification in the corner shows. */
  announced: SiteMessage | undefined
  /** The newest message that was announced: older ones are not announced any more. */
  heardUpTo: number
  openedId: number
  opened: SiteMessage | undefined
  /** Why the message could not be loaded; empty where it could. */
  messageFailure: string
}

/** The message that this user waved away last at this browser, or 0. */
export const dismissedMessage = (userId: number): number => Number(recall(storageKey(userId)) ?? 0)

/** The server names messages in the order in which they were sent. */
const newer = (message: SiteMessage | undefined, heardUpTo: number): boolean =>
  message !== undefined && message.id > heardUpTo

/**
 * The site messages (SPEC §2 bell and dialog, §4): the bell's list, the notification in the corner, and the dialog in
 * which a message is read. To load a message is to confirm it, so the dialog's 已读 has only to close it.
 *
 * Whatever arrives while the list is on its way makes it ask once more, so that no message is passed over.
 */
export const siteMessagesMachine = setup({
  types: {
    input: {} as { userId: number; heardUpTo: number },
    context: {} as SiteMessagesContext,
    events: {} as SiteMessagesEvent,
  },
  actors: {
    'load the list': fromPromise<MessagePage, { skip: number; limit: number }>(({ input, signal }) =>
      fetchMessages(input, signal),
    ),
    'load the message': fromPromise<SiteMessage, { id: number }>(({ input, signal }) => openMessage(input.id, signal)),
  },
  guards: {
    'something changed since': stateIn({ list: { loading: 'outdated' } }),
    'there is news': ({ context }) => newer(context.page?.newest, context.heardUpTo),
    'nothing is unread': ({ context }) => context.page?.unread === 0,
    'it is the one that is announced': ({ context, event }) =>
      (event.type === 'open' || event.type === 'was read') && event.id === context.announced?.id,
  },
  actions: {
    'take the list': assign((_, { page }: { page: MessagePage }) => ({ page, listFailure: '' })),
    'take the failure of the list': assign((_, { failure }: { failure: unknown }) => ({
      listFailure: messageOf(failure),
    })),
    'turn the page': assign(({ context, event }) =>
      event.type === 'turn to' ? { skip: event.skip, limit: event.limit } : context,
    ),
    'announce what arrived': assign(({ context, event }) =>
      event.type === 'arrived'
        ? { announced: event.message, heardUpTo: Math.max(context.heardUpTo, event.message.id) }
        : context,
    ),
    'announce the newest': assign(({ context }) => ({
      announced: context.page?.newest,
      heardUpTo: context.page?.newest?.id ?? context.heardUpTo,
    })),
    'remember that it was waved away': ({ context: { userId, announced } }) => {
      if (announced !== undefined) remember(storageKey(userId), String(announced.id))
    },
    'say no more of it': assign({ announced: undefined }),
    'take up the message': assign(({ context, event }) =>
      event.type === 'open' ? { openedId: event.id, opened: undefined, messageFailure: '' } : context,
    ),
    'show the message': assign(({ context }, { message }: { message: SiteMessage }) => ({
      opened: message,
      page: context.page && {
        ...context.page,
        items: context.page.items.map((item) => (item.id === message.id ? message : item)),
      },
    })),
    'take the failure of the message': assign((_, { failure }: { failure: unknown }) => ({
      messageFailure: messageOf(failure),
    })),
  },
  delays: { inTheCorner },
}).createMachine({
  id: 'siteMessages',
  context: ({ input: { userId, heardUpTo } }) => ({
    userId,
    skip: 0,
    limit: firstPageSize,
    page: undefined,
    listFailure: '',
    announced: undefined,
    heardUpTo,
    openedId: 0,
    opened: undefined,
    messageFailure: '',
  }),
  type: 'parallel',
  states: {
    list: {
      description: 'The list under the bell.',
      initial: 'loading',
      on: { 'turn to': { target: '.loading', actions: 'turn the page' } },
      states: {
        loading: {
          description: 'The server is being asked for a page; the one before stays on the screen.',
          invoke: {
            id: 'list',
            src: 'load the list',
            input: ({ context: { skip, limit } }) => ({ skip, limit }),
            onDone: [
              {
                guard: 'something changed since',
                target: 'loading',
                reenter: true,
                // What it says of the unread is outdated, too: nothing is announced or taken back by it.
                actions: { type: 'take the list', params: ({ event }) => ({ page: event.output }) },
              },
              {
                target: 'current',
                actions: [
                  { type: 'take the list', params: ({ event }) => ({ page: event.output }) },
                  raise({ type: 'looked' }),
                ],
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'take the failure of the list', params: ({ event }) => ({ failure: event.error }) },
            },
          },
          initial: 'fresh',
          states: {
            fresh: {
              description: 'Nothing has changed since we asked.',
              on: { arrived: 'outdated', refresh: 'outdated', 'was read': 'outdated' },
            },
            outdated: { description: 'Something changed since we asked, so we shall ask again.' },
          },
        },
        current: {
          description: 'What is shown is how it is.',
          on: { arrived: 'loading', refresh: 'loading', 'was read': 'loading' },
        },
        failed: {
          description: 'The list could not be had; the operator may ask again, and the next message does.',
          on: { arrived: 'loading', refresh: 'loading', 'was read': 'loading' },
        },
      },
    },
    news: {
      description: 'The notification in the corner.',
      initial: 'quiet',
      states: {
        quiet: {
          description: 'There is nothing to announce.',
          entry: 'say no more of it',
          on: {
            arrived: { target: 'announced', actions: 'announce what arrived' },
            looked: { guard: 'there is news', target: 'announced', actions: 'announce the newest' },
          },
        },
        announced: {
          description: 'The newest unread message is in the bottom right corner, for a while.',
          after: { inTheCorner: 'quiet' },
          on: {
            arrived: { target: 'announced', reenter: true, actions: 'announce what arrived' },
            looked: [
              { guard: 'there is news', target: 'announced', reenter: true, actions: 'announce the newest' },
              { guard: 'nothing is unread', target: 'quiet' },
            ],
            dismiss: { target: 'quiet', actions: 'remember that it was waved away' },
            'was read': { guard: 'it is the one that is announced', target: 'quiet' },
            open: { guard: 'it is the one that is announced', target: 'quiet' },
          },
        },
      },
    },
    dialog: {
      description: 'The dialog in which a message is read.',
      initial: 'closed',
      states: {
        closed: {
          description: 'No message is being read.',
          on: { open: { target: 'loading', actions: 'take up the message' } },
        },
        loading: {
          description: 'The dialog is open; its message is being loaded, which confirms it.',
          invoke: {
            id: 'message',
            src: 'load the message',
            input: ({ context }) => ({ id: context.openedId }),
            onDone: {
              target: 'shown',
              actions: [
                { type: 'show the message', params: ({ event }) => ({ message: event.output }) },
                raise({ type: 'refresh' }),
              ],
            },
            onError: {
              target: 'failed',
              actions: { type: 'take the failure of the message', params: ({ event }) => ({ failure: event.error }) },
            },
          },
          on: {
            open: { target: 'loading', reenter: true, actions: 'take up the message' },
            close: 'closed',
          },
        },
        shown: {
          description: 'The message can be read; the server knows that it was.',
          on: { open: { target: 'loading', actions: 'take up the message' }, close: 'closed' },
        },
        failed: {
          description: 'The message could not be loaded, and is still unread; the operator may try again.',
          on: {
            retry: 'loading',
            open: { target: 'loading', actions: 'take up the message' },
            close: 'closed',
          },
        },
      },
    },
  },
})
