import type { AnyStateMachine, StateValue } from 'xstate'
import { nodesWithin } from '../charts/chart.ts'
import { actorName } from '../recording/actor-name.ts'

/** A state in one line: `signedIn.settled`, or `list.current + dialog.closed` where several are at once. */
export const stateWords = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([key, inner]) => (inner === undefined || isEmpty(inner) ? key : `${key}.${stateWords(inner)}`))
        .join(' + ')

const isEmpty = (value: StateValue): boolean => typeof value !== 'string' && Object.keys(value).length === 0

/** What an actor is called that has this id. */
export type NameOf = (id: string) => string

/** The actors that a machine runs, by what it starts them from: XState makes up ids for those that have none. */
export const namesIn =
  (machine: AnyStateMachine): NameOf =>
  (id) => {
    const invoked = nodesWithin(machine.root)
      .flatMap(({ invoke }) => invoke)
      .find((one) => one.id === id)
    return invoked === undefined ? id : actorName(invoked.src, id)
  }

/** An event of XState's own making, shorter: `✓ load`, `✗ load`, `load changes`, `after second`, `started`. */
export const eventWords = (type: string, nameOf: NameOf = (id) => id): string =>
  type
    .replace(/^xstate\.done\.actor\.(.+)$/, (_, id: string) => `✓ ${nameOf(id)}`)
    .replace(/^xstate\.error\.actor\.(.+)$/, (_, id: string) => `✗ ${nameOf(id)}`)
    .replace(/^xstate\.snapshot\.(.+)$/, (_, id: string) => `${nameOf(id)} changes`)
    .replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1')
    .replace(/^xstate\.promise\.resolve$/, 'resolved')
    .replace(/^xstate\.promise\.reject$/, 'rejected')
    .replace(/^xstate\.init$/, 'started')
    .replace(/^xstate\.stop$/, 'stopped')
