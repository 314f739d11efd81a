import { optionsMachine } from '../../../src/machines/lists/options.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const ask = () => Promise.resolve('never asked')

export default specification(
  {
    machine: optionsMachine<string>(),
    input: { options: 'known', ask, hear: () => () => undefined },
    happenings: {
      'the server answers': (play) => play.answer('ask', 'newer'),
      'the server fails': (play) => play.fail('ask'),
      'they are changed': (play) => play.send({ type: 'REFRESH' }),
      'ten seconds pass': (play) => play.wait(10_000),
    },
    screen: (snapshot) => ({ options: snapshot.context.options, isBusy: snapshot.matches('loading') }),
  },
  {
    'changes of them are heard all the time': always((step) => step.waits('changes') === 1),
    'they are asked for at once, when they change, also meanwhile, and half a minute after a failure, once at a time':
      always((step, before) => {
        const since = step.since(({ happened }) => happened === 'the server fails' || happened === 'they are changed')
        const isDue =
          since[0]?.happened === 'the server fails' && step.at - since[0].at === 30_000 && before.at < step.at
        const isChanged = step.happened === 'they are changed' && before.waits('ask') === 0
        const isOutdated =
          step.happened === 'the server answers' &&
          before
            .since((one) => one.calls('ask').length > 0)
            .slice(1)
            .some(({ happened }) => happened === 'they are changed')
        return step.calls('ask').length === (step === before || isDue || isChanged || isOutdated ? 1 : 0)
      }),
    'what is there stays until there is something else': always(({ happened, screen }, before) =>
      same(screen.options, happened === 'the server answers' ? 'newer' : before.screen.options),
    ),
    'that they are on their way is to be seen': always((step) => step.screen.isBusy === step.waits('ask') > 0),
  },
)
