import { and, assign, emit, fromPromise, not, sendTo, setup } from 'xstate'
import { codes } from '../../../domain/codes.ts'
import { ApiError } from '../../api/errors.ts'
import { signIn, type Captcha, type Credentials } from '../../api/session-calls.ts'
import { captchaAnswer, captchaMachine } from './captcha.ts'

type LoginField = 'user_name' | 'password' | 'captcha_val'

/** What is wrong with the form: `reason` is for the screen to word, `text` is the server's own wording. */
export type FieldProblem = { reason: 'required' | 'wrongCredentials' | 'wrongCaptcha' } | { text: string }
type Problems = Partial<Record<LoginField, FieldProblem>>

function problemsOf(failure: unknown): Problems {
  if (!(failure instanceof ApiError)) return {}
  if (failure.code === codes.wrongCredentials) return { password: { reason: 'wrongCredentials' } }
  if (failure.code === codes.wrongCaptcha) return { captcha_val: { reason: 'wrongCaptcha' } }
  return Object.fromEntries(Object.entries(failure.fields).map(([field, text]) => [field, { text }]))
}

/**
 * The sign-in screen (SPEC §5, §7): a form, and beside it a captcha, of which a failed try asks for another picture.
 * While a try is under way there is no second one.
 */
export const loginMachine = setup({
  types: {
    context: {} as {
      /** Undefined while it is on its way, null where it could not be had. */
      captcha: Captcha | null | undefined
      filledIn: Credentials
      problems: Problems
      /** How many passwords were refused. */
      refusals: number
    },
    events: {} as { type: 'submit'; user_name: string; password: string; captcha_val: string },
    children: {} as { captcha: 'captcha' },
    emitted: {} as { type: 'accepted'; token: string },
  },
  actors: {
    captcha: captchaMachine,
    'sign in': fromPromise<{ token: string }, Credentials>(({ input, signal }) => signIn(input, signal)),
  },
  guards: {
    'the captcha is on its way': ({ context }) => context.captcha === undefined,
    'there is no captcha': ({ context }) => context.captcha === null,
    'the captcha is there': ({ context: { captcha } }) => captcha !== undefined && captcha !== null,
    'no captcha is needed': ({ context }) => context.captcha?.required === false,
    'name and password are filled in': ({ event }) => event.user_name.trim() !== '' && event.password !== '',
    'the captcha is answered, or not needed': ({ context, event }) =>
      context.captcha?.required === false || event.captcha_val.trim() !== '',
  },
  actions: {
    'keep what was filled in': assign({
      filledIn: ({ context, event }) => ({
        user_name: event.user_name.trim(),
        password: event.password,
        ...captchaAnswer(context.captcha, event.captcha_val),
      }),
      problems: {},
    }),
    'point out what is missing': assign({
      problems: ({ context: { captcha }, event }) => {
        const needed: [LoginField, boolean][] = [
          ['user_name', event.user_name.trim() === ''],
          ['password', event.password === ''],
          ['captcha_val', captcha === null || (captcha?.required === true && event.captcha_val.trim() === '')],
        ]
        return Object.fromEntries(
          needed.filter(([, missing]) => missing).map(([field]) => [field, { reason: 'required' }]),
        )
      },
    }),
    'fetch another captcha': sendTo('captcha', { type: 'reload' }),
    'point out the captcha': assign({ problems: { captcha_val: { reason: 'required' } } }),
    'forget the password': assign({ filledIn: { user_name: '', password: '' } }),
  },
}).createMachine({
  id: 'login',
  context: { captcha: undefined, filledIn: { user_name: '', password: '' }, problems: {}, refusals: 0 },
  invoke: {
    id: 'captcha',
    src: 'captcha',
    onSnapshot: { actions: assign({ captcha: ({ event }) => event.snapshot.context.captcha }) },
  },
  initial: 'editing',
  states: {
    editing: {
      description: 'The operator fills in the form.',
      on: {
        submit: [
          {
            guard: and([
              'the captcha is there',
              'the captcha is answered, or not needed',
              'name and password are filled in',
            ]),
            target: 'submitting',
            actions: 'keep what was filled in',
          },
          {
            guard: and(['the captcha is on its way', 'name and password are filled in']),
            target: 'waiting',
            actions: 'keep what was filled in',
          },
          {
            guard: 'there is no captcha',
            actions: ['point out what is missing', 'fetch another captcha'],
          },
          { actions: 'point out what is missing' },
        ],
      },
    },
    waiting: {
      description: 'The operator was faster than the captcha, and need not submit again where none is needed.',
      always: [
        { guard: 'no captcha is needed', target: 'submitting' },
        {
          guard: not('the captcha is on its way'),
          target: 'editing',
          actions: ['point out the captcha', 'forget the password'],
        },
      ],
    },
    submitting: {
      description: 'The server is asked.',
      exit: 'forget the password',
      invoke: {
        id: 'signIn',
        src: 'sign in',
        input: ({ context }) => context.filledIn,
        onDone: {
          target: 'accepted',
          actions: emit(({ event }) => ({ type: 'accepted', token: event.output.token })),
        },
        onError: {
          target: 'editing',
          actions: [
            assign(({ context, event }) => {
              const problems = problemsOf(event.error)
              return { problems, refusals: context.refusals + (problems.password === undefined ? 0 : 1) }
            }),
            'fetch another captcha',
          ],
        },
      },
    },
    accepted: { description: 'Signed in; the console moves on.' },
  },
})
