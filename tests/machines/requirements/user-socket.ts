import { userSocketMachine } from '../../../src/machines/shell/user-socket.ts'
import { specification } from '../../support/requirements/specification.ts'
import type { Step } from '../../support/requirements/step.ts'
import { always, eventually, now, same, when } from '../../support/requirements/sentences.ts'

const message = { task_type: 20 }
const heartbeat = { to: 'socket', message: { type: 'send', message: { task_type: 10 } } }

const isOpen = (step: Step<unknown>): boolean => step.heard('socket', 'opened')
const passes = new Set(['a second passes', 'fifteen seconds pass'])
const beat = 15_000

/** When the socket failed, if in this step: it was closed, or given up with a beat. */
const failedAt = (step: Step<unknown>): number | undefined => {
  if (step.happened === 'the socket closes') return step.at
  if (!passes.has(step.happened) || !isOpen(step.before) || isOpen(step)) return undefined
  const openAt = step.since(({ happened }) => happened === 'the socket opens')[0]?.at ?? 0
  return step.at - ((step.at - openAt) % beat)
}
/** How long an open socket has said nothing. */
const silentFor = (step: Step<unknown>, until = step.at): number =>
  until - (step.since(({ happened }) => ['the socket opens', 'a message comes'].includes(happened))[0]?.at ?? 0)

/** Failures in a row without a message between them. */
const failuresIn = ({ past }: Step<unknown>): number =>
  past
    .slice(past.findLastIndex(({ happened }) => happened === 'a message comes') + 1)
    .filter((step) => failedAt(step) !== undefined).length

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
    fair: ['fifteen seconds pass'],
    keep: ({ context: { failures, unanswered } }) => ({ failures, unanswered }),
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
    'SPEC §4: whoever listens hears that it opens, at first or again, what comes, and nothing else': always((step) => {
      const { happened, told } = step
      const heard = told.filter(({ type }) => type !== 'lost')
      if (happened === 'the socket opens') return same(heard, [{ type: 'open', isAgain: failuresIn(step) > 0 }])
      return same(heard, happened === 'a message comes' ? [{ type: 'message', message }] : [])
    }),
    'DESIGN, realtime: an open socket that says nothing for three beats is given up by the next one, and none before':
      always((step) => {
        const at = failedAt(step)
        if (at !== undefined && step.happened !== 'the socket closes') return silentFor(step, at) >= 3 * beat
        return !isOpen(step) || silentFor(step) < 4 * beat
      }),
    'DESIGN, realtime: a line that says nothing any more is not held for ever': when(
      'the socket opens',
      eventually((step) => !isOpen(step)),
    ),
    'SPEC §9: after one or two failures in a row it connects again, a second later and two seconds later': when(
      (step) => failuresIn(step) <= 2 && !step.screen.isOver,
      now((step) => {
        const failed = step.since((one) => failedAt(one) !== undefined)
        const [failure] = failed
        if (failure === undefined) return step.waits('socket') === 1
        const due = (failedAt(failure) ?? 0) + 1_000 * 2 ** (failuresIn(failure) - 1)
        return failed.flatMap((one) => one.calls('socket')).length === (step.at >= due ? 1 : 0)
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
