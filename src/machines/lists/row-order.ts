import { assign, fromCallback, fromPromise, setup, type EventObject } from 'xstate'

/** A row, and the place that it is to have, from 0. */
export interface RowMove {
  id: number
  place: number
}

export interface RowOrderInput {
  /** Has the list stand as it will once the server has heard of it. */
  arrange: (move: RowMove) => void
  /** Gives a row its place at the server. */
  place: (move: RowMove, signal: AbortSignal) => Promise<unknown>
  /** Fetches the rows anew. */
  refresh: () => void
  /** Hears that somebody has changed rows, until the answered function is called. */
  hear: (listener: () => void) => () => void
}

interface Context extends RowOrderInput {
  /** What the server has not heard of yet, in the order in which it was moved. */
  moves: readonly RowMove[]
  /** What was moved last. */
  moved: RowMove | undefined
}

/**
 * A list whose rows operators put in order. A row stands at its new place at once; the server hears of one move after the other, as a place
 * is counted among the rows as the move before left them. News wait until it has heard of all: the rows would stand as they did before.
 */
export const rowOrderMachine = setup({
  types: {
    input: {} as RowOrderInput,
    context: {} as Context,
    events: {} as { type: 'MOVE'; move: RowMove } | { type: 'changed elsewhere' },
    tags: {} as 'to be finished',
  },
  actors: {
    changes: fromCallback<EventObject, Pick<Context, 'hear'>>(({ input: { hear }, sendBack }) =>
      hear(() => sendBack({ type: 'changed elsewhere' })),
    ),
    place: fromPromise<unknown, Pick<Context, 'place' | 'moves'>>(async ({ input: { place, moves }, signal }) => {
      const [move] = moves
      if (move !== undefined) await place(move, signal)
    }),
  },
  guards: {
    'others were moved meanwhile': ({ context }) => context.moves.length > 1,
  },
  actions: {
    'stand as moved': ({ context, event }) => {
      if (event.type === 'MOVE') context.arrange(event.move)
    },
    'note the move': assign(({ context, event }) =>
      event.type === 'MOVE' ? { moves: [...context.moves, event.move], moved: event.move } : {},
    ),
    'the server has heard of one': assign({ moves: ({ context }) => context.moves.slice(1) }),
    'forget the moves': assign({ moves: [], moved: undefined }),
    'stand as the server says': ({ context }) => context.refresh(),
  },
}).createMachine({
  id: 'rowOrder',
  context: ({ input }) => ({ ...input, moves: [], moved: undefined }),
  invoke: { src: 'changes', input: ({ context: { hear } }) => ({ hear }) },
  initial: 'still',
  states: {
    still: {
      description: 'The rows stand as the server has them.',
      on: {
        MOVE: {
          target: 'moving',
          actions: ['stand as moved', 'note the move'],
        },
        'changed elsewhere': { actions: 'stand as the server says' },
      },
    },
    moving: {
      description: 'The server is being told of the moves, one after the other.',
      tags: 'to be finished',
      invoke: {
        id: 'place',
        src: 'place',
        input: ({ context: { place, moves } }) => ({ place, moves }),
        onDone: [
          {
            guard: 'others were moved meanwhile',
            target: 'moving',
            reenter: true,
            actions: 'the server has heard of one',
          },
          { target: 'still', actions: ['the server has heard of one', 'stand as the server says'] },
        ],
        // The client tells why.
        onError: { target: 'still', actions: ['forget the moves', 'stand as the server says'] },
      },
      on: { MOVE: { actions: ['stand as moved', 'note the move'] } },
    },
  },
})
