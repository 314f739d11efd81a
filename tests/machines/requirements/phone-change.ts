import { phoneChangeMachine } from '../../../src/machines/remote/phone-change.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const environment = { id: 27, name: 'Depop 27' } as never

export default specification(
  {
    machine: phoneChangeMachine,
    input: (play) => ({ opened: (deviceId) => void play.notes.push(String(deviceId)) }),
    happenings: {
      'the operator wants another phone': (play) => play.send({ type: 'choose another', environment }),
      'the operator agrees': (play) => play.send({ type: 'confirm' }),
      'the operator waits for this one': (play) => play.send({ type: 'cancel' }),
      'the server opens it on another one': (play) => play.answer('reopen', 8),
      'the server has none': (play) => play.fail('reopen'),
    },
    screen: (snapshot, play) => ({ isAsked: snapshot.matches('confirming'), led: [...play.notes] }),
    keep: () => undefined,
  },
  {
    'what is lost is read before another phone is asked for': always(({ happened, screen }, before) => {
      if (happened === 'the operator wants another phone' && before.waits('reopen') === 0) return screen.isAsked
      const isAnswered = happened === 'the operator agrees' || happened === 'the operator waits for this one'
      return screen.isAsked === (before.screen.isAsked && !isAnswered)
    }),
    'the server is asked once the operator agrees, for the shop that is lost, and for nothing else': always(
      (step, before) =>
        same(
          step.calls('reopen'),
          before.screen.isAsked && step.happened === 'the operator agrees' ? [{ environment }] : [],
        ),
    ),
    'the operator is led to the phone on which it opens, and nowhere otherwise': always(
      ({ happened, screen }, before) =>
        same(
          screen.led,
          happened === 'the server opens it on another one' ? [...before.screen.led, '8'] : before.screen.led,
        ),
    ),
  },
)
