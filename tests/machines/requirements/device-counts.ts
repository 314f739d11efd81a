import { deviceCountsMachine } from '../../../src/machines/devices/device-counts.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, same, when } from '../../support/requirements/sentences.ts'

const counts = { thread_number: 12, using_number: 3 }
const asking = 'count the phones'

export default specification(
  {
    machine: deviceCountsMachine,
    happenings: {
      'the operator clicks': (play) => play.send({ type: 'refresh' }),
      'the fleet changes': (play) => play.send({ type: 'fleet changed' }),
      'the server answers': (play) => play.answer(asking, counts),
      'the server fails': (play) => play.fail(asking),
      'half a second passes': (play) => play.wait(500),
      'ten seconds pass': (play) => play.wait(10_000),
    },
    fair: ['the server answers', 'half a second passes'],
    screen: ({ context }) => ({ counts: context.counts }),
  },
  {
    'SPEC §2: phones are counted at once, by a click, a second after a change, and half a minute after a failure, once at a time':
      always((step, before) => {
        const { happened } = step
        // The first change that nobody has counted yet, or the answer under whose way it came.
        const settled = before.past.findLastIndex(
          (one) => one.calls(asking).length > 0 || one.happened === 'the server fails',
        )
        const change = before.past.slice(settled + 1).find((one) => one.happened === 'the fleet changes')
        const answer = before.past.slice(settled + 1).find((one) => one.happened === 'the server answers')
        const due = change && Math.max(change.at, answer?.at ?? 0) + 1_000
        const isDue = before.waits(asking) === 0 && due !== undefined && step.at >= due
        const failed = before.past[settled]?.happened === 'the server fails' ? before.past[settled].at : undefined
        const isTriedAgain = !change && before.waits(asking) === 0 && failed !== undefined && step.at >= failed + 30_000
        const isClicked = happened === 'the operator clicks' && before.waits(asking) === 0
        return (
          step.calls(asking).length === (step === before || isClicked || isDue || isTriedAgain ? 1 : 0) &&
          step.waits(asking) <= 1
        )
      }),
    'SPEC §2: what was counted last is shown': always(({ happened, screen }, before) =>
      same(screen.counts, happened === 'the server answers' ? counts : before.screen.counts),
    ),
    'SPEC §2: whatever changes is counted in the end, unless counting fails': when(
      'the fleet changes',
      eventually((step) => step.calls(asking).length > 0 || step.happened === 'the server fails'),
    ),
  },
)
