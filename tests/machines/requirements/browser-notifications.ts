import { browserNotificationsMachine } from '../../../src/machines/messages/browser-notifications.ts'
import { always } from '../../support/requirements/sentences.ts'
import { specification } from '../../support/requirements/specification.ts'

const shown = ['unsupported', 'denied', 'off', 'on'] as const
const failures = ['look', 'turnOn', 'turnOff'] as const

/** What a browser answers when it is asked how it stands, by what happens. */
const found: Readonly<Record<string, (typeof shown)[number]>> = {
  'it turns out that the browser can not': 'unsupported',
  'it turns out that the browser is forbidden to': 'denied',
  'it turns out to be off': 'off',
  'it turns out to be on': 'on',
}
/** And when it is to be on. */
const turned: Readonly<Record<string, (typeof shown)[number]>> = {
  'the operator allows it, and it is on': 'on',
  'the operator forbids it': 'denied',
  'the operator does not answer the browser': 'off',
}
/** What goes wrong, and what that was. */
const wrong: Readonly<Record<string, (typeof failures)[number]>> = {
  'it can not be found out': 'look',
  'it can not be turned on': 'turnOn',
  'it can not be turned off': 'turnOff',
}
const calls = {
  look: 'look up how it stands',
  turnOn: 'turn it on',
  turnOff: 'turn it off',
} as const

export default specification(
  {
    machine: browserNotificationsMachine,
    happenings: {
      'it turns out that the browser can not': (play) => play.answer(calls.look, 'unsupported'),
      'it turns out that the browser is forbidden to': (play) => play.answer(calls.look, 'denied'),
      'it turns out to be off': (play) => play.answer(calls.look, 'off'),
      'it turns out to be on': (play) => play.answer(calls.look, 'on'),
      'the operator allows it, and it is on': (play) => play.answer(calls.turnOn, 'on'),
      'the operator forbids it': (play) => play.answer(calls.turnOn, 'denied'),
      'the operator does not answer the browser': (play) => play.answer(calls.turnOn, 'off'),
      'it is off again': (play) => play.answer(calls.turnOff, undefined),
      'it can not be found out': (play) => play.fail(calls.look, new Error('look')),
      'it can not be turned on': (play) => play.fail(calls.turnOn, new Error('turnOn')),
      'it can not be turned off': (play) => play.fail(calls.turnOff, new Error('turnOff')),
      'the operator wants it on': (play) => play.send({ type: 'TURN_ON' }),
      'the operator wants it off': (play) => play.send({ type: 'TURN_OFF' }),
      'the operator tries again': (play) => play.send({ type: 'RETRY' }),
    },
    screen: (snapshot) => ({
      standing: shown.find((one) => snapshot.matches(one)),
      failed: failures.find((one) => snapshot.matches({ failed: one })),
      failure: snapshot.context.failure,
    }),
  },
  {
    'DESIGN, notifications: how it stands is looked up at first, and when the operator tries again where that failed or it was forbidden':
      always((step, before) => {
        const isAgain =
          step.happened === 'the operator tries again' &&
          (before.screen.failed === 'look' || before.screen.standing === 'denied')
        return step.calls(calls.look).length === (step === before || isAgain ? 1 : 0)
      }),
    'DESIGN, notifications: nobody is asked before the operator wants it on, or tries that again': always(
      (step, before) => {
        const isWanted =
          (step.happened === 'the operator wants it on' && before.screen.standing === 'off') ||
          (step.happened === 'the operator tries again' && before.screen.failed === 'turnOn')
        return step.calls(calls.turnOn).length === (isWanted ? 1 : 0)
      },
    ),
    'DESIGN, notifications: the server writes until the operator wants it off, or tries that again': always(
      (step, before) => {
        const isWanted =
          (step.happened === 'the operator wants it off' && before.screen.standing === 'on') ||
          (step.happened === 'the operator tries again' && before.screen.failed === 'turnOff')
        return step.calls(calls.turnOff).length === (isWanted ? 1 : 0)
      },
    ),
    'DESIGN, notifications: it shows what browser and operator have said, and nothing while one of them is asked':
      always(({ happened, screen, waitsFor }, before) => {
        const said = found[happened] ?? turned[happened] ?? (happened === 'it is off again' ? 'off' : undefined)
        if (said !== undefined) return screen.standing === said
        if (waitsFor.length > 0 || wrong[happened] !== undefined) return screen.standing === undefined
        return screen.standing === before.screen.standing
      }),
    'SPEC §8: what has failed is said, and why, until it is tried again': always(({ happened, screen }, before) => {
      const failed = wrong[happened]
      if (failed !== undefined) return screen.failed === failed && screen.failure === failed
      if (happened === 'the operator tries again') return screen.failed === undefined
      return screen.failed === before.screen.failed && screen.failure === before.screen.failure
    }),
  },
)
