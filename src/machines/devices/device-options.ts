import { assign, fromPromise, setup } from 'xstate'
import { fetchRegions, regionsSoFar, type Region } from '../../api/devices.ts'

/** Where phones may be. A failure is told by the client; the list works without, and another try follows. */
export const deviceOptionsMachine = setup({
  types: {
    context: {} as { regions: readonly Region[] },
  },
  actors: {
    options: fromPromise<readonly Region[]>(({ signal }) => fetchRegions(signal)),
  },
  delays: { untilNextTry: 30_000 },
}).createMachine({
  id: 'deviceOptions',
  context: () => ({ regions: regionsSoFar() }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The server is being asked.',
      invoke: {
        src: 'options',
        onDone: { target: 'ready', actions: assign(({ event }) => ({ regions: event.output })) },
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
