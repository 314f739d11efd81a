import { and, assign, fromPromise, not, sendTo, setup } from 'xstate'
import { isAlphanumeric } from '../../../domain/alphanumeric.ts'
import { codes } from '../../../domain/codes.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { register, type Captcha, type Registration } from '../../api/session-calls.ts'
import { captchaAnswer, captchaMachine } from './captcha.ts'

export interface RegisterForm {
  user_name: string
  password: string
  invite_code: string
  captcha_val: string
}

export type RegisterField = keyof RegisterForm

/** What is wrong with a field: `reason` is for the screen to word, `text` is the server's own wording. */
export type RegisterProblem = { reason: 'required' | 'notAlphanumeric' | 'wrongCaptcha' } | { text: string }
type RegisterProblems = Partial<Record<RegisterField, RegisterProblem>>

const nothing: RegisterForm = { user_name: '', password: '', invite_code: '', captcha_val: '' }

function problemsOf(failure: unknown): RegisterProblems {
  if (!(failure instanceof ApiError)) return {}
  if (failure.code === codes.wrongCaptcha) return { captcha_val: { reason: 'wrongCaptcha' } }
  return Object.fromEntries(Object.entries(failure.fields).map(([field, text]) => [field, { text }]))
}

/** What can be said of the form before the server is asked. */
function complaintsAbout(form: RegisterForm, captcha: Captcha | null | undefined): RegisterProblems {
  const empty = (field: RegisterField) => form[field].trim() === ''
  const needed: RegisterField[] = ['user_name', 'password', 'invite_code']
  if (captcha?.required === true) needed.push('captcha_val')
  return {
    ...(captcha === null && { captcha_val: { reason: 'required' } }),
    ...(!isAlphanumeric(form.invite_code.trim()) && { invite_code: { reason: 'notAlphanumeric' } }),
    ...Object.fromEntries(needed.filter(empty).map((field) => [field, { reason: 'required' }])),
  }
}

/**
 * Registering with an invite code (SPEC §7; DESIGN, people): a form on the login screen, with a captcha, of which a
 * failed try asks for another picture. Whoever is registered signs in as everybody does.
 */
export const registerMachine = setup({
  types: {
    context: {} as {
      /** Undefined while it is on its way, null where it could not be had. */
      captcha: Captcha | null | undefined
      form: RegisterForm
      problems: RegisterProblems
      /** Why the server refused, where no field is to blame. */
      failure: string
      /** The user name of the new account. */
      registeredAs: string
    },
    events: {} as { type: 'submit' } & RegisterForm,
    children: {} as { captcha: 'captcha' },
  },
  actors: {
    captcha: captchaMachine,
    register: fromPromise<{ user_name: string }, Registration>(({ input, signal }) => register(input, signal)),
  },
  guards: {
    'the captcha is on its way': ({ context }) => context.captcha === undefined,
    'there is no captcha': ({ context }) => context.captcha === null,
    'the captcha is there': ({ context: { captcha } }) => captcha !== undefined && captcha !== null,
    'no captcha is needed': ({ context }) => context.captcha?.required === false,
    'nothing is amiss': ({ context, event }) => Object.keys(complaintsAbout(event, context.captcha)).length === 0,
  },
  actions: {
    'point out what is amiss': assign({
      problems: ({ context, event }) => complaintsAbout(event, context.captcha),
      failure: '',
    }),
    'take what was filled in': assign({
      form: ({ event }) => event,
      problems: {},
      failure: '',
    }),
    'fetch another captcha': sendTo('captcha', { type: 'reload' }),
    'point out the captcha': assign({ problems: { captcha_val: { reason: 'required' } } }),
    'forget what was filled in': assign({ form: nothing }),
    'point out what the server refused': assign((_, { failure }: { failure: unknown }) => {
      const problems = problemsOf(failure)
      return { problems, failure: Object.keys(problems).length === 0 ? messageOf(failure) : '' }
    }),
  },
}).createMachine({
  id: 'register',
  context: { captcha: undefined, form: nothing, problems: {}, failure: '', registeredAs: '' },
  invoke: {
    id: 'captcha',
    src: 'captcha',
    onSnapshot: { actions: assign({ captcha: ({ event }) => event.snapshot.context.captcha }) },
  },
  initial: 'editing',
  states: {
    editing: {
      description: 'The newcomer fills in the form.',
      on: {
        submit: [
          {
            guard: and(['the captcha is there', 'nothing is amiss']),
            target: 'submitting',
            actions: 'take what was filled in',
          },
          {
            guard: and(['the captcha is on its way', 'nothing is amiss']),
            target: 'waiting',
            actions: 'take what was filled in',
          },
          {
            guard: 'there is no captcha',
            actions: ['point out what is amiss', 'fetch another captcha'],
          },
          { actions: 'point out what is amiss' },
        ],
      },
    },
    waiting: {
      description: 'The newcomer was faster than the captcha, and need not submit again where none is needed.',
      always: [
        { guard: 'no captcha is needed', target: 'submitting' },
        {
          guard: not('the captcha is on its way'),
          target: 'editing',
          actions: ['point out the captcha', 'forget what was filled in'],
        },
      ],
    },
    submitting: {
      description: 'The server is asked.',
      exit: 'forget what was filled in',
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context: { form, captcha } }) => registrationOf(form, captcha),
        onDone: {
          target: 'registered',
          actions: assign({ registeredAs: ({ event }) => event.output.user_name }),
        },
        onError: {
          target: 'editing',
          actions: [
            { type: 'point out what the server refused', params: ({ event }) => ({ failure: event.error }) },
            'fetch another captcha',
          ],
        },
      },
    },
    registered: { description: 'There is an account; the screen goes back to signing in.' },
  },
})

function registrationOf(
  { user_name, password, invite_code, captcha_val }: RegisterForm,
  captcha: Captcha | null | undefined,
) {
  const person = { user_name: user_name.trim(), password, invite_code: invite_code.trim() }
  return { ...person, ...captchaAnswer(captcha, captcha_val) } satisfies Registration
}
