import type { ErrorOf, RecordedError } from '../packages/machines-inspector/src/recording/reader.ts'
import { ApiError, TransportError } from '../src/api/errors.ts'

/** The classes by which charts tell what went wrong, by what a recording calls them; an error's own fields are as they were written. */
const classes: Readonly<Record<string, (recorded: RecordedError) => Error>> = {
  ApiError: ({ message, fields }) =>
    new ApiError(Number(fields.code), message, fields.fields as Record<string, string> | undefined),
  TransportError: ({ message }) => new TransportError(message),
}

/** What a recording holds of a failed call is one again. */
export const errorOf: ErrorOf = (recorded) => classes[recorded.name]?.(recorded)
