import type { StateValue } from 'xstate'

/** A state in one line: `signedIn.settled`, or `list.current + dialog.closed` where several are at once. */
export const stateWords = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([key, inner]) => (inner === undefined || isEmpty(inner) ? key : `${key}.${stateWords(inner)}`))
        .join(' + ')

const isEmpty = (value: StateValue): boolean => typeof value !== 'string' && Object.keys(value).length === 0

/** An event of XState's own making, shorter: `✓ load`, `✗ load`, `after second`, `started`. */
export const eventWords = (type: string): string =>
  type
    .replace(/^xstate\.done\.actor\./, '✓ ')
    .replace(/^xstate\.error\.actor\./, '✗ ')
    .replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1')
    .replace(/^xstate\.init$/, 'started')
