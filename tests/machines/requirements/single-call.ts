import { singleCallMachine } from '../../../src/machines/forms/single-call.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const change = () => Promise.resolve('never asked')

export default specification(
  {
    machine: singleCallMachine<string>(),
    happenings: {
      'the button is pressed': (play) => play.send({ type: 'CALL', change }),
      'the server answers': (play) => play.answer('change', 'yes'),
      'the server refuses': (play) => play.fail('change'),
    },
    screen: (snapshot) => ({ isBusy: snapshot.matches('calling') }),
  },
  {
    'DESIGN, forms: a press makes one call, and none while the one before is under way': always((step, before) => {
      const isMade = step.happened === 'the button is pressed' && before.waits('change') === 0
      return step.calls('change').length === (isMade ? 1 : 0) && step.screen.isBusy === step.waits('change') > 0
    }),
    'DESIGN, forms: what the server answers is told, and nothing where it refuses': always(({ happened, told }) =>
      same(told, happened === 'the server answers' ? [{ type: 'done', answer: 'yes' }] : []),
    ),
  },
)
