import type { ErrorOf } from '../packages/machines-inspector/src/recording/reader.ts'
import { ApiError } from '../src/api/errors.ts'

/** What a recording holds of a refusal is one again: charts tell it by its class. */
export const errorOf: ErrorOf = ({ name, message, fields }) =>
  name === 'ApiError'
    ? new ApiError(Number(fields.code), message, fields.fields as Record<string, string> | undefined) // As it was written down.
    : undefined
