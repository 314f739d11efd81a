import { singleCallMachine } from '../../../src/machines/forms/single-call.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const refresh = () => Promise.resolve('never asked')
const remove = () => Promise.resolve('never asked either')

export default specification(
  {
    machine: singleCallMachine<string, string>(),
    happenings: {
      'the button is pressed': (play) => play.send({ type: 'CALL', change: refresh }),
      'the button is pressed by which something is lost': (play) =>
        play.send({ type: 'ASK', change: remove, about: 'the phone' }),
      'the operator means it': (play) => play.send({ type: 'CONFIRM' }),
      'the operator does not mean it': (play) => play.send({ type: 'CANCEL' }),
      'the server answers': (play) => play.answer('change', 'yes'),
      'the server refuses': (play) => play.fail('change'),
    },
    screen: (snapshot) => ({ isBusy: snapshot.matches('calling'), asked: snapshot.context.about ?? '' }),
  },
  {
    'DESIGN, forms: a press makes one call, and none while the one before is under way or asked about': always(
      (step, before) => {
        const isFree = before.waits('change') === 0 && before.screen.asked === ''
        const wanted =
          step.happened === 'the button is pressed' && isFree
            ? refresh
            : step.happened === 'the operator means it' && before.screen.asked !== ''
              ? remove
              : undefined
        const calls = step.calls('change') as { change: unknown }[]
        return (
          calls.length === (wanted ? 1 : 0) &&
          calls.every(({ change }) => change === wanted) &&
          step.screen.isBusy === step.waits('change') > 0
        )
      },
    ),
    'DESIGN, forms: what the server answers is told, and nothing where it refuses': always(({ happened, told }) =>
      same(told, happened === 'the server answers' ? [{ type: 'done', answer: 'yes' }] : []),
    ),
    'STYLE, how it should look: what is lost is named before it is, until the operator has decided': always(
      ({ happened, screen }, before) => {
        const isFree = before.waits('change') === 0 && before.screen.asked === ''
        if (happened === 'the button is pressed by which something is lost' && isFree)
          return screen.asked === 'the phone'
        const isDecided = happened === 'the operator means it' || happened === 'the operator does not mean it'
        return screen.asked === (isDecided ? '' : before.screen.asked)
      },
    ),
  },
)
