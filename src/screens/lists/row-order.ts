import { useSelector } from '@xstate/react'
import { rowOrderMachine, type RowMove } from '../../machines/lists/row-order.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import type { Listed, Surroundings, UseOrder } from './list-definition.ts'

/** How operators put a list's rows in order. */
interface DeclaredOrder<L extends Listed> {
  /** Why a row may not be moved. */
  whyFixed: (row: L['row'], surroundings: Surroundings<L>) => string | undefined
  place: (move: RowMove, signal: AbortSignal) => Promise<unknown>
  /** The field in which rows have their places. */
  numbered: keyof L['row']
  /** How to hear that others have changed rows. */
  hear: (surroundings: Surroundings<L>) => (listener: () => void) => () => void
}

/** The order of a list whose rows operators put in order. Lists without one do without this code. */
export const orderOf = <L extends Listed>({ whyFixed, place, numbered, hear }: DeclaredOrder<L>): UseOrder<L> =>
  function useOrder({ list, rows, refresh, rowOf }, surroundings, nameOf) {
    const order = useScreenActor(rowOrderMachine, {
      key: list,
      input: { arrange: (move) => rows.move(move.id, move.place, numbered), place, refresh, hear: hear(surroundings) },
    })
    const moved = useSelector(order, ({ context }) => context.moved)
    const row = moved && rowOf(moved.id)
    return {
      whyFixed: (one) => whyFixed(one, surroundings),
      onMove: ({ id }, to) => order.send({ type: 'MOVE', move: { id, place: to } }),
      said: moved && row ? surroundings.t('table.moved', { name: nameOf(row), place: moved.place + 1 }) : '',
    }
  }
