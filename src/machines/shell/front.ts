import { assign, setup } from 'xstate'

interface Input<Front> {
  /** What stands there from the beginning; undefined where nothing does. */
  first: Front | undefined
}

/**
 * What stands in front of a part of the screen: a dialog, a sheet, another view; one at a time, as which of them it is stands in the
 * context. What has made room for another can not be closed any more.
 */
export function frontMachine<Front>() {
  return setup({
    types: {
      input: {} as Input<Front>,
      context: {} as { front: Front | undefined },
      events: {} as { type: 'OPEN'; front: Front } | { type: 'CLOSE'; front: Front },
    },
    guards: {
      'something stands there': ({ context }) => context.front !== undefined,
      'it is in front': ({ context }, { front }: { front: Front }) => context.front === front,
    },
    actions: {
      'put it in front': assign({ front: (_, { front }: { front: Front }) => front }),
      'take it away': assign({ front: undefined }),
    },
  }).createMachine({
    id: 'front',
    context: ({ input }) => ({ front: input.first }),
    initial: 'closed',
    on: {
      OPEN: { actions: { type: 'put it in front', params: ({ event: { front } }) => ({ front }) } },
    },
    states: {
      closed: {
        description: 'Nothing is in front.',
        always: { guard: 'something stands there', target: 'open' },
      },
      open: {
        description: 'Something is, as the context says.',
        on: {
          CLOSE: {
            guard: { type: 'it is in front', params: ({ event: { front } }) => ({ front }) },
            target: 'closed',
            actions: 'take it away',
          },
        },
      },
    },
  })
}
