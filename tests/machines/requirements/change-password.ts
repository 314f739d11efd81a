import { ApiError } from '../../../src/api/errors.ts'
import { changePasswordMachine } from '../../../src/machines/session/change-password.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, now, same, when } from '../../support/requirements/sentences.ts'

const form = { old_password: 'old', new_password: 'abcd1234', new_passwordcopy: 'abcd1234' }
const refused = new ApiError(40_000, 'refused', { new_password: 'too short' })
const required = { reason: 'required' }
const empty = { old_password: '', new_password: '', new_passwordcopy: '' }

export default specification(
  {
    machine: changePasswordMachine,
    happenings: {
      'the dialog opens': (play) => play.send({ type: 'open' }),
      'submits everything': (play) => play.send({ type: 'submit', ...form }),
      'submits nothing': (play) => play.send({ type: 'submit', ...empty }),
      'submits two that differ': (play) => play.send({ type: 'submit', ...form, new_passwordcopy: 'other' }),
      cancels: (play) => play.send({ type: 'cancel' }),
      'the server changes it': (play) => play.answer('change it'),
      'the server refuses': (play) => play.fail('change it', refused),
    },
    screen: (snapshot) => ({
      isOpen: !snapshot.matches('closed'),
      problems: snapshot.context.problems,
      failure: snapshot.context.failure,
      form: snapshot.context.form,
    }),
  },
  {
    'SPEC §2: the dialog opens when asked, and closes when cancelled or changed, but not while the server is asked':
      always(({ happened, screen }, before) => {
        if (happened === 'the dialog opens') return screen.isOpen
        if (happened === 'the server changes it') return !screen.isOpen
        if (happened === 'cancels' && before.waits('change it') === 0) return !screen.isOpen
        return screen.isOpen === (before.screen.isOpen && happened !== 'at first')
      }),
    'SPEC §7: the server is asked with what was filled in, once all three are there and the new ones match': always(
      (step, before) => {
        const isAsked =
          step.happened === 'submits everything' && before.screen.isOpen && before.waits('change it') === 0
        return same(step.calls('change it'), isAsked ? [form] : [])
      },
    ),
    'SPEC §5: what is missing is 必填项, and two that differ are told apart': when(
      ({ happened }, before) =>
        happened.startsWith('submits') && before.screen.isOpen && before.waits('change it') === 0,
      now(({ happened, screen: { problems, failure } }) => {
        const said =
          happened === 'submits nothing'
            ? { old_password: required, new_password: required, new_passwordcopy: required }
            : happened === 'submits two that differ'
              ? { new_passwordcopy: { reason: 'mismatch' } }
              : {}
        return same(problems, said) && failure === ''
      }),
    ),
    'SPEC §8: what the server refuses stands at its field, with its words': when(
      'the server refuses',
      now(
        ({ screen }) =>
          screen.isOpen &&
          same(screen.problems, { new_password: { text: 'too short' } }) &&
          screen.failure === 'refused',
      ),
    ),
    'SPEC §8: whoever listens hears of each try, and what it came to': always((step) => {
      const { happened, told } = step
      if (happened === 'the server changes it') return same(told, [{ type: 'password changed' }])
      if (happened === 'the server refuses') return same(told, [{ type: 'password not changed', failure: refused }])
      return same(told, step.calls('change it').length === 1 ? [{ type: 'password submitted' }] : [])
    }),
    'a dialog that is closed remembers no problem, and no password is kept but while the server is asked': always(
      (step) =>
        (step.screen.isOpen || (same(step.screen.problems, {}) && step.screen.failure === '')) &&
        (step.waits('change it') > 0 || same(step.screen.form, empty)),
    ),
  },
)
