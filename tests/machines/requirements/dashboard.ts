import type { Summary } from '../../../src/api/dashboard-summary.ts'
import { dashboardMachine } from '../../../src/machines/dashboard/dashboard.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, same, when } from '../../support/requirements/sentences.ts'

const summary = {
  statuses: [{ status: 'idle', phones: 2 }],
  boxes: { items: [{ id: 1, phones: [{ id: 8, status: 'idle' }] }] },
} as unknown as Summary // No more of it is looked at.

const changes = ['a phone in sight is taken', 'a phone elsewhere is taken', 'a box is lost']

interface Seen {
  happened: string
  at: number
  calls: (to: string) => unknown[]
  past: readonly Seen[]
}

/** When the server is to be asked again by itself, as far as is known by now. */
function dueAfter({ past }: Seen): number {
  const asked = past.findLastIndex((one) => one.calls('look at the fleet').length > 0)
  const since = past.slice(asked + 1)
  const ended = since.findIndex(({ happened }) => happened.startsWith('the server'))
  const answer = since[ended]
  if (answer === undefined) return Infinity
  const isAnswered = answer.happened === 'the server answers'
  if (isAnswered && since.slice(0, ended).some(({ happened }) => changes.includes(happened))) return answer.at + 1_000
  const change = since.slice(ended).find(({ happened }) => changes.includes(happened))
  if (change !== undefined) return change.at + 1_000
  return answer.at + 60_000
}

export default specification(
  {
    machine: dashboardMachine,
    input: { hearPatches: () => () => undefined, hearReturns: () => () => undefined },
    happenings: {
      'the server answers': (play) => play.answer('look at the fleet', summary),
      'the server fails': (play) => play.fail('look at the fleet', new Error('gone')),
      'a phone in sight is taken': (play) => play.report('patches', { type: 'phone changed', id: 8, status: 'in_use' }),
      'a phone elsewhere is taken': (play) =>
        play.report('patches', { type: 'phone changed', id: 9, status: 'in_use' }),
      'a box is lost': (play) => play.report('patches', { type: 'fleet changed' }),
      'the operator looks again': (play) => play.send({ type: 'refresh' }),
      'half a second passes': (play) => play.wait(500),
      'half a minute passes': (play) => play.wait(30_000),
      'a minute passes': (play) => play.wait(60_000),
    },
    fair: ['half a second passes', 'the server answers'],
    screen: ({ context: { summary: shown, failure } }) => ({
      statuses: Object.fromEntries(shown?.statuses.map(({ status, phones }) => [status, phones]) ?? []),
      box: shown?.boxes.items[0]?.phones.map(({ status }) => status),
      failure,
    }),
  },
  {
    'changes are heard all the time': always((step) => step.waits('patches') === 1),
    'the server is asked at first, a second after the first change, when the operator looks again, and every minute; never twice at a time':
      always((step, before) => {
        const isDue = step.happened.endsWith('passes') && step.at >= dueAfter(before)
        const isWanted =
          before.waits('look at the fleet') === 0 && (step.happened === 'the operator looks again' || isDue)
        return step.calls('look at the fleet').length === (step === before || isWanted ? 1 : 0)
      }),
    'a phone that is shown changes at once, and so does its count; one that is not shown changes nothing yet': always(
      ({ happened, screen }, before) => {
        if (happened === 'the server answers') return same([screen.statuses, screen.box], [{ idle: 2 }, ['idle']])
        const isMoved = happened === 'a phone in sight is taken' && same(before.screen.box, ['idle'])
        return same(
          [screen.statuses, screen.box],
          isMoved ? [{ idle: 1, in_use: 1 }, ['in_use']] : [before.screen.statuses, before.screen.box],
        )
      },
    ),
    'a failure says why until there is an answer': always(
      ({ happened, screen }, before) =>
        screen.failure ===
        (happened === 'the server fails' ? 'gone' : happened === 'the server answers' ? '' : before.screen.failure),
    ),
    'whatever changes is looked at, unless the server fails': when(
      changes,
      eventually(({ happened }) => happened === 'the server answers' || happened === 'the server fails'),
    ),
  },
)
