import { codes } from '../../../domain/codes.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { registerMachine } from '../../../src/machines/session/register.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, now, same, when } from '../../support/requirements/sentences.ts'

const required = { required: true, captcha_id: 'c1', image: 'data:,' }
const filled = {
  type: 'submit',
  user_name: ' ada ',
  password: 'abcd1234',
  invite_code: ' code1 ',
  captcha_val: ' abcd ',
} as const
const isFree = (step: {
  waits: (to: string) => number
  screen: { isWaiting: boolean }
  past: readonly { happened: string }[]
}) =>
  step.waits('register') === 0 &&
  !step.screen.isWaiting &&
  !step.past.some(({ happened }) => happened === 'the server accepts')

export default specification(
  {
    machine: registerMachine,
    happenings: {
      'a captcha is shown': (play) => play.show('captcha', { captcha: required }),
      'a captcha is not needed': (play) => play.show('captcha', { captcha: { required: false } }),
      'the captcha is on its way': (play) => play.show('captcha', { captcha: undefined }),
      'the captcha can not be had': (play) => play.show('captcha', { captcha: null }),
      'submits everything': (play) => play.send(filled),
      'submits without the captcha': (play) => play.send({ ...filled, captcha_val: ' ' }),
      'submits without a name': (play) => play.send({ ...filled, user_name: ' ' }),
      'submits a code that is none': (play) => play.send({ ...filled, invite_code: 'a-b' }),
      'the server accepts': (play) => play.answer('register', { user_name: 'ada' }),
      'the server refuses the captcha': (play) => play.fail('register', new ApiError(codes.wrongCaptcha, 'no')),
      'the server is not reached': (play) => play.fail('register', new Error('gone')),
    },
    screen: (snapshot) => ({
      captcha: snapshot.context.captcha,
      problems: snapshot.context.problems,
      failure: snapshot.context.failure,
      password: snapshot.context.form.password,
      registeredAs: snapshot.context.registeredAs,
      isRegistered: snapshot.matches('registered'),
      isWaiting: snapshot.matches('waiting'),
    }),
  },
  {
    'SPEC §7: beside the form there is one captcha, the one that there is': always((step, before) => {
      const shown = {
        'a captcha is shown': required,
        'a captcha is not needed': { required: false },
        'the captcha is on its way': undefined,
        'the captcha can not be had': null,
      }
      const { happened, screen } = step
      return (
        step.waits('captcha') === 1 &&
        same(screen.captcha, happened in shown ? shown[happened as keyof typeof shown] : before.screen.captcha)
      )
    }),
    'SPEC §7: the server is asked once nothing is amiss, with what was filled in, trimmed': always((step, before) => {
      const { captcha } = before.screen
      const isSent =
        captcha !== undefined &&
        captcha !== null &&
        isFree(before) &&
        (step.happened === 'submits everything' ||
          (step.happened === 'submits without the captcha' && !captcha.required))
      const person = { user_name: 'ada', password: 'abcd1234', invite_code: 'code1' }
      const isDue = before.screen.isWaiting && step.happened === 'a captcha is not needed'
      return same(
        step.calls('register'),
        isSent || isDue ? [{ ...person, ...(captcha?.required && { captcha_id: 'c1', captcha_val: 'abcd' }) }] : [],
      )
    }),
    'a form that is submitted before the captcha is there waits for it, and says where that is to be answered': always(
      (step, before) => {
        const { happened, screen } = step
        const isSent = happened === 'submits everything' || happened === 'submits without the captcha'
        const isEarly = isSent && isFree(before) && screen.captcha === undefined
        const isOver = screen.captcha !== undefined
        return (
          screen.isWaiting === (isEarly || (before.screen.isWaiting && !isOver)) &&
          (!before.screen.isWaiting ||
            !isOver ||
            same(screen.problems, screen.captcha?.required === false ? {} : { captcha_val: { reason: 'required' } }))
        )
      },
    ),
    'SPEC §5: what is amiss is pointed out at its field': when(
      ({ happened }, before) => happened.startsWith('submits') && isFree(before),
      now(({ happened, screen: { problems, failure } }, { screen: { captcha } }) => {
        const amiss = {
          'submits without a name': { user_name: { reason: 'required' } },
          'submits a code that is none': { invite_code: { reason: 'notAlphanumeric' } },
          'submits without the captcha': captcha?.required ? { captcha_val: { reason: 'required' } } : {},
        }
        const none = captcha === null && { captcha_val: { reason: 'required' } }
        return same(problems, { ...none, ...amiss[happened as keyof typeof amiss] }) && failure === ''
      }),
    ),
    'SPEC §8: what the server refuses stands at its field, or beside them all': always(({ happened, screen }) => {
      if (happened === 'the server refuses the captcha')
        return same(screen.problems, { captcha_val: { reason: 'wrongCaptcha' } }) && screen.failure === ''
      return happened !== 'the server is not reached' || (same(screen.problems, {}) && screen.failure === 'gone')
    }),
    'SPEC §7: a failed try asks for another captcha, and so does one without any': always((step, before) => {
      const { happened, said } = step
      const isWithoutAny = happened.startsWith('submits') && isFree(before) && before.screen.captcha === null
      const isAsked = isWithoutAny || /^the server (refuses|is not)/.test(happened)
      return same(said, isAsked ? [{ to: 'captcha', message: { type: 'reload' } }] : [])
    }),
    'DESIGN, people: whoever is registered is told under which name': always(({ happened, screen }, before) =>
      happened === 'the server accepts'
        ? screen.isRegistered && screen.registeredAs === 'ada'
        : screen.isRegistered === before.screen.isRegistered && screen.registeredAs === before.screen.registeredAs,
    ),
    'no password is kept once the server has answered': always(
      (step) => step.waits('register') > 0 || step.screen.isWaiting || step.screen.password === '',
    ),
  },
)
