import { userSocketMachine } from '../../../src/machines/shell/user-socket.ts'
import { specification } from '../../support/requirements/specification.ts'
import type { Step } from '../../support/requirements/step.ts'
import { always, now, same, when } from '../../support/requirements/sentences.ts'

const message = { task_type: 20 }
const heartbeat = { to: 'socket', message: { type: 'send', message: { task_type: 10 } } }

const isOpen = (step: Step<unknown>): boolean => step.heard('socket', 'opened')
/** Closings in a row without a message between them. */
const failuresIn = ({ past }: Step<unknown>): number => {
  const events = past.map(({ happened }) => happened)
  return events.slice(events.lastIndexOf('a message comes') + 1).filter((one) => one === 'the socket closes').length
}

export default specification(
  {
    machine: userSocketMachine,
    input: { url: 'ws://console/ws' },
    happenings: {
      'the socket opens': (play) => play.report('socket', { type: 'opened' }, { once: true }),
      'the socket closes': (play) => play.report('socket', { type: 'closed' }),
      'a message comes': (play) => play.report('socket', { type: 'received', message }, { after: 'opened' }),
      'a second passes': (play) => play.wait(1_000),
      'fifteen seconds pass': (play) => play.wait(15_000),
    },
    keep: ({ context }) => context.failures,
    screen: ({ status }) => ({ isOver: status === 'done' }),
  },
  {
    'SPEC §4: there is one socket at a time, of the console': always(
      (step) =>
        step.waits('socket') <= 1 && step.calls('socket').every((input) => same(input, { url: 'ws://console/ws' })),
    ),
    'SPEC §4: an open socket is sent a heartbeat at once, and then every 15 s': when(
      isOpen,
      now((step) => {
        const open = step.since(({ happened }) => happened === 'the socket opens')
        const beats = open.flatMap(({ said }) => said)
        const seconds = (step.at - (open[0]?.at ?? 0)) / 1_000
        return beats.length === 1 + Math.floor(seconds / 15) && beats.every((beat) => same(beat, heartbeat))
      }),
    ),
    'SPEC §4: whoever listens hears that it opens, what comes, and nothing else': always(({ happened, told }) => {
      const heard = told.filter(({ type }) => type !== 'lost')
      if (happened === 'the socket opens') return same(heard, [{ type: 'open' }])
      return same(heard, happened === 'a message comes' ? [{ type: 'message', message }] : [])
    }),
    'SPEC §9: after one or two failures in a row it connects again, a second later and two seconds later': when(
      (step) => failuresIn(step) <= 2 && !step.screen.isOver,
      now((step) => {
        const closed = step.since(({ happened }) => happened === 'the socket closes')
        const [closing] = closed
        if (closing === undefined) return step.waits('socket') === 1
        const due = closing.at + 1_000 * 2 ** (failuresIn(closing) - 1)
        return closed.flatMap((one) => one.calls('socket')).length === (step.at >= due ? 1 : 0)
      }),
    ),
    'SPEC §4: it is lost with the third failure in a row and not before, which is told once': always(
      (step) =>
        step.screen.isOver === step.past.some((one) => failuresIn(one) > 2) &&
        step.past.flatMap(({ news }) => news).filter((news) => news === 'lost').length === (step.screen.isOver ? 1 : 0),
    ),
    'SPEC §4: what is lost connects no more': when(
      ({ screen }) => screen.isOver,
      now((step) => step.waits('socket') === 0),
    ),
  },
)
