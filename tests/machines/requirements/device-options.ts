import { deviceOptionsMachine } from '../../../src/machines/devices/device-options.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const regions = [{ id: 1, code: 'de', name: 'Germany' }]

export default specification(
  {
    machine: deviceOptionsMachine,
    happenings: {
      'the server answers': (play) => play.answer('options', regions),
      'the server fails': (play) => play.fail('options'),
      'ten seconds pass': (play) => play.wait(10_000),
    },
    screen: ({ context, status }) => ({ regions: context.regions, isOver: status === 'done' }),
  },
  {
    'regions are asked for at once, and half a minute after each failure': always((step, before) => {
      const [failure] = step.since(({ happened }) => happened === 'the server fails')
      const isDue = failure !== undefined && step.at - failure.at === 30_000 && before.at < step.at
      return step.calls('options').length === (step === before || isDue ? 1 : 0)
    }),
    'they are offered once they are there, for good': always(({ happened, screen }, before) =>
      happened === 'the server answers'
        ? same(screen, { regions, isOver: true })
        : same(screen, before.screen) && (screen.isOver || screen.regions.length === 0),
    ),
  },
)
