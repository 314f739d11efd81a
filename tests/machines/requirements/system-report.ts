import type { SystemReport } from '../../../src/api/reports.ts'
import { systemReportMachine } from '../../../src/machines/reports/system-report.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const report = { totals: {} } as SystemReport // No more of it is looked at.
const query = { group: 'user' } as never

export default specification(
  {
    machine: systemReportMachine,
    input: { query, measure: 'use_ms' },
    happenings: {
      'the server answers': (play) => play.answer('read the report', report),
      'the server fails': (play) => play.fail('read the report', new Error('gone')),
      'the operator tries again': (play) => play.send({ type: 'RETRY' }),
      'the operator wants tasks': (play) => play.send({ type: 'MEASURE', measure: 'tasks' }),
      'the operator wants failures': (play) => play.send({ type: 'MEASURE', measure: 'failures' }),
      'a minute passes': (play) => play.wait(60_000),
    },
    screen: ({ context: { report: shown, measure, failure } }) => ({ isThere: shown === report, measure, failure }),
  },
  {
    'the server is asked at first, when the operator tries again, and two minutes after each answer or failure': always(
      (step, before) => {
        const settled = before.past.findLast(({ happened }) => happened.startsWith('the server '))
        const isFailed = before.waits('read the report') === 0 && before.screen.failure !== ''
        const isWanted =
          step === before ||
          (step.happened === 'the operator tries again' && isFailed) ||
          (step.happened === 'a minute passes' &&
            before.waits('read the report') === 0 &&
            step.at - (settled?.at ?? 0) === 120_000)
        return same(step.calls('read the report'), isWanted ? [{ query }] : [])
      },
    ),
    'the picture is of the measure that the operator wants': always(({ happened, screen }, before) => {
      const wanted = { 'the operator wants tasks': 'tasks', 'the operator wants failures': 'failures' }[happened]
      return screen.measure === (wanted ?? before.screen.measure)
    }),
    'the picture stays once it is there': always(
      ({ happened, screen }, before) => screen.isThere === (before.screen.isThere || happened === 'the server answers'),
    ),
    'a failure says why until there is an answer': always(
      ({ happened, screen }, before) =>
        screen.failure ===
        (happened === 'the server fails' ? 'gone' : happened === 'the server answers' ? '' : before.screen.failure),
    ),
  },
)
