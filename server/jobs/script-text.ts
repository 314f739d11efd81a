import { fitsPhone } from '../../domain/command-protocol.ts'
import { givenValue, scriptWith, type ScriptParameter } from '../../domain/jobs.ts'
import type { Schemas } from '../http/contract.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { invalidFields } from '../http/refusal.ts'
import type { ScriptRow, ScriptText } from '../store/scripts.ts'

const refuseFields = (fields: Record<string, Reason>): void => {
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}

type Written = Pick<Schemas['Script'], 'name' | 'body'> & {
  description?: string
  parameters?: Schemas['ScriptParameter'][]
}

/** A script as people wrote it; refused where its parameters don't go together, or no phone would take it. */
export function textOf({ name, description = '', body, parameters = [] }: Written): ScriptText {
  const whole: ScriptParameter[] = parameters.map((one) => ({
    name: one.name,
    label: one.label ?? '',
    default: one.default ?? '',
    required: one.required ?? false,
  }))
  const names = whole.map((one) => one.name)
  const fields: Record<string, Reason> = {}
  for (const [at, one] of names.entries())
    if (names.indexOf(one) < at) fields[`parameters.${at}.name`] = reason('scripts.reason.parameterTwice')
  if (!fitsPhone(scriptWith(body, whole, {}))) fields.body = reason('scripts.reason.scriptTooLong')
  refuseFields(fields)
  return { name: name.trim(), description: description.trim(), body, parameters: whole }
}

/** A script with its values, ready for phones. Refuses values that are missing, unknown or too long. */
export function filledIn(script: ScriptRow, values: Readonly<Record<string, string>>, field = 'values'): string {
  const fields: Record<string, Reason> = {}
  for (const name of Object.keys(values))
    if (!script.parameters.some((one) => one.name === name))
      fields[`${field}.${name}`] = reason('scripts.reason.unknownParameter')
  for (const { name, required, default: usual } of script.parameters)
    if (required && givenValue(values, name) === '' && usual === '')
      fields[`${field}.${name}`] = reason('form.problems.required')
  const text = scriptWith(script.body, script.parameters, values)
  if (!fitsPhone(text)) fields[field] = reason('scripts.reason.scriptTooLong')
  refuseFields(fields)
  return text
}
