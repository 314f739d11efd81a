import { marketOptionsMachine } from '../../../src/machines/environments/market-options.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const options = { regions: [], groups: [{ id: 1, name: 'mine' }], members: [] }
const asked = { market: 'amazon', role: 'manager' } as const

export default specification(
  {
    machine: marketOptionsMachine,
    input: { ...asked, hear: () => () => undefined },
    happenings: {
      'the server answers': (play) => play.answer('options', options),
      'the server fails': (play) => play.fail('options'),
      'groups are changed': (play) => play.send({ type: 'REFRESH' }),
      'ten seconds pass': (play) => play.wait(10_000),
    },
    screen: ({ context: { groups }, ...snapshot }) => ({
      groups,
      isBusy: (snapshot as { value: unknown }).value === 'loading',
    }),
  },
  {
    'news of groups are heard all the time': always((step) => step.waits('news') === 1),
    'a market is asked for its options at once, when they change, and half a minute after a failure, once at a time':
      always((step, before) => {
        const since = step.since(({ happened }) => happened === 'the server fails' || happened === 'groups are changed')
        const isDue =
          since[0]?.happened === 'the server fails' && step.at - since[0].at === 30_000 && before.at < step.at
        const isChanged = step.happened === 'groups are changed' && before.waits('options') === 0
        return same(step.calls('options'), step === before || isDue || isChanged ? [asked] : [])
      }),
    'what is there stays until there is something else': always(({ happened, screen }, before) =>
      same(screen.groups, happened === 'the server answers' ? options.groups : before.screen.groups),
    ),
    'that they are on their way is to be seen': always((step) => step.screen.isBusy === step.waits('options') > 0),
  },
)
