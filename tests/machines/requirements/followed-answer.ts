import { followedAnswerMachine } from '../../../src/machines/lists/followed-answer.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, when } from '../../support/requirements/sentences.ts'

export default specification(
  {
    machine: followedAnswerMachine<string>(),
    input: { ask: () => Promise.resolve(''), hear: () => () => undefined },
    happenings: {
      'the server answers': (play) => play.answer('ask', 'yes'),
      'the server fails': (play) => play.fail('ask', new Error('gone')),
      'it moves on': (play) => play.report('changes', { type: 'moved on' }),
      'the operator asks again': (play) => play.send({ type: 'RETRY' }),
      'ten seconds pass': (play) => play.wait(10_000),
    },
    fair: ['the server answers'],
    screen: (snapshot) => ({
      answer: snapshot.context.answer,
      failure: snapshot.context.failure,
      isAnswered: snapshot.matches('answered'),
      isFailed: snapshot.matches('failed'),
    }),
  },
  {
    'its changes are heard all the time': always((step) => step.waits('changes') === 1),
    'the server is asked at once, whenever it has moved on, and where asking failed, again or half a minute later, but never twice at a time':
      always((step, before) => {
        const { happened } = step
        const outdated = before
          .since((one) => one.calls('ask').length > 0)
          .slice(1)
          .some((one) => one.happened === 'it moves on')
        const failed = before.past.findLast((one) => one.happened === 'the server fails')
        const isWanted =
          step === before ||
          (happened === 'it moves on' && before.waits('ask') === 0) ||
          (happened === 'the operator asks again' && before.screen.isFailed) ||
          (before.screen.isFailed && before.at < step.at && step.at - (failed?.at ?? 0) === 30_000) ||
          (happened === 'the server answers' && outdated)
        return step.calls('ask').length === (isWanted ? 1 : 0) && step.waits('ask') <= 1
      }),
    'what it answered is shown, and stays while it is asked again': always(({ happened, screen }, before) =>
      happened === 'the server answers'
        ? screen.answer === 'yes' && screen.failure === ''
        : screen.answer === before.screen.answer,
    ),
    'a failure says why': always(({ happened, screen }, before) =>
      happened === 'the server fails'
        ? screen.isFailed && screen.failure === 'gone'
        : !screen.isFailed || before.screen.isFailed,
    ),
    'what moved on is asked for once more, and shown, unless asking fails': when(
      'it moves on',
      eventually(({ screen, happened }) => screen.isAnswered || happened === 'the server fails'),
    ),
    'it is answered or failed, unless the server is being asked': always((step) => {
      const { isAnswered, isFailed } = step.screen
      return isAnswered || isFailed ? step.waits('ask') === 0 : step.waits('ask') === 1
    }),
  },
)
