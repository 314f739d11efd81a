/** What the contract asks of a field; one entry of `bodyRules`. */
interface FieldRule {
  readonly required?: boolean
  readonly type?: 'integer' | 'number'
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** By field; those of inner objects behind a dot: `proxy.port`. */
export type FieldRules = Readonly<Record<string, FieldRule>>

/** A rule that a field breaks, for the screen to word; or `text`, the words of the server or of the form itself. */
export type FieldProblem =
  | { rule: 'required' | 'pattern' | 'enum' | 'notNumber' | 'notWhole' }
  | { rule: 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems'; limit: number }
  | { text: string }

/** Wrong fields by name; a field that is all right is absent or undefined. */
export type FieldProblems = Readonly<Record<string, FieldProblem | undefined>>

/** Nothing is filled in: no text but space, no number, nothing chosen. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

function problemOfText(text: string, rule: FieldRule): FieldProblem | undefined {
  if (rule.type !== undefined) return { rule: 'notNumber' } // A number field keeps as text what is no number.
  const { length } = Array.from(text) // Code points, as the contract counts them.
  if (rule.minLength !== undefined && length < rule.minLength) return { rule: 'minLength', limit: rule.minLength }
  if (rule.maxLength !== undefined && length > rule.maxLength) return { rule: 'maxLength', limit: rule.maxLength }
  if (rule.pattern !== undefined && !new RegExp(rule.pattern, 'u').test(text)) return { rule: 'pattern' }
  return undefined
}

function problemOfNumber(number: number, rule: FieldRule): FieldProblem | undefined {
  if (rule.type === 'integer' && !Number.isInteger(number)) return { rule: 'notWhole' }
  if (rule.minimum !== undefined && number < rule.minimum) return { rule: 'minimum', limit: rule.minimum }
  if (rule.maximum !== undefined && number > rule.maximum) return { rule: 'maximum', limit: rule.maximum }
  return undefined
}

function problemOfList({ length }: readonly unknown[], rule: FieldRule): FieldProblem | undefined {
  if (rule.minItems !== undefined && length < rule.minItems) return { rule: 'minItems', limit: rule.minItems }
  if (rule.maxItems !== undefined && length > rule.maxItems) return { rule: 'maxItems', limit: rule.maxItems }
  return undefined
}

/** Whether the contract wants something filled in: a text that is sent may still be empty, unless it has a least length. */
export function isNeeded(value: unknown, rule: FieldRule | undefined): boolean {
  if (rule?.required !== true) return false
  if (Array.isArray(value)) return (rule.minItems ?? 0) > 0
  if (typeof value !== 'string' || rule.type !== undefined || rule.enum !== undefined) return true
  return (rule.minLength ?? 0) > 0 || rule.pattern !== undefined
}

/** Which of the contract's rules a value breaks, the first one; undefined where it breaks none. */
export function problemOf(value: unknown, rule: FieldRule | undefined): FieldProblem | undefined {
  if (isEmpty(value)) return isNeeded(value, rule) ? { rule: 'required' } : undefined
  if (rule === undefined) return undefined
  if (rule.enum !== undefined && !rule.enum.includes(value)) return { rule: 'enum' }
  if (typeof value === 'string') return problemOfText(value, rule)
  if (typeof value === 'number') return problemOfNumber(value, rule)
  return Array.isArray(value) ? problemOfList(value, rule) : undefined
}
