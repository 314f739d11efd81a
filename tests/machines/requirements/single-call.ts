import { singleCallMachine } from '../../../src/machines/forms/single-call.ts'
import type { Step } from '../../support/requirements/step.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

interface Seen {
  isBusy: boolean
  asked: string
  answer: string
  isToStay: boolean
}

const presses: Readonly<Record<string, () => Promise<string>>> = {
  'a button is pressed': () => Promise.resolve('never asked'),
  'another button is pressed': () => Promise.resolve('never asked either'),
}
const remove = () => Promise.resolve('nor this')

const isOver = ({ happened }: Step<Seen>) => happened.startsWith('the server')

/** What was pressed or meant and is not done yet, in its order. */
function due(past: readonly Step<Seen>[]): (() => Promise<string>)[] {
  const changes: (() => Promise<string>)[] = []
  for (const step of past) {
    const pressed = presses[step.happened]
    if (pressed !== undefined && !changes.includes(pressed)) changes.push(pressed)
    if (step.happened === 'the operator means it' && step.before.screen.asked !== '') changes.push(remove)
    if (isOver(step)) changes.shift()
  }
  return changes
}

export default specification(
  {
    machine: singleCallMachine<string, string>(),
    happenings: {
      ...Object.fromEntries(
        Object.entries(presses).map(([what, change]) => [
          what,
          (play: { send: (event: { type: 'CALL'; what: string; change: () => Promise<string> }) => boolean }) =>
            play.send({ type: 'CALL', what, change }),
        ]),
      ),
      'a button is pressed by which something is lost': (play) =>
        play.snapshot.context.calls.length < 3 && play.send({ type: 'ASK', change: remove, about: 'the phone' }),
      'the operator means it': (play) => play.send({ type: 'CONFIRM' }),
      'the operator does not mean it': (play) => play.send({ type: 'CANCEL' }),
      'the server answers': (play) => play.answer('change', 'yes'),
      'the server refuses': (play) => play.fail('change'),
    },
    screen: (snapshot): Seen => ({
      isBusy: snapshot.context.calls.length > 0,
      asked: snapshot.context.asked?.about ?? '',
      answer: snapshot.context.done?.answer ?? '',
      isToStay: snapshot.hasTag('to be finished'),
    }),
    keep: ({ context: { calls, asked, done } }) => [calls.map(({ what }) => what), asked?.about, done],
  },
  {
    'DESIGN, forms: each press makes one call, one after the other, however many buttons are pressed meanwhile; a second press of the same none':
      always((step, before) => {
        const changes = due(step.past)
        const begins = changes.length > 0 && (before === step || due(before.past).length === 0 || isOver(step))
        return (
          same(step.calls('change').length, begins ? 1 : 0) &&
          (step.calls('change') as { change: unknown }[]).every(({ change }) => change === changes[0]) &&
          step.waits('change') === Math.min(changes.length, 1) &&
          step.screen.isBusy === changes.length > 0
        )
      }),
    'what was pressed is done also where its screen is left': always(
      (step) => step.screen.isToStay === step.waits('change') > 0,
    ),
    'DESIGN, forms: what the server answers is told, and nothing where it refuses': always(
      ({ happened, screen }, before) =>
        screen.answer === (happened === 'the server answers' ? 'yes' : before.screen.answer),
    ),
    'STYLE, how it should look: what is lost is named before it is, until the operator has decided': always(
      ({ happened, screen }, before) => {
        if (happened === 'a button is pressed by which something is lost') return screen.asked === 'the phone'
        const isDecided = happened === 'the operator means it' || happened === 'the operator does not mean it'
        return screen.asked === (isDecided ? '' : before.screen.asked)
      },
    ),
  },
)
