import { setup, transition, type AnyStateNode } from 'xstate'

export const deviceStatuses = [
  'offline',
  'booting',
  'idle',
  'preparing',
  'in_use',
  'releasing',
  'changing_ip',
  'maintenance',
  'faulty',
  'deleted',
] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

export type DeviceEvent =
  /** Its agent reports it ready. */
  | { type: 'ready' }
  /** Its agent sees it, but Android has not finished starting. */
  | { type: 'starting' }
  /** Its agent lost it, or the server lost the agent. */
  | { type: 'lost' }
  /** It is away, and what is open on it is opened on another phone: it is wiped once it is back. */
  | { type: 'abandoned' }
  /** Somebody takes its control lease. */
  | { type: 'taken' }
  /** The control lease ended. */
  | { type: 'freed' }
  /** An environment is opened on it, or another of its records is put back. */
  | { type: 'opening' }
  /** Everything of the environment is on the phone. */
  | { type: 'prepared' }
  /** The environment is closed: its record is saved, then the phone is wiped. */
  | { type: 'closing' }
  /** The phone is wiped. */
  | { type: 'released' }
  | { type: 'changing ip' }
  | { type: 'ip changed' }
  /** Something is done with what is on it: apps, files. */
  | { type: 'worked on' }
  /** It is looked at, restarted or told a script, which may also help a faulty one. */
  | { type: 'looked after' }
  /** Taken out of use for people to see to it, and given back. */
  | { type: 'maintaining' }
  | { type: 'maintained' }
  /** What it was at could not be done. */
  | { type: 'failed' }
  /** What it was at took longer than its time limit. */
  | { type: 'timed out' }
  | { type: 'deleted' }
  /** A deleted phone is wanted back, or a faulty one is to be tried again. */
  | { type: 'recovered' }

/** What of a phone decides where an event leads. */
export interface DeviceLife {
  status: DeviceStatus
  /** What it was before it went away or restarted, which is where it returns to; null while it is there. */
  before: DeviceStatus | null
  /** Whether somebody holds it, by a control lease or an open environment. */
  held: boolean
  /** Whether the data of an environment are on it, open or abandoned. */
  occupied: boolean
}

/** How long a phone may be at something, in milliseconds; after that it is faulty. Being away does not stop the clock. */
export const timeLimits: Partial<Record<DeviceStatus, number>> = {
  booting: 5 * 60_000,
  preparing: 15 * 60_000,
  releasing: 15 * 60_000,
  changing_ip: 2 * 60_000,
}

/**
 * The states of a phone. The server runs this chart inside the transaction that changes a phone, and the console asks
 * it what may be done (DESIGN, the device lifecycle).
 *
 * A phone that goes away keeps its holder and its environment, and comes back to what it was at: that goes on.
 */
export const deviceLifecycle = setup({
  types: {
    context: {} as Pick<DeviceLife, 'held' | 'occupied'>,
    input: {} as Pick<DeviceLife, 'held' | 'occupied'>,
    events: {} as DeviceEvent,
  },
  guards: {
    'nobody holds it': ({ context }) => !context.held,
    'it is occupied': ({ context }) => context.occupied,
    'it is not occupied': ({ context }) => !context.occupied,
  },
}).createMachine({
  id: 'deviceLifecycle',
  context: ({ input }) => input,
  initial: 'away',
  states: {
    away: {
      description: 'It can not be reached.',
      initial: 'offline',
      states: {
        offline: {
          description: 'Its agent does not see it.',
          on: {
            starting: 'booting',
            abandoned: { guard: 'it is occupied', target: '#deviceLifecycle.there.releasing' },
            deleted: { guard: 'it is not occupied', target: '#deviceLifecycle.deleted.unseen' },
          },
        },
        booting: {
          description: 'Android is starting.',
          on: { lost: 'offline' },
        },
      },
      on: {
        ready: 'there.before',
        failed: 'there.faulty',
        'timed out': 'there.faulty',
      },
    },
    there: {
      description: 'Its agent sees it, and Android has started.',
      initial: 'idle',
      states: {
        before: { type: 'history', description: 'What it was at before it went away.' },
        idle: {
          description: 'Ready, and nobody has it.',
          on: {
            taken: 'in_use',
            opening: 'preparing',
            'changing ip': 'changing_ip',
            'worked on': 'idle',
            'looked after': 'idle',
            maintaining: 'maintenance',
            deleted: '#deviceLifecycle.deleted.seen',
          },
        },
        in_use: {
          description: 'Somebody has it, by control or by an open environment.',
          always: { guard: 'nobody holds it', target: 'idle' },
          on: {
            taken: 'in_use',
            freed: 'in_use',
            opening: { guard: 'it is occupied', target: 'preparing' },
            closing: { guard: 'it is occupied', target: 'releasing' },
            'changing ip': 'changing_ip',
            'worked on': 'in_use',
            'looked after': 'in_use',
          },
        },
        preparing: {
          description: 'Its address and settings are changed, and the record of an environment is restored.',
          on: { prepared: 'in_use', closing: 'releasing', failed: 'faulty', 'timed out': 'faulty' },
        },
        releasing: {
          description: 'The record of its environment is saved, then it is wiped.',
          on: { released: 'idle', failed: 'faulty', 'timed out': 'faulty' },
        },
        changing_ip: {
          description: 'It is given another address.',
          // It is there: that it has its old address, or none, keeps nobody from working with it.
          on: { 'ip changed': 'in_use', failed: 'in_use', 'timed out': 'in_use' },
        },
        maintenance: {
          description: 'People see to it; nobody else gets it.',
          on: { maintained: 'idle', 'worked on': 'maintenance', 'looked after': 'maintenance' },
        },
        faulty: {
          description: 'Something failed on it, as its reason says. What is on it stays until it is recovered.',
          on: {
            'looked after': 'faulty',
            recovered: [{ guard: 'it is occupied', target: 'releasing' }, { target: 'in_use' }],
            deleted: { guard: 'it is not occupied', target: '#deviceLifecycle.deleted.seen' },
          },
        },
      },
      on: { starting: 'away.booting', lost: 'away.offline' },
    },
    deleted: {
      description: 'Out of the fleet, until it is recovered.',
      initial: 'unseen',
      states: {
        unseen: {
          description: 'Its agent does not see it.',
          on: { ready: 'seen', recovered: '#deviceLifecycle.away' },
        },
        seen: {
          description: 'Its agent still sees it.',
          on: { lost: 'unseen', starting: 'unseen', recovered: '#deviceLifecycle.there.idle' },
        },
      },
    },
  },
})

const historyId = 'deviceLifecycle.there.before'

const valueOf = ({ status, before }: DeviceLife) => {
  if (status === 'deleted') return { deleted: before === null ? 'unseen' : 'seen' }
  return status === 'offline' || status === 'booting' ? { away: status } : { there: status }
}

/** A phone as a chart has it; what it was at is the chart's history. */
export function snapshotOf(life: DeviceLife, chart = deviceLifecycle) {
  const { before, held, occupied } = life
  const was: AnyStateNode | undefined = before === null ? undefined : chart.states.there?.states[before]
  const historyValue = was && { [historyId]: [was] }
  return chart.resolveState({ value: valueOf(life), context: { held, occupied }, historyValue })
}

/** Whether the phone's state allows the event. */
export const allows = (life: DeviceLife, event: DeviceEvent): boolean => snapshotOf(life).can(event)

/** The code of the reason of an event whose phone starts anew; events of before are told by it, so it stays. */
export const restarting = 'events.reason.restarting'

type Place = Pick<DeviceLife, 'status' | 'before'>

/** What the chart has answered: there are a few thousand questions, and reports ask the same few of them all the time. */
const places = new Map<string, Place | undefined>()

/** Where the event leads; undefined where the phone's state does not allow it. */
export function advance(life: DeviceLife, event: DeviceEvent): Place | undefined {
  const question = `${life.status} ${life.before} ${life.held} ${life.occupied} ${event.type}`
  if (!places.has(question)) places.set(question, placeAfter(life, event, deviceLifecycle))
  return places.get(question)
}

/** The same by any chart of its form, of which nothing is remembered. */
export function placeAfter(life: DeviceLife, event: DeviceEvent, chart: typeof deviceLifecycle): Place | undefined {
  const snapshot = snapshotOf(life, chart)
  if (!snapshot.can(event)) return undefined
  const [{ value, historyValue }] = transition(chart, snapshot, event)
  if ('there' in value) return { status: value.there, before: null }
  if ('deleted' in value) return { status: 'deleted', before: value.deleted === 'seen' ? 'idle' : null }
  // The history is of `there`, whose states are the phone's.
  return { status: value.away, before: (historyValue[historyId]?.[0]?.key as DeviceStatus | undefined) ?? null }
}

/** What a phone is at, also while it is away meanwhile; undefined where nothing is awaited of it. */
export function taskOf({ status, before }: Pick<DeviceLife, 'status' | 'before'>): DeviceStatus | undefined {
  if (before !== null && timeLimits[before] !== undefined) return before
  return timeLimits[status] === undefined ? undefined : status
}

const closedToShells: ReadonlySet<DeviceStatus | null> = new Set(['offline', 'preparing', 'releasing', 'deleted'])

/**
 * What keeps everybody from a shell on the phone, if anything does: it is not there, out of the fleet, or between one's data and
 * another's, also while it starts anew in the middle of that.
 */
export const closedToShellsBy = ({ status, before }: Place): DeviceStatus | undefined =>
  [status, before].find((one) => closedToShells.has(one)) ?? undefined

/** Whether the phone is there and can be seen. */
export const isPresent = (status: DeviceStatus): boolean =>
  status !== 'offline' && status !== 'booting' && status !== 'deleted'
