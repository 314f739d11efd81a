import { advance, taskOf, type DeviceEvent, type DeviceLife } from '../../domain/device-lifecycle.ts'

/** What the chart of the lifecycle says of a phone whose cable and whose calls are in a test's hands. */
export interface PhoneState {
  life: DeviceLife
  /** `blocked`: what is at work on the phone comes to no end, and nobody notices yet. */
  cable: 'plugged' | 'blocked' | 'unplugged'
}

export const calls = [
  'open an environment',
  'free',
  'change the address',
  'take control',
  'maintain',
  'end maintenance',
  'delete',
  'recover',
] as const
const handles = ['block the cable', 'unblock the cable', 'unplug', 'plug in', 'let time run out'] as const
export type Act = (typeof calls)[number] | (typeof handles)[number]

/** An act, and where it leads: the same state where it is refused. */
export interface Move {
  act: Act
  accepted: boolean
  to: PhoneState
}

export const atFirst: PhoneState = {
  life: { status: 'idle', before: null, held: false, occupied: false },
  cable: 'plugged',
}

export const nameOf = ({ life, cable }: PhoneState): string => {
  const { status, before, held, occupied } = life
  const whose = occupied ? ' with an environment' : held ? ' under control' : ''
  return `${status}${before ? ` (was ${before})` : ''}${whose}, ${cable}`
}

/** Where an event leads; undefined where the chart refuses it. */
function after(life: DeviceLife, event: DeviceEvent['type'], facts: Partial<DeviceLife> = {}): DeviceLife | undefined {
  const place = advance({ ...life, ...facts }, { type: event })
  return place && { ...life, ...facts, ...place }
}

/** What a phone that can be reached comes to by itself. */
function settled({ life, cable }: PhoneState): PhoneState {
  if (cable !== 'plugged') return { life, cable }
  const away =
    life.status === 'offline'
      ? after(life, 'ready')
      : life.before === null && life.status === 'deleted'
        ? after(life, 'ready')
        : undefined
  const there = away ?? life
  const done =
    there.status === 'preparing'
      ? after(there, 'prepared')
      : there.status === 'releasing'
        ? after(there, 'released', { held: false, occupied: false })
        : there.status === 'changing_ip'
          ? after(there, 'ip changed')
          : there
  return { life: done ?? there, cable }
}

/** What a call does to the phone, before anything else happens; undefined where it is refused. */
const called: Record<(typeof calls)[number], (life: DeviceLife) => DeviceLife | undefined> = {
  'open an environment': (life) => (life.held ? undefined : after(life, 'opening', { held: true, occupied: true })),
  free(life) {
    if (life.occupied) return after(life, life.status === 'faulty' ? 'recovered' : 'closing')
    return life.held && after(life, 'freed') ? after(life, 'freed', { held: false }) : undefined
  },
  'change the address': (life) => after(life, 'changing ip'),
  'take control': (life) => after(life, 'taken', { held: true }),
  maintain: (life) => after(life, 'maintaining'),
  'end maintenance': (life) => after(life, 'maintained'),
  delete: (life) => after(life, 'deleted', { held: false }),
  recover: (life) => after(life, 'recovered'),
}

/** What the test's hands do; undefined where there is nothing to be done. */
const handled: Record<(typeof handles)[number], (state: PhoneState) => PhoneState | undefined> = {
  'block the cable': ({ life, cable }) =>
    cable === 'plugged' && (life.status === 'idle' || life.status === 'in_use')
      ? { life, cable: 'blocked' }
      : undefined,
  'unblock the cable': ({ life, cable }) => (cable === 'blocked' ? { life, cable: 'plugged' } : undefined),
  unplug: ({ life, cable }) =>
    cable === 'unplugged' ? undefined : { life: after(life, 'lost') ?? life, cable: 'unplugged' },
  'plug in': ({ life, cable }) =>
    cable === 'unplugged' ? { life: after(life, 'ready') ?? life, cable: 'plugged' } : undefined,
  'let time run out'({ life, cable }) {
    const next = cable === 'plugged' || taskOf(life) === undefined ? undefined : after(life, 'timed out')
    return next && { life: next, cable }
  },
}

/** Everything that can be tried in a state. */
export function movesFrom(state: PhoneState): Move[] {
  const { life, cable } = state
  // Its agent would tell of the loss again only with its next inventory.
  const isLostAndFaulty = cable === 'unplugged' && life.status === 'faulty'
  const tried = handles.flatMap((act): Move[] => {
    if (isLostAndFaulty && act !== 'plug in') return []
    const to = handled[act](state)
    return to ? [{ act, accepted: true, to: settled(to) }] : []
  })
  if (isLostAndFaulty) return tried
  const asked = calls
    // A session that has control keeps it in any state.
    .filter((act) => act !== 'take control' || !life.held)
    .map((act): Move => {
      const next = called[act](life)
      return { act, accepted: next !== undefined, to: next ? settled({ life: next, cable }) : state }
    })
  return [...asked, ...tried]
}

/** Every state that can be come to. */
export function everyState(): PhoneState[] {
  const states = new Map([[nameOf(atFirst), atFirst]])
  for (const state of states.values())
    for (const { to } of movesFrom(state)) if (!states.has(nameOf(to))) states.set(nameOf(to), to)
  return [...states.values()]
}

/** The shortest way to a move that is wanted, that move included; undefined where none can be come to. */
export function wayTo(from: PhoneState, isWanted: (state: PhoneState, move: Move) => boolean): Move[] | undefined {
  const seen = new Set([nameOf(from)])
  const ways: { at: PhoneState; way: Move[] }[] = [{ at: from, way: [] }]
  for (const { at, way } of ways)
    for (const move of movesFrom(at)) {
      if (isWanted(at, move)) return [...way, move]
      if (seen.has(nameOf(move.to))) continue
      seen.add(nameOf(move.to))
      ways.push({ at: move.to, way: [...way, move] })
    }
  return undefined
}
