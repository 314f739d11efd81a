import { assign, fromCallback, fromPromise, setup, type EventObject } from 'xstate'
import type { Market } from '../../../domain/markets.ts'
import type { Role } from '../../../domain/roles.ts'
import { regionsSoFar } from '../../api/devices.ts'
import { fetchMarketOptions, type MarketOptions } from '../../api/environments.ts'

interface Input {
  market: Market
  role: Role
  /** Hears that groups were changed, until the answered function is called. */
  hear: (listener: () => void) => () => void
}

/**
 * What the environments of a market can be given and narrowed to: regions, groups, people. Groups come anew when they were
 * changed; what is there stays meanwhile. A failure is told by the client, and another try follows.
 */
export const marketOptionsMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input & MarketOptions,
    events: {} as { type: 'REFRESH' },
  },
  actors: {
    news: fromCallback<EventObject, Pick<Input, 'hear'>>(({ input: { hear }, sendBack }) =>
      hear(() => sendBack({ type: 'REFRESH' })),
    ),
    options: fromPromise<MarketOptions, Pick<Input, 'market' | 'role'>>(({ input: { market, role }, signal }) =>
      fetchMarketOptions(market, role, signal),
    ),
  },
  actions: {
    'take the options': assign((_, { options }: { options: MarketOptions }) => options),
  },
  delays: { untilNextTry: 30_000 },
}).createMachine({
  id: 'marketOptions',
  context: ({ input }) => ({ ...input, regions: regionsSoFar(), groups: [], members: [] }),
  invoke: { src: 'news', input: ({ context: { hear } }) => ({ hear }) },
  initial: 'loading',
  states: {
    loading: {
      description: 'The server is being asked.',
      invoke: {
        id: 'options',
        src: 'options',
        input: ({ context: { market, role } }) => ({ market, role }),
        onDone: {
          target: 'ready',
          actions: { type: 'take the options', params: ({ event }) => ({ options: event.output }) },
        },
        onError: 'failed',
      },
    },
    ready: {
      description: 'The options are there.',
      on: { REFRESH: 'loading' },
    },
    failed: {
      description: 'They could not be had; what was there before stays, and another try follows by itself.',
      after: { untilNextTry: 'loading' },
      on: { REFRESH: 'loading' },
    },
  },
})
