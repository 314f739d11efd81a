import { assign, enqueueActions, setup } from 'xstate'
import { usualQuality } from '../../domain/stream-protocol.ts'
import { messageOf } from '../api/errors.ts'
import { loadWall, type WallEntry } from './phone-calls.ts'
import { fleetListener, returnedPhone, type FleetReport, type FleetSource } from './phone-patches.ts'
import { remoteSessionMachine, type RemoteSession } from './remote-session.ts'

/** A page shows at most so many phones. */
export const mostWallPhones = 25

export interface WallPhone extends WallEntry {
  session: RemoteSession
}

/** A wall of phones to look at: each has its own session, and one of them may be enlarged. */
export const remoteWallMachine = setup({
  types: {
    /** No ids: the first phones there are. Phones that are known already are not asked for. */
    input: {} as { fleet: FleetSource; ids: readonly number[]; known?: readonly WallEntry[] },
    context: {} as {
      readonly fleet: FleetSource
      readonly ids: readonly number[]
      readonly known: readonly WallEntry[] | undefined
      phones: readonly WallPhone[]
      /** The enlarged phone's id. */
      enlarged: number | null
      reason: string
    },
    events: {} as FleetReport | { type: 'retry' } | { type: 'enlarge'; id: number } | { type: 'shrink' },
  },
  actors: { loadWall, session: remoteSessionMachine, fleetListener },
  guards: {
    'there is none': (_, { phones }: { phones: readonly WallEntry[] }) => phones.length === 0,
  },
  actions: {
    'tell the sessions of returned phones': enqueueActions(({ context, event, enqueue }) => {
      for (const { id, session } of context.phones)
        if (event.type === 'patches missed' || (event.type === 'patched' && returnedPhone(event.patch) === id))
          enqueue.sendTo(session, { type: 'phone returned' })
    }),
    'make the enlarged phone small': enqueueActions(({ context, enqueue }) => {
      const phone = context.phones.find(({ id }) => id === context.enlarged)
      if (phone) enqueue.sendTo(phone.session, { type: 'quality', quality: 'thumbnail' })
    }),
    'give the enlarged phone a better picture': enqueueActions(({ context, enqueue }) => {
      const phone = context.phones.find(({ id }) => id === context.enlarged)
      if (phone) enqueue.sendTo(phone.session, { type: 'quality', quality: usualQuality })
    }),
  },
}).createMachine({
  id: 'remoteWall',
  context: ({ input: { fleet, ids, known } }) => ({ fleet, ids, known, phones: [], enlarged: null, reason: '' }),
  invoke: { src: 'fleetListener', input: ({ context: { fleet } }) => ({ fleet }) },
  on: {
    patched: { actions: 'tell the sessions of returned phones' },
    'patches missed': { actions: 'tell the sessions of returned phones' },
  },
  initial: 'loading',
  states: {
    loading: {
      description: 'The phones are being asked for.',
      invoke: {
        src: 'loadWall',
        input: ({ context: { ids, known } }) => ({ ids, known, limit: mostWallPhones }),
        onDone: [
          {
            guard: { type: 'there is none', params: ({ event }) => ({ phones: event.output }) },
            target: 'empty',
          },
          {
            target: 'watching',
            actions: assign({
              phones: ({ event, spawn }) =>
                event.output.map((entry) => ({
                  ...entry,
                  session: spawn('session', {
                    id: `session of ${entry.id}`,
                    input: {
                      deviceId: entry.id,
                      mode: 'observe',
                      quality: event.output.length === 1 ? usualQuality : 'thumbnail',
                    },
                  }),
                })),
            }),
          },
        ],
        onError: { target: 'failed', actions: assign({ reason: ({ event }) => messageOf(event.error) }) },
      },
    },
    watching: {
      description: 'Each phone has its own session.',
      on: {
        enlarge: {
          actions: [
            'make the enlarged phone small',
            assign({ enlarged: ({ event }) => event.id }),
            'give the enlarged phone a better picture',
          ],
        },
        shrink: { actions: ['make the enlarged phone small', assign({ enlarged: null })] },
      },
    },
    empty: { description: 'There is no phone to look at.', on: { retry: 'loading' } },
    failed: {
      description: 'They could not be loaded; the operator may ask again.',
      on: { retry: 'loading' },
    },
  },
})
