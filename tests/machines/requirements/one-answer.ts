import { oneAnswerMachine } from '../../../src/machines/lists/one-answer.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const ask = () => Promise.resolve('never asked')

export default specification(
  {
    machine: oneAnswerMachine<string>(),
    input: { ask },
    happenings: {
      'the server answers': (play) => play.answer('ask', 'yes'),
      'the server fails': (play) => play.fail('ask', new Error('gone')),
      'the operator asks again': (play) => play.send({ type: 'AGAIN' }),
    },
    screen: (snapshot) => ({
      answer: snapshot.context.answer,
      shown: snapshot.matches('answered') ? 'answer' : snapshot.matches('failed') ? snapshot.context.failure : 'wait',
      failure: snapshot.context.failure,
    }),
  },
  {
    'the server is asked at once, and again when the operator says so, but never twice at a time': always(
      (step, before) => {
        const isWanted = step === before || (step.happened === 'the operator asks again' && before.waits('ask') === 0)
        return step.calls('ask').length === (isWanted ? 1 : 0)
      },
    ),
    'its answer is shown, and stays until there is another; a failure says why': always(
      ({ happened, screen }, before) => {
        if (happened === 'the server answers') return same(screen, { answer: 'yes', shown: 'answer', failure: '' })
        if (happened === 'the server fails') return screen.shown === 'gone' && screen.answer === before.screen.answer
        return screen.answer === before.screen.answer
      },
    ),
    'while the server is asked, that is to be seen': always(
      (step) => step.waits('ask') > 0 === (step.screen.shown === 'wait'),
    ),
  },
)
