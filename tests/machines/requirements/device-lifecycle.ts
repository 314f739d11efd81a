import { deviceLifecycle, type DeviceEvent, type DeviceLife } from '../../../domain/device-lifecycle.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always } from '../../support/requirements/sentences.ts'

type Facts = Pick<DeviceLife, 'held' | 'occupied'>
type Screen = { status: string; isSeen: boolean; offers: string[] }

const events: DeviceEvent['type'][] = [
  ...([
    'ready',
    'starting',
    'lost',
    'abandoned',
    'taken',
    'freed',
    'opening',
    'prepared',
    'closing',
    'released',
  ] as const),
  ...(['changing ip', 'ip changed', 'worked on', 'looked after', 'maintaining', 'maintained'] as const),
  ...(['failed', 'timed out', 'deleted', 'recovered'] as const),
]

/** In which states a phone may be asked for what leaves it what it is. */
const allowed = {
  taken: ['idle', 'in_use'],
  freed: ['in_use'],
  'worked on': ['idle', 'in_use', 'maintenance'],
  'looked after': ['idle', 'in_use', 'maintenance', 'faulty'],
}
const calls = ['taken', 'freed', 'worked on', 'looked after'] as const

const isAway = (status: string): boolean => status === 'offline' || status === 'booting'

/** A phone with these facts. The server keeps its status, and whether its agent sees it. */
function lifeWith({ held, occupied }: Facts) {
  /** Nobody has a phone that nobody holds. */
  const had = held ? 'in_use' : 'idle'
  /** Where an event leads, by status; elsewhere it leads nowhere. */
  const leads = (event: DeviceEvent['type'], where: Record<string, string | false>) =>
    always<Screen>(({ happened, screen: { status } }, before) => {
      if (happened !== event) return true
      return status === (where[before.screen.status] || before.screen.status)
    })

  return specification(
    {
      machine: deviceLifecycle,
      input: { held, occupied },
      happenings: Object.fromEntries(events.map((type) => [type, (play) => play.send({ type })])),
      screen: (snapshot) => {
        const [[region, state]] = Object.entries(snapshot.value) as [[string, string]] // A phone is in one region at a time.
        return {
          status: region === 'deleted' ? region : state,
          isSeen: region === 'there' || state === 'seen',
          offers: events.filter((type) => snapshot.can({ type })),
        }
      },
    },
    {
      'DESIGN, lifecycle: a phone that its agent loses is offline, one that restarts is booting': always<Screen>(
        ({ happened, screen }, before) => {
          const was = before.screen.status
          if (happened !== 'lost' && happened !== 'starting') return true
          if (was === 'deleted') return screen.status === 'deleted' && !screen.isSeen
          return screen.status === (happened === 'lost' ? 'offline' : 'booting')
        },
      ),
      'DESIGN, lifecycle: a phone that comes back returns to where it was': always<Screen>(
        ({ happened, screen }, before) => {
          const was = before.screen.status
          if (happened !== 'ready') return true
          if (was === 'deleted') return screen.status === 'deleted' && screen.isSeen
          if (!isAway(was)) return screen.status === was
          const there = before.past.findLast((step) => !isAway(step.screen.status) && step.screen.status !== 'deleted')
          return screen.status === (there?.screen.status ?? 'idle')
        },
      ),
      'DESIGN, lifecycle: a free phone is taken, opened, given another address or maintained': leads('taken', {
        idle: had,
      }),
      'DESIGN, lifecycle: an environment is opened on a free phone, or on one that has one': leads('opening', {
        idle: 'preparing',
        in_use: occupied && 'preparing',
      }),
      'DESIGN, lifecycle: what is prepared is in use': leads('prepared', { preparing: had }),
      'DESIGN, lifecycle: a phone is freed once nobody holds it': leads('freed', { in_use: had }),
      'DESIGN, lifecycle: closing saves the record and wipes': leads('closing', {
        in_use: occupied && 'releasing',
        preparing: 'releasing',
      }),
      'DESIGN, lifecycle: a wiped phone is idle': leads('released', { releasing: 'idle' }),
      'DESIGN, lifecycle: another address is given to a free phone, or by whoever has it': leads('changing ip', {
        idle: 'changing_ip',
        in_use: 'changing_ip',
      }),
      'DESIGN, lifecycle: with another address it is what it was': leads('ip changed', { changing_ip: had }),
      'DESIGN, lifecycle: what is done with a phone leaves it what it is': leads('worked on', {}),
      'DESIGN, lifecycle: looking after a phone leaves it what it is': leads('looked after', {}),
      'DESIGN, lifecycle: people see to a free phone alone': leads('maintaining', { idle: 'maintenance' }),
      'DESIGN, lifecycle: and give it back': leads('maintained', { maintenance: 'idle' }),
      'DESIGN, lifecycle: what fails on a phone makes it faulty, but for its address': leads('failed', {
        preparing: 'faulty',
        releasing: 'faulty',
        changing_ip: had,
        offline: 'faulty',
        booting: 'faulty',
      }),
      'DESIGN, lifecycle: every wait for a phone has a limit that ends in faulty, but for its address': leads(
        'timed out',
        {
          preparing: 'faulty',
          releasing: 'faulty',
          changing_ip: had,
          offline: 'faulty',
          booting: 'faulty',
        },
      ),
      'DESIGN, lifecycle: what is open on a phone that is away is opened elsewhere, and it is wiped': leads(
        'abandoned',
        { offline: occupied && 'releasing' },
      ),
      'DESIGN, lifecycle: deleting needs idle, offline or faulty, and nothing open': leads('deleted', {
        idle: 'deleted',
        offline: !occupied && 'deleted',
        faulty: !occupied && 'deleted',
      }),
      'DESIGN, lifecycle: recover brings it back, faulty ones by way of a wipe': always<Screen>(
        ({ happened, screen: { status } }, before) => {
          const was = before.screen
          if (happened !== 'recovered') return true
          if (was.status === 'faulty') return status === (occupied ? 'releasing' : had)
          return status === (was.status === 'deleted' ? (was.isSeen ? 'idle' : 'offline') : was.status)
        },
      ),
      'DESIGN, lifecycle: a deleted phone is known to be seen or not': always<Screen>(
        ({ happened, screen }, before) =>
          happened !== 'deleted' ||
          (screen.isSeen === !isAway(before.screen.status) &&
            (before.screen.status !== 'deleted' || screen.isSeen === before.screen.isSeen)) ||
          before.screen.status === 'deleted',
      ),
      'DESIGN, lifecycle: the console offers what the server accepts, and nothing else': always<Screen>(
        ({ screen: { status, offers } }) =>
          calls.every((call) => offers.includes(call) === allowed[call].includes(status)),
      ),
      'DESIGN, lifecycle: a new phone is offline until its agent sees it': always<Screen>(
        (step, before) => step !== before || step.screen.status === 'offline',
      ),
    },
  )
}

export default [
  lifeWith({ held: false, occupied: false }),
  lifeWith({ held: true, occupied: false }),
  lifeWith({ held: true, occupied: true }),
]
