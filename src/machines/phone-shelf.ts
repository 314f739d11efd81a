import { assign, setup } from 'xstate'
import { messageOf } from '../api/errors.ts'
import { loadPhones } from './phone-calls.ts'
import { patchedPhones, patchListener, type Device, type PatchReport, type PatchSource } from './phone-patches.ts'

/** Phones on offer at once; whoever has more searches. */
const shelfSize = 48

/** A choice of phones: searched by name, serial number or address, and kept current by live changes. */
export const phoneShelfMachine = setup({
  types: {
    input: {} as { patches: PatchSource },
    context: {} as {
      readonly patches: PatchSource
      keyword: string
      phones: readonly Device[]
      total: number
      reason: string
    },
    events: {} as PatchReport | { type: 'search'; keyword: string } | { type: 'retry' },
  },
  actors: { loadPhones, patchListener },
  delays: {
    /** A keyword is looked for when its typing pauses. */
    typingPause: 200,
  },
  actions: {
    'keep the keyword': assign({
      keyword: ({ context, event }) => (event.type === 'search' ? event.keyword : context.keyword),
    }),
    'apply the patch': assign({
      phones: ({ context, event }) =>
        event.type === 'patched' ? patchedPhones(context.phones, event.patch) : context.phones,
    }),
  },
}).createMachine({
  id: 'phoneShelf',
  context: ({ input: { patches } }) => ({ patches, keyword: '', phones: [], total: 0, reason: '' }),
  invoke: { src: 'patchListener', input: ({ context: { patches } }) => ({ patches }) },
  on: {
    patched: { actions: 'apply the patch' },
    search: { target: '.typing', actions: 'keep the keyword' },
  },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadPhones',
        input: ({ context: { keyword } }) => ({ keyword, limit: shelfSize }),
        onDone: {
          target: 'ready',
          actions: assign({ phones: ({ event }) => event.output.phones, total: ({ event }) => event.output.total }),
        },
        onError: { target: 'failed', actions: assign({ reason: ({ event }) => messageOf(event.error) }) },
      },
    },
    typing: {
      after: { typingPause: 'loading' },
    },
    ready: {},
    failed: {
      on: { retry: 'loading' },
    },
  },
})
