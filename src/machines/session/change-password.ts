import { assign, emit, fromPromise, setup } from 'xstate'
import { ApiError, messageOf } from '../../api/errors.ts'
import { changePassword } from '../../api/session-calls.ts'

/** What is filled in, as SPEC §2 names it. */
export interface PasswordForm {
  old_password: string
  new_password: string
  new_passwordcopy: string
}

export type PasswordField = keyof PasswordForm

/** What is wrong with a field: `reason` is for the screen to word, `text` is the server's own wording. */
export type PasswordProblem = { reason: 'required' | 'mismatch' } | { text: string }

type PasswordProblems = Partial<Record<PasswordField, PasswordProblem>>

export type PasswordEmitted =
  /** The server is being asked. */
  | { type: 'password submitted' }
  /** It is another one now; the server ends all sessions of the user. */
  | { type: 'password changed' }
  | { type: 'password not changed'; failure: unknown }

const fields = ['old_password', 'new_password', 'new_passwordcopy'] as const satisfies readonly PasswordField[]

const missingIn = (form: PasswordForm): PasswordProblems =>
  Object.fromEntries(fields.filter((field) => form[field] === '').map((field) => [field, { reason: 'required' }]))

const problemsOf = (failure: unknown): PasswordProblems =>
  failure instanceof ApiError
    ? Object.fromEntries(Object.entries(failure.fields).map(([field, text]) => [field, { text }]))
    : {}

/**
 * The change of the password (SPEC §2, §5): three fields, all required, of which the new password and its copy have to
 * match. What a password has to be made of is the server's to say; its words are placed at their field.
 */
export const changePasswordMachine = setup({
  types: {
    context: {} as { form: PasswordForm; problems: PasswordProblems; failure: string },
    events: {} as { type: 'open' } | { type: 'cancel' } | ({ type: 'submit' } & PasswordForm),
    emitted: {} as PasswordEmitted,
  },
  actors: {
    'change it': fromPromise<void, PasswordForm>(({ input: { old_password, new_password }, signal }) =>
      changePassword({ old_password, new_password }, signal),
    ),
  },
  guards: {
    'something is missing': ({ event }) => event.type === 'submit' && fields.some((field) => event[field] === ''),
    'the new ones differ': ({ event }) => event.type === 'submit' && event.new_password !== event.new_passwordcopy,
  },
  actions: {
    'point out what is missing': assign({
      problems: ({ context, event }) => (event.type === 'submit' ? missingIn(event) : context.problems),
      failure: '',
    }),
    'point out that they differ': assign({ problems: { new_passwordcopy: { reason: 'mismatch' } }, failure: '' }),
    'take what was filled in': assign(({ context, event }) => ({
      form: event.type === 'submit' ? formOf(event) : context.form,
      problems: {},
      failure: '',
    })),
    'forget what was filled in': assign({ form: emptyForm() }),
    'forget what was wrong': assign({ problems: {}, failure: '' }),
    'point out what the server refused': assign((_, { failure }: { failure: unknown }) => ({
      problems: problemsOf(failure),
      failure: messageOf(failure),
    })),
  },
}).createMachine({
  id: 'changePassword',
  context: { form: emptyForm(), problems: {}, failure: '' },
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is not open.',
      entry: 'forget what was wrong',
      on: { open: 'editing' },
    },
    editing: {
      description: 'The operator fills in the form.',
      on: {
        submit: [
          { guard: 'something is missing', actions: 'point out what is missing' },
          { guard: 'the new ones differ', actions: 'point out that they differ' },
          { target: 'submitting', actions: ['take what was filled in', emit({ type: 'password submitted' })] },
        ],
        cancel: 'closed',
      },
    },
    submitting: {
      description:
        'The server is asked. Its answer, not the end of the session that goes with it, decides what is told.',
      exit: 'forget what was filled in',
      invoke: {
        id: 'change',
        src: 'change it',
        input: ({ context }) => context.form,
        onDone: { target: 'closed', actions: emit({ type: 'password changed' }) },
        onError: {
          target: 'editing',
          actions: [
            { type: 'point out what the server refused', params: ({ event }) => ({ failure: event.error }) },
            emit(({ event }) => ({ type: 'password not changed', failure: event.error })),
          ],
        },
      },
    },
  },
})

function emptyForm(): PasswordForm {
  return { old_password: '', new_password: '', new_passwordcopy: '' }
}

function formOf({ old_password, new_password, new_passwordcopy }: PasswordForm): PasswordForm {
  return { old_password, new_password, new_passwordcopy }
}
