import { assign, fromPromise, setup } from 'xstate'
import { ApiError, messageOf } from '../../api/errors.ts'
import { announceFailure } from '../../api/failures.ts'
import { isNeeded, problemOf, type FieldProblem, type FieldProblems } from '../../api/field-rules.ts'
import type { FormValues, RecordFormInput } from '../../api/form-description.ts'

interface Context<Values, Saved> extends RecordFormInput<Values, Saved> {
  /** What it began with. */
  initial: Values
  problems: FieldProblems
  /** Why it could not be saved, where no field is to blame; empty otherwise. */
  failure: string
  /** How often it was refused: the first wrong field is to be shown each time. */
  refusals: number
  saved: Saved | undefined
  /** Whether another record is filled in once this one is saved. */
  another: boolean
}

type RecordFormEvent<Values> =
  | { type: 'change'; changes: Partial<Values> }
  | { type: 'submit'; another?: boolean }
  /** The operator is about to close the form or to go elsewhere. */
  | { type: 'leave' }
  | { type: 'stay' }
  | { type: 'discard' }

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b)

/** What was changed since the beginning. */
function changesOf<Values extends FormValues>({
  values,
  initial,
}: Pick<Context<Values, unknown>, 'values' | 'initial'>) {
  const changed = Object.entries(values).filter(([field, value]) => differs(value, initial[field]))
  return Object.fromEntries(changed) as Partial<Values> // Some of the values' own entries.
}

/** What is wrong with the form as far as the contract and the form itself can say. */
function problemsOf<Values extends FormValues>(
  { rules, check }: Pick<RecordFormInput<Values, unknown>, 'rules' | 'check'>,
  values: Values,
): FieldProblems {
  const byRule = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, problemOf(value, rules[field])]),
  )
  const all = { ...byRule, ...check?.(values) }
  return Object.fromEntries(Object.entries(all).filter(([, problem]) => problem !== undefined))
}

/** Places what the server says at the form's fields, `modules.2` at `modules`; what has no field here is said beside them. */
function refusalOf(failure: unknown, values: FormValues): { problems: FieldProblems; failure: string } {
  if (!(failure instanceof ApiError)) return { problems: {}, failure: messageOf(failure) }
  const problems: Record<string, FieldProblem> = {}
  const homeless: string[] = []
  for (const [name, text] of Object.entries(failure.fields)) {
    const field = Object.keys(values).find((one) => name === one || name.startsWith(`${one}.`))
    if (field === undefined) homeless.push(`${name}: ${text}`)
    else problems[field] = { text }
  }
  const placed = Object.keys(problems).length > 0
  return { problems, failure: placed ? homeless.join('; ') : [messageOf(failure), ...homeless].join(' · ') }
}

/**
 * A form that creates or edits one record with one call of the contract.
 *
 * It is checked by the contract's own rules when it is submitted, and a wrong field again whenever it changes. What the
 * server refuses is placed at its field; whatever fails, everything typed stays. Leaving with unsaved changes asks first,
 * and a form that is being saved is neither sent twice nor left.
 */
export function recordFormMachine<Values extends FormValues, Saved>() {
  return setup({
    types: {
      input: {} as RecordFormInput<Values, Saved>,
      context: {} as Context<Values, Saved>,
      events: {} as RecordFormEvent<Values>,
    },
    actors: {
      save: fromPromise<Saved, Context<Values, Saved>>(({ input, signal }) =>
        input.save({ values: input.values, changes: changesOf(input) }, signal),
      ),
    },
    guards: {
      'something is wrong': ({ context }) => Object.keys(problemsOf(context, context.values)).length > 0,
      'there is nothing to save': ({ context }) =>
        context.of === 'existing record' && !differs(context.values, context.initial),
      'there are unsaved changes': ({ context }) => differs(context.values, context.initial),
    },
    actions: {
      'take the change': assign(({ context, event }) => {
        if (event.type !== 'change') return {}
        const values = { ...context.values, ...event.changes }
        const wrong = problemsOf(context, values)
        const known = Object.keys(context.problems)
        const touched = Object.keys(event.changes)
        // Only what has been pointed out is looked at again: nobody is told off while still typing.
        const problems = known.flatMap((field): [string, FieldProblem | undefined][] => {
          if (!touched.includes(field)) return [[field, context.problems[field]]]
          return wrong[field] === undefined ? [] : [[field, wrong[field]]]
        })
        return { values, problems: Object.fromEntries(problems) }
      }),
      'point out what is wrong': assign(({ context }) => ({
        problems: problemsOf(context, context.values),
        failure: '',
        refusals: context.refusals + 1,
      })),
      'forget what was wrong': assign({ problems: {}, failure: '' }),
      'note whether another is to follow': assign(({ event }) => ({
        another: event.type === 'submit' && event.another === true,
      })),
      'point out what the server refused': assign(({ context }, { failure }: { failure: unknown }) => ({
        ...refusalOf(failure, context.values),
        refusals: context.refusals + 1,
      })),
      // The client leaves the fields of a form's call to the form.
      'pop up what is wrong with fields that it does not have': (
        { context },
        { failure: refused }: { failure: unknown },
      ) => {
        if (!(refused instanceof ApiError) || Object.keys(refused.fields).length === 0) return
        const { failure } = refusalOf(refused, context.values)
        if (failure !== '') announceFailure(new ApiError(refused.code, failure))
      },
    },
  }).createMachine({
    id: 'recordForm',
    context: ({ input }) => ({
      ...input,
      initial: input.values,
      problems: {},
      failure: '',
      refusals: 0,
      saved: undefined,
      another: false,
    }),
    initial: 'editing',
    states: {
      editing: {
        description: 'The operator fills it in.',
        on: {
          change: { actions: 'take the change' },
          submit: [
            { guard: 'there is nothing to save', target: 'left' },
            { guard: 'something is wrong', actions: 'point out what is wrong' },
            { target: 'saving', actions: ['forget what was wrong', 'note whether another is to follow'] },
          ],
          leave: [{ guard: 'there are unsaved changes', target: 'asking' }, { target: 'left' }],
        },
      },
      asking: {
        description: 'The operator was about to leave with unsaved changes.',
        on: { stay: 'editing', discard: 'left' },
      },
      saving: {
        description: 'The server is asked; there is no second try and no leaving meanwhile.',
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context }) => context,
          onDone: { target: 'saved', actions: assign({ saved: ({ event }) => event.output }) },
          onError: {
            target: 'editing',
            actions: [
              { type: 'point out what the server refused', params: ({ event }) => ({ failure: event.error }) },
              {
                type: 'pop up what is wrong with fields that it does not have',
                params: ({ event }) => ({ failure: event.error }),
              },
            ],
          },
        },
      },
      saved: { type: 'final', description: 'The record is as it was filled in.' },
      left: { type: 'final', description: 'The form was closed, and nothing was saved.' },
    },
  })
}

/** Whether something would be lost if the page went away now. */
export const isUnsaved = ({ status, context }: { status: string; context: { values: unknown; initial: unknown } }) =>
  status === 'active' && differs(context.values, context.initial)

/** Whether the contract wants a field filled in that holds what it holds now. */
export const isRequired = (
  { values, rules }: Pick<RecordFormInput<FormValues, unknown>, 'values' | 'rules'>,
  field: string,
): boolean => isNeeded(values[field], rules[field])
