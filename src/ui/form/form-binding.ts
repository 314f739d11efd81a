/** A field of a form, as an input shows it. */
export interface FieldBinding<Value> {
  name: string
  value: Value
  /** What is wrong with it, in words. */
  problem: string | undefined
  /** Whether it has to be filled in. */
  required: boolean
  /** The longest text, in characters; undefined where there is no limit. */
  maxLength: number | undefined
  /** Whether it can not be typed in just now, as while it is being saved. */
  readOnly: boolean
  /** Says what it is from now on. A method, so that an input of all texts takes a field of some. */
  change(value: Value): void
}

/** A form as its shell shows it. */
export interface FormBinding {
  /** Whether it is being saved. */
  busy: boolean
  /** Whether it can be filled in, saved or left just now. */
  mayChange: boolean
  maySubmit: boolean
  mayLeave: boolean
  /** Why it could not be saved, where no field is to blame; empty otherwise. */
  failure: string
  /** How often it was refused: each time the first wrong field takes the focus. */
  refusals: number
  /** Whether the operator is asked if unsaved changes may be lost. */
  asking: boolean
  submit: () => void
  /** Submits it; another one is filled in next. */
  submitAndGoOn: () => void
  leave: () => void
  stay: () => void
  discard: () => void
}
