import type { BoxToken } from '../../../src/api/boxes.ts'
import { tokenReplacementMachine } from '../../../src/machines/boxes/token-replacement.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always } from '../../support/requirements/sentences.ts'

const token = { enrolment_token: 'new' } as BoxToken // No more of it is looked at.

export default specification(
  {
    machine: tokenReplacementMachine,
    input: { replace: () => Promise.resolve(token) },
    happenings: {
      'the operator means it': (play) => play.send({ type: 'CONFIRM' }),
      'the operator does not mean it': (play) => play.send({ type: 'CANCEL' }),
      'the server answers': (play) => play.answer('replace', token),
      'the server fails': (play) => play.fail('replace', new Error('gone')),
    },
    screen: (snapshot) => ({
      isAsking: snapshot.matches('asking'),
      isOver: snapshot.status === 'done',
      end: snapshot.value,
      token: snapshot.context.token === token,
      failure: snapshot.context.failure,
    }),
  },
  {
    'the operator is asked first, and the server once they mean it, one time': always(
      (step, before) =>
        step.screen.isAsking ===
          (step === before || (before.screen.isAsking && !step.happened.startsWith('the operator'))) &&
        step.calls('replace').length === (step.happened === 'the operator means it' && before.screen.isAsking ? 1 : 0),
    ),
    'it is over when the operator does not mean it, or it is known what came of it': always(
      ({ happened, screen }, before) =>
        screen.isOver ===
        (before.screen.isOver ||
          happened.startsWith('the server') ||
          (happened === 'the operator does not mean it' && before.screen.isAsking)),
    ),
    'the new token is told, or why there is none': always(
      ({ happened, screen }, before) =>
        (screen.end === 'replaced') === screen.token &&
        (screen.end === 'failed') === (screen.failure !== '') &&
        screen.token === (happened === 'the server answers' || before.screen.token) &&
        screen.failure === (happened === 'the server fails' ? 'gone' : before.screen.failure),
    ),
  },
)
