import type { FieldProblems, FieldRules } from './field-rules.ts'

/** What a form is filled in with, by field; fields of inner objects as the contract's rules name them: `proxy.port`. */
export type FormValues = Readonly<Record<string, unknown>>

/** What there is to save. */
export interface Filled<Values> {
  values: Values
  /** Only what differs from the beginning: what an existing record is to be changed in. */
  changes: Partial<Values>
}

/** What a form is for: one call of the contract. */
export interface RecordFormInput<Values, Saved> {
  /** What it begins with: an existing record's own values, or a new one's defaults. */
  values: Values
  /** An existing record that was not changed is left without a call. */
  of: 'new record' | 'existing record'
  /** The contract's own, from `bodyRules`. Those of fields that the form doesn't have are not looked at. */
  rules: FieldRules
  /** What the contract can't say, as that two fields have to match; it overrules the contract where both name a field. */
  check?: (values: Values) => FieldProblems
  save: (filled: Filled<Values>, signal: AbortSignal) => Promise<Saved>
}
