import { ApiError, messageOf } from '../../../src/api/errors.ts'
import { hearFailures } from '../../../src/api/failures.ts'
import type { RecordFormInput } from '../../../src/api/form-description.ts'
import { recordFormMachine } from '../../../src/machines/forms/record-form.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

type Values = { name: string; note: string }
const refused = new ApiError(40_000, 'refused', { name: 'taken', elsewhere: 'wrong' })

/** What has popped up on this path. */
let popped: string[] = []
hearFailures((failure) => popped.push(messageOf(failure)))

/** An existing record whose name may not be empty. */
const hasChanged = (values: Values) => values.name !== 'one'

/** By either of its buttons. */
const isSubmitted = ({ happened }: { happened: string }) => happened.startsWith('it is submitted')

const existing: RecordFormInput<Values, number> = {
  values: { name: 'one', note: '' },
  of: 'existing record',
  rules: {},
  check: ({ name }) => (name === '' ? { name: { text: 'needed' } } : {}),
  save: () => Promise.resolve(1),
}

export default specification(
  {
    machine: recordFormMachine<Values, number>(),
    input: () => {
      popped = []
      return existing
    },
    happenings: {
      'the name is changed': (play) => play.send({ type: 'change', changes: { name: 'two' } }),
      'the name is emptied': (play) => play.send({ type: 'change', changes: { name: '' } }),
      'the name is put back': (play) => play.send({ type: 'change', changes: { name: 'one' } }),
      'it is submitted': (play) => play.send({ type: 'submit' }),
      'it is submitted, and another is to follow': (play) => play.send({ type: 'submit', another: true }),
      'the operator goes elsewhere': (play) => play.send({ type: 'leave' }),
      'the operator stays': (play) => play.send({ type: 'stay' }),
      'the changes are given up': (play) => play.send({ type: 'discard' }),
      'the server saves it': (play) => play.answer('save', 7),
      'the server refuses': (play) => play.fail('save', refused),
    },
    keep: ({ context: { values, problems, failure } }) => ({ values, problems, failure }),
    screen: (snapshot) => ({
      values: snapshot.context.values,
      problems: snapshot.context.problems,
      failure: snapshot.context.failure,
      refusals: snapshot.context.refusals,
      saved: snapshot.context.saved,
      another: snapshot.context.another,
      asks: snapshot.matches('asking'),
      popped: [...popped],
      isOver: snapshot.status === 'done',
      isLeft: snapshot.matches('left'),
    }),
  },
  {
    'DESIGN, forms: what is typed stays, whatever fails, and is taken only while the form can be filled in': always(
      (step, before) => {
        const typed = { 'the name is changed': 'two', 'the name is emptied': '', 'the name is put back': 'one' }[
          step.happened
        ]
        const isEditing = before.waits('save') === 0 && !before.screen.asks && !before.screen.isOver
        return same(
          step.screen.values,
          typed !== undefined && isEditing ? { name: typed, note: '' } : before.screen.values,
        )
      },
    ),
    'DESIGN, forms: the call is made once, for a form that has changed and in which nothing is wrong': always(
      (step, before) => {
        const { values, asks, isOver } = before.screen
        const isSent =
          isSubmitted(step) &&
          before.waits('save') === 0 &&
          !asks &&
          !isOver &&
          hasChanged(values) &&
          values.name !== ''
        const sent = step.calls('save').map((input) => (input as { values: Values }).values)
        return same(sent, isSent ? [values] : [])
      },
    ),
    'DESIGN, forms: what is wrong stands at its field when it is submitted, and goes once it is right': always(
      (step, before) => {
        const { happened, screen } = step
        const { values, problems } = before.screen
        const isEditing = before.waits('save') === 0 && !before.screen.asks && !before.screen.isOver
        if (happened === 'the server refuses')
          return same(screen.problems, { name: { text: 'taken' } }) && screen.failure === 'elsewhere: wrong'
        if (!isEditing) return same(screen.problems, problems)
        if (isSubmitted(step) && hasChanged(values))
          return same(screen.problems, values.name === '' ? { name: { text: 'needed' } } : {}) && screen.failure === ''
        if (happened.startsWith('the name'))
          return same(
            screen.problems,
            same(problems, {}) || happened !== 'the name is emptied' ? {} : { name: { text: 'needed' } },
          )
        return same(screen.problems, problems)
      },
    ),
    'DESIGN, forms: each refusal leads to the first wrong field once': always(({ happened, screen }, before) => {
      const counted = screen.refusals - before.screen.refusals
      const isWrong =
        isSubmitted({ happened }) &&
        before.screen.values.name === '' &&
        before.waits('save') === 0 &&
        !before.screen.asks &&
        !before.screen.isOver
      return counted === (happened === 'the server refuses' || isWrong ? 1 : 0)
    }),
    'DESIGN, forms: leaving with unsaved changes asks first; without, nothing is asked': always((step, before) => {
      if (step === before) return !step.screen.asks
      const { happened, screen } = step
      const isFree = before.waits('save') === 0 && !before.screen.isOver
      const changed = hasChanged(before.screen.values)
      if (happened === 'the operator goes elsewhere' && isFree && !before.screen.asks)
        return screen.asks === changed && screen.isLeft === !changed
      if (happened === 'the operator stays') return !screen.asks && screen.isLeft === before.screen.isLeft
      if (happened === 'the changes are given up' && before.screen.asks) return screen.isLeft && !screen.asks
      if (isSubmitted(step) && isFree && !before.screen.asks && !changed) return screen.isLeft
      return screen.asks === before.screen.asks && screen.isLeft === before.screen.isLeft
    }),
    'DESIGN, forms: it is over once it is saved, with what the server made of it': always(
      ({ happened, screen }, before) =>
        (happened === 'the server saves it'
          ? screen.saved === 7 && screen.isOver
          : screen.saved === before.screen.saved) && screen.isOver === (screen.isLeft || screen.saved === 7),
    ),
    'DESIGN, forms: another follows one that is saved where the button said so by which it was sent': always(
      (step, before) =>
        step.screen.another ===
        (step.calls('save').length > 0
          ? step.happened === 'it is submitted, and another is to follow'
          : before.screen.another),
    ),
    'SPEC §8: what a refusal says of fields that the form does not have pops up': always(
      ({ happened, screen }, before) =>
        same(
          screen.popped,
          happened === 'the server refuses' ? [...before.screen.popped, 'elsewhere: wrong'] : before.screen.popped,
        ),
    ),
  },
)
