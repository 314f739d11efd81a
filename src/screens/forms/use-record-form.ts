import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { FieldProblem } from '../../api/field-rules.ts'
import type { FormValues, RecordFormInput } from '../../api/form-description.ts'
import { isRequired, isUnsaved, recordFormMachine } from '../../machines/forms/record-form.ts'
import type { FieldBinding, FormBinding } from '../../ui/form/form-binding.ts'
import { useHeldPage } from '../../ui/use-held-page.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

export interface RecordForm<Values> extends FormBinding {
  values: Values
  /** Changes several fields at once: one that follows from another. */
  change: (changes: Partial<Values>) => void
  field<Name extends keyof Values & string>(name: Name): FieldBinding<Values[Name]>
}

interface FormUse<Values, Saved> {
  /** Of which record it is; needed where each render makes the input anew. */
  key?: unknown
  /** What the form of another key begins with, which takes something over from this one. */
  after?: (values: Values) => RecordFormInput<Values, Saved>
  onSaved: (saved: Saved, form: { values: Values; another: boolean }) => void
  /** It was closed, and nothing was saved. */
  onLeft: () => void
}

/**
 * A form for as long as the screen or dialog stands, bound to `ui/form`. It holds the page while there are unsaved changes:
 * going to another screen, and closing the tab, ask first.
 */
export function useRecordForm<Values extends FormValues, Saved>(
  input: RecordFormInput<Values, Saved>,
  { key, after, onSaved, onLeft }: FormUse<Values, Saved>,
): RecordForm<Values> {
  const wordsFor = useProblemWords()
  const made = {
    input,
    ...(key !== undefined && { key }),
    ...(after && { after: ({ context }: { context: { values: Values } }) => after(context.values) }),
  }
  const record = useScreenActor(recordFormMachine<Values, Saved>, made, (now) => {
    if (now.matches('saved')) onSaved(now.context.saved as Saved, now.context) // Whoever gets to `saved` has brought it.
    if (now.matches('left')) onLeft()
  })
  useHeldPage(record, {
    isHeld: isUnsaved,
    ask: () => record.send({ type: 'leave' }),
    isToStay: (snapshot) => snapshot.matches('editing'),
  })
  const now = useSelector(record, (snapshot) => snapshot)
  const { values, problems, failure, refusals, rules } = now.context

  const mayChange = now.can({ type: 'change', changes: {} })
  const change = (changes: Partial<Values>) => record.send({ type: 'change', changes })

  return {
    values,
    change,
    busy: now.matches('saving'),
    mayChange,
    maySubmit: now.can({ type: 'submit' }),
    mayLeave: now.can({ type: 'leave' }),
    asking: now.matches('asking'),
    failure,
    refusals,
    submit: () => record.send({ type: 'submit' }),
    submitAndGoOn: () => record.send({ type: 'submit', another: true }),
    leave: () => record.send({ type: 'leave' }),
    stay: () => record.send({ type: 'stay' }),
    discard: () => record.send({ type: 'discard' }),
    field: (name) => ({
      name,
      value: values[name],
      problem: wordsFor(name, problems[name]),
      required: isRequired(now.context, name),
      readOnly: !mayChange,
      maxLength: rules[name]?.maxLength,
      // A computed key loses its name's type: these are some of the form's values.
      change: (value) => change({ [name]: value } as unknown as Partial<Values>),
    }),
  }
}

/** How a broken rule is worded; what a pattern asks for depends on its field. */
function useProblemWords() {
  const { t } = useTranslation()
  return (name: string, problem: FieldProblem | undefined): string | undefined => {
    if (problem === undefined) return undefined
    if ('text' in problem) return problem.text
    // Some fields have words of their own for it.
    if (problem.rule === 'pattern') return t([`form.patterns.${name as 'avatar'}`, 'form.problems.pattern'])
    return 'limit' in problem
      ? t(`form.problems.${problem.rule}`, { count: problem.limit })
      : t(`form.problems.${problem.rule}`)
  }
}
