import { codes } from '../../../domain/codes.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { loginMachine } from '../../../src/machines/session/login.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, now, same, when } from '../../support/requirements/sentences.ts'

const required = { required: true, captcha_id: 'c1', image: 'data:,' }
const filled = { type: 'submit', user_name: ' ada ', password: ' pass ', captcha_val: ' abcd ' } as const
const asked = { user_name: 'ada', password: ' pass ' }

/** Whether nothing is being submitted, and nobody is signed in. */
const isFree = (
  before: { waits: (to: string) => number; screen: { isWaiting: boolean } },
  { past }: { past: readonly { happened: string }[] },
) =>
  before.waits('sign in') === 0 &&
  !before.screen.isWaiting &&
  !past.some(({ happened }) => happened === 'the server accepts')

export default specification(
  {
    machine: loginMachine,
    happenings: {
      'a captcha is shown': (play) => play.show('captcha', { captcha: required }),
      'a captcha is not needed': (play) => play.show('captcha', { captcha: { required: false } }),
      'the captcha is on its way': (play) => play.show('captcha', { captcha: undefined }),
      'the captcha can not be had': (play) => play.show('captcha', { captcha: null }),
      'submits everything': (play) => play.send(filled),
      'submits without the captcha': (play) => play.send({ ...filled, captcha_val: ' ' }),
      'submits without a name': (play) => play.send({ ...filled, user_name: ' ' }),
      'submits without a password': (play) => play.send({ ...filled, password: '' }),
      'the server accepts': (play) => play.answer('sign in', { token: 'mine' }),
      'the server refuses the password': (play) => play.fail('sign in', new ApiError(codes.wrongCredentials, 'no')),
      'the server refuses the captcha': (play) => play.fail('sign in', new ApiError(codes.wrongCaptcha, 'no')),
      'the server refuses a field': (play) =>
        play.fail('sign in', new ApiError(40_000, 'no', { user_name: 'too long' })),
      'the server is not reached': (play) => play.fail('sign in'),
    },
    keep: ({ context: { problems, captcha } }) => ({ problems, captcha }),
    screen: (snapshot) => {
      const { problems, refusals, filledIn, captcha } = snapshot.context
      return { problems, refusals, password: filledIn.password, captcha, isWaiting: snapshot.matches('waiting') }
    },
  },
  {
    'SPEC §7: beside the form there is one captcha, from the beginning': always((step) => step.waits('captcha') === 1),
    'SPEC §5: the captcha that is shown is the one that there is': always(({ happened, screen }, before) =>
      happened === 'a captcha is shown'
        ? same(screen.captcha, required)
        : happened === 'a captcha is not needed'
          ? same(screen.captcha, { required: false })
          : happened === 'the captcha is on its way'
            ? screen.captcha === undefined
            : happened === 'the captcha can not be had'
              ? screen.captcha === null
              : same(screen.captcha, before.screen.captcha),
    ),
    'SPEC §7: the server is asked with what was filled in, the name trimmed, and the captcha where one is required':
      always((step, before) => {
        const { captcha } = step.screen
        const isAsked =
          isFree(before, step) &&
          captcha !== undefined &&
          captcha !== null &&
          (step.happened === 'submits everything' ||
            (step.happened === 'submits without the captcha' && !captcha.required))
        const isDue = before.screen.isWaiting && step.happened === 'a captcha is not needed'
        const answer = captcha?.required ? { captcha_id: 'c1', captcha_val: 'abcd' } : {}
        return same(step.calls('sign in'), isAsked || isDue ? [{ ...asked, ...answer }] : [])
      }),
    'a form that is submitted before the captcha is there waits for it, and says where that is to be answered': always(
      (step, before) => {
        const { happened, screen } = step
        const isSent = happened === 'submits everything' || happened === 'submits without the captcha'
        const isEarly = isSent && isFree(before, step) && screen.captcha === undefined
        const isOver = screen.captcha !== undefined
        return (
          screen.isWaiting === (isEarly || (before.screen.isWaiting && !isOver)) &&
          (!before.screen.isWaiting ||
            !isOver ||
            same(screen.problems, screen.captcha?.required === false ? {} : { captcha_val: { reason: 'required' } }))
        )
      },
    ),
    'SPEC §5: what is missing is pointed out, all of it and nothing else': when(
      (step, before) => step.happened.startsWith('submits') && isFree(before, step),
      now(({ happened, screen: { problems, captcha }, ...step }) => {
        if (step.waitsFor.length > 1) return same(problems, {})
        const field =
          happened === 'submits without a name'
            ? 'user_name'
            : happened === 'submits without a password'
              ? 'password'
              : happened === 'submits without the captcha' && captcha?.required
                ? 'captcha_val'
                : undefined
        const fields = [...(field === undefined ? [] : [field]), ...(captcha === null ? ['captcha_val'] : [])]
        return same(problems, Object.fromEntries(fields.map((name) => [name, { reason: 'required' }])))
      }),
    ),
    'SPEC §7: what the server refuses stands at its field, and a refused password is counted': always(
      ({ happened, screen }, before) => {
        const { problems, refusals } = screen
        const counted = refusals - before.screen.refusals
        switch (happened) {
          case 'the server refuses the password':
            return counted === 1 && same(problems, { password: { reason: 'wrongCredentials' } })
          case 'the server refuses the captcha':
            return counted === 0 && same(problems, { captcha_val: { reason: 'wrongCaptcha' } })
          case 'the server refuses a field':
            return counted === 0 && same(problems, { user_name: { text: 'too long' } })
          case 'the server is not reached':
            return counted === 0 && same(problems, {})
          default:
            return counted === 0
        }
      },
    ),
    'SPEC §7: a failed try asks for another captcha, and so does one without any; nothing else does': always(
      (step, before) => {
        const { happened, said } = step
        const isWithoutAny = happened.startsWith('submits') && isFree(before, step) && before.screen.captcha === null
        const isAsked = isWithoutAny || /^the server (refuses|is not)/.test(happened)
        return same(said, isAsked ? [{ to: 'captcha', message: { type: 'reload' } }] : [])
      },
    ),
    'SPEC §7: whoever is accepted is told with the token, once': always(({ happened, told }) =>
      same(told, happened === 'the server accepts' ? [{ type: 'accepted', token: 'mine' }] : []),
    ),
    'no password is kept once the server has answered': when(
      (step) => step.waits('sign in') === 0 && !step.screen.isWaiting,
      now(({ screen }) => screen.password === ''),
    ),
  },
)
