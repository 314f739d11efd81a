import type { AnyMachineSnapshot, StateValue } from 'xstate'
import type { LiveActor } from '../../inspector/live-actors.ts'

const wordsOf = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([key, inner]) => (inner === undefined || isEmpty(inner) ? key : `${key}.${wordsOf(inner)}`))
        .join(' + ')

const isEmpty = (value: StateValue): boolean => typeof value !== 'string' && Object.keys(value).length === 0

/** The current state in one line: `signedIn.settled`, or `list.current + dialog.closed` where several are at once. */
export const stateWords = ({ value }: AnyMachineSnapshot): string => wordsOf(value as StateValue) // A machine's value.

/** The machine's id; of any other actor what it was started from, as long as that has a name. */
export const actorName = ({ machine, ref }: LiveActor): string =>
  machine?.id ?? (typeof ref.src === 'string' && !ref.src.startsWith('xstate.') ? ref.src : ref.id)

/** An event of XState's own making, shorter: `✓ load`, `✗ load`, `after second`, `started`. */
export const eventWords = (type: string): string =>
  type
    .replace(/^xstate\.done\.actor\./, '✓ ')
    .replace(/^xstate\.error\.actor\./, '✗ ')
    .replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1')
    .replace(/^xstate\.init$/, 'started')
