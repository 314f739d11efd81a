import { messageComposerMachine } from '../../../src/machines/messages/message-composer.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, now, same, when } from '../../support/requirements/sentences.ts'

const draft = { msg_text: ' hello ', roles: ['agent'] } as const
const written = { msg_text: 'hello', roles: ['agent'] }

export default specification(
  {
    machine: messageComposerMachine,
    happenings: {
      'submits a message': (play) => play.send({ type: 'submit', ...draft }),
      'submits no text': (play) => play.send({ type: 'submit', ...draft, msg_text: ' ' }),
      'submits no roles': (play) => play.send({ type: 'submit', ...draft, roles: [] }),
      'the server sends it': (play) => play.answer('send it', { count: 3 }),
      'the server fails': (play) => play.fail('send it', new Error('gone')),
    },
    screen: ({ context: { missing, failure, count }, status }) => ({
      missing,
      failure,
      count,
      isOver: status === 'done',
    }),
  },
  {
    'DESIGN, messages: a text for some role is sent, once at a time': always((step, before) => {
      const isSent = step.happened === 'submits a message' && before.waitsFor.length === 0 && !before.screen.isOver
      return same(step.calls('send it'), isSent ? [written] : [])
    }),
    'DESIGN, messages: what is missing is pointed out': when(
      ({ happened }, before) => happened.startsWith('submits') && before.waitsFor.length === 0 && !before.screen.isOver,
      now(
        ({ happened, screen: { missing, failure } }) =>
          same(missing, { text: happened === 'submits no text', roles: happened === 'submits no roles' }) &&
          failure === '',
      ),
    ),
    'SPEC §8: a failure is shown, and leaves the dialog open': when(
      'the server fails',
      now(({ screen }) => screen.failure === 'gone' && !screen.isOver),
    ),
    'DESIGN, messages: it is over once it was sent, and to how many is known': always(({ happened, screen }, before) =>
      happened === 'the server sends it' ? screen.isOver && screen.count === 3 : screen.isOver === before.screen.isOver,
    ),
  },
)
