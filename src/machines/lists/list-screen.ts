import { assign, fromCallback, setup, type EventObject } from 'xstate'

interface Input {
  /** Tells of dialogs that are asked for on another screen, for as long as the screen stands. */
  hearAsked: ((listener: (dialog: unknown) => void) => () => void) | undefined
}

interface Context<Batch> extends Input {
  /** What stands in front of everything, as whoever draws it wants it; null where nothing does. */
  dialog: unknown
  /** The row that is looked at in detail, below the dialogs that are opened from there; null where none is. */
  looked: unknown
  /** What is being done to rows; null where nothing is. */
  batch: Batch | null
}

type ListScreenEvent<Batch> =
  | { type: 'OPEN'; dialog: unknown }
  | { type: 'CLOSE' }
  | { type: 'LOOK'; row: unknown }
  | { type: 'LOOK_AWAY' }
  | { type: 'PERFORM'; batch: Batch }
  | { type: 'SETTLE' }

/**
 * What stands in front of the rows of any list: a dialog, the details of a row, or what is being done to rows. A dialog that opens
 * another one is gone by then; details stay below. What is done to rows asks, does and tells by a chart of its own, `batchAction`.
 */
export function listScreenMachine<Batch>() {
  return setup({
    types: {
      input: {} as Input,
      context: {} as Context<Batch>,
      events: {} as ListScreenEvent<Batch>,
    },
    actors: {
      askedListener: fromCallback<EventObject, Input>(({ input: { hearAsked }, sendBack }) =>
        hearAsked?.((dialog) => sendBack({ type: 'OPEN', dialog })),
      ),
    },
  }).createMachine({
    id: 'listScreen',
    context: ({ input }) => ({ ...input, dialog: null, looked: null, batch: null }),
    invoke: { src: 'askedListener', input: ({ context: { hearAsked } }) => ({ hearAsked }) },
    type: 'parallel',
    states: {
      dialog: {
        initial: 'closed',
        description: 'What is asked or shown in front of the rows.',
        on: {
          OPEN: { target: '.open', actions: assign(({ event }) => ({ dialog: event.dialog })) },
        },
        states: {
          closed: { description: 'The rows are in front.' },
          open: {
            description: 'Which dialog it is, and what it is about, is in the context.',
            on: { CLOSE: { target: 'closed', actions: assign({ dialog: null }) } },
          },
        },
      },
      details: {
        initial: 'hidden',
        description: 'Everything that is known of one row.',
        on: {
          LOOK: { target: '.shown', actions: assign(({ event }) => ({ looked: event.row })) },
        },
        states: {
          hidden: { description: 'No row is looked at by itself.' },
          shown: {
            description: 'A row is looked at; what is done from there opens in front of it.',
            on: { LOOK_AWAY: { target: 'hidden', actions: assign({ looked: null }) } },
          },
        },
      },
      batch: {
        initial: 'none',
        description: 'What is being done to rows.',
        on: {
          PERFORM: { target: '.performing', actions: assign(({ event }) => ({ batch: event.batch })) },
        },
        states: {
          none: { description: 'Nothing is.' },
          performing: {
            description:
              'It is asked about, or what it came to is being read, unless something else is done; the page is held while it is under way.',
            on: { SETTLE: { target: 'none', actions: assign({ batch: null }) } },
          },
        },
      },
    },
  })
}
