import { assign, fromPromise, setup } from 'xstate'
import type { Market } from '../../../domain/markets.ts'
import type { Role } from '../../../domain/roles.ts'
import { api, dataOf } from '../../api/client.ts'
import { mayCall } from '../../api/permissions.ts'
import type { Group } from './group-list.ts'
import { fetchRegions, regionsSoFar, type Region } from '../../api/regions.ts'

export type { Region } from '../../api/regions.ts'

/** Who may be given an environment. */
export interface Member {
  id: number
  user_name: string
}

export interface MarketOptions {
  regions: readonly Region[]
  groups: readonly Group[]
  members: readonly Member[]
}

/** The most that is asked for at once, which is more than a team has. */
const most = 500

async function membersOf(role: Role, signal: AbortSignal): Promise<readonly Member[]> {
  if (!mayCall(role, 'userList')) return [] // An element keeps what it has.
  const query = { limit: most, sort: 'user_name' as const }
  return (await dataOf(api.GET('/api/restful/v2/user/list', { signal, params: { query } }))).items
}

interface Input {
  market: Market
  role: Role
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
    options: fromPromise<MarketOptions, Input>(async ({ input: { market, role }, signal }) => {
      const query = { market, limit: most }
      const [regions, groups, members] = await Promise.all([
        fetchRegions(signal),
        dataOf(api.GET('/api/restful/v2/group/list', { signal, params: { query } })),
        membersOf(role, signal),
      ])
      return { regions, groups: groups.items, members }
    }),
  },
  actions: {
    'take the options': assign((_, { options }: { options: MarketOptions }) => options),
  },
  delays: { untilNextTry: 30_000 },
}).createMachine({
  id: 'marketOptions',
  context: ({ input }) => ({ ...input, regions: regionsSoFar(), groups: [], members: [] }),
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
