import { optionSearchMachine } from '../../../src/machines/lists/option-search.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const found = [{ value: '1', text: 'Ada' }]
const find = () => Promise.resolve(found)

const typed = ({ happened }: { happened: string }): boolean => happened.startsWith('the operator types')

export default specification(
  {
    machine: optionSearchMachine,
    input: { find },
    happenings: {
      'the menu opens': (play) => play.send({ type: 'OPEN' }),
      'the operator types': (play) => play.send({ type: 'TYPE', text: 'ad' }),
      'the operator types on': (play) => play.send({ type: 'TYPE', text: 'ada' }),
      'a tenth of a second passes': (play) => play.wait(100),
      'the server answers': (play) => play.answer('options', found),
      'the server fails': (play) => play.fail('options'),
    },
    screen: ({ context: { options, names, text } }) => ({ options, names: [...names], text }),
  },
  {
    'the server is asked when the menu opens, and once typing has paused for a fifth of a second': always(
      (step, before) => {
        const typing = step.since((one) => typed(one) || (one !== step && one.calls('options').length > 0))
        const paused = typing[0] !== undefined && typed(typing[0]) && step.at - typing[0].at === 200 && !typed(step)
        const opened = step.happened === 'the menu opens' && before.waits('options') === 0 && !isTyping(before)
        return same(step.calls('options'), opened || (paused && isTyping(before)) ? [{ text: step.screen.text }] : [])
      },
    ),
    'what was typed is what is asked for': always(
      ({ happened, screen }, before) =>
        screen.text ===
        (happened === 'the operator types' ? 'ad' : happened === 'the operator types on' ? 'ada' : before.screen.text),
    ),
    'typing gives up what is being asked': always(
      (step) => !step.happened.startsWith('the operator types') || step.waits('options') === 0,
    ),
    'what was found is offered, and its names stay known; a failure leaves both as they are': always(
      ({ happened, screen }, before) =>
        happened === 'the server answers'
          ? same(screen.options, found) && same(screen.names, [['1', 'Ada']])
          : same([screen.options, screen.names], [before.screen.options, before.screen.names]),
    ),
  },
)

/** Whether something was typed that nobody was asked for yet. */
function isTyping(step: { past: readonly { happened: string; calls: (to: string) => unknown[] }[] }): boolean {
  const last = step.past.findLast(
    (one) => one.happened.startsWith('the operator types') || one.calls('options').length > 0,
  )
  return last !== undefined && last.happened.startsWith('the operator types')
}
