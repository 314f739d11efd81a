import { assign, fromPromise, setup } from 'xstate'
import type { Role } from '../../domain/roles.ts'
import { api, dataOf } from '../api/client.ts'
import { mayCall } from '../api/permissions.ts'
import type { components } from '../api/schema.ts'

export type Region = components['schemas']['Region']
type Box = Pick<components['schemas']['Box'], 'id' | 'name'>

export interface DeviceOptions {
  regions: readonly Region[]
  /** Empty for roles that have nothing to do with boxes. */
  boxes: readonly Box[]
}

/** Boxes a page, and at most: a longer choice is nobody's. */
const boxesPerPage = 500
const mostBoxes = 2_000

async function fetchBoxes(signal: AbortSignal): Promise<Box[]> {
  const boxes: Box[] = []
  for (let total = 1; boxes.length < Math.min(total, mostBoxes);) {
    const query = { limit: boxesPerPage, skip: boxes.length }
    const page = await dataOf(api.GET('/api/restful/v2/box/list', { signal, params: { query } }))
    if (page.items.length === 0) break
    boxes.push(...page.items)
    total = page.total
  }
  return boxes
}

/** What phones can be narrowed to. A failure is told by the client; the list works without, and another try follows. */
export const deviceOptionsMachine = setup({
  types: {
    input: {} as { role: Role },
    context: {} as { role: Role } & DeviceOptions,
  },
  actors: {
    options: fromPromise<DeviceOptions, { role: Role }>(async ({ input: { role }, signal }) => {
      const [{ items: regions }, boxes] = await Promise.all([
        dataOf(api.GET('/api/restful/v2/config/region', { signal })),
        mayCall(role, 'boxList') ? fetchBoxes(signal) : [],
      ])
      return { regions, boxes }
    }),
  },
  delays: { untilNextTry: 30_000 },
}).createMachine({
  id: 'deviceOptions',
  context: ({ input: { role } }) => ({ role, regions: [], boxes: [] }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The server is being asked.',
      invoke: {
        src: 'options',
        input: ({ context: { role } }) => ({ role }),
        onDone: { target: 'ready', actions: assign(({ event }) => event.output) },
        onError: 'failed',
      },
    },
    ready: {
      description: 'The options are there, for as long as the screen is.',
      type: 'final',
    },
    failed: {
      description: 'There are none; another try follows by itself.',
      after: { untilNextTry: 'loading' },
    },
  },
})
