import { deviceCheckMachine, type CheckResult } from '../../../src/machines/devices/device-check.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const free: CheckResult = {
  id: 1,
  ok: true,
  session: {
    device_id: 1,
    status: 'idle',
    controller: null,
    controlled_since: null,
    may_take_over: false,
    observers: 0,
  },
}
const away: CheckResult = { id: 2, ok: false, code: 50012, message: 'the phone is not there' }
const answers: Readonly<Record<string, CheckResult>> = { 'a phone answers': free, 'a phone fails': away }

const isOver = (happened: string): boolean => happened === 'all are asked' || happened === 'the operator stops'

export default specification(
  {
    machine: deviceCheckMachine,
    input: { ids: [1, 2], ask: () => Promise.reject(new Error('unused')) },
    happenings: {
      'a phone answers': (play) => play.report('asking', { type: 'answered', result: free }, { once: true }),
      'a phone fails': (play) =>
        play.snapshot.context.results.includes(away)
          ? false
          : play.report('asking', { type: 'answered', result: away }),
      'all are asked': (play) => play.report('asking', { type: 'finished' }),
      'the operator stops': (play) => play.send({ type: 'STOP' }),
    },
    screen: (snapshot) => ({
      results: snapshot.context.results,
      isOver: snapshot.status === 'done',
      isCutShort: snapshot.matches('stopped'),
    }),
  },
  {
    'all of the phones are asked, once': always((step, before) =>
      same(
        (step.calls('asking') as { ids: number[] }[]).map(({ ids }) => ids),
        step === before ? [[1, 2]] : [],
      ),
    ),
    'what each answers is added, a failure like any other': always(({ happened, screen }, before) => {
      const answered = answers[happened]
      return same(screen.results, answered ? [...before.screen.results, answered] : before.screen.results)
    }),
    'it is said to be cut short when the operator has stopped it, and only then': always(
      ({ happened, screen }, before) =>
        screen.isCutShort ===
        (before.screen.isCutShort || (happened === 'the operator stops' && !before.screen.isOver)),
    ),
    'it is over once all are asked, or the operator has seen enough; what is there stays, and nobody is asked any more':
      always(
        ({ happened, screen, waitsFor }, before) =>
          screen.isOver === (before.screen.isOver || isOver(happened)) && screen.isOver === (waitsFor.length === 0),
      ),
  },
)
