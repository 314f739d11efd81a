import { useSelector } from '@xstate/react'
import { rowOrderMachine } from '../../machines/lists/row-order.ts'
import type { RowOrdering } from '../../ui/data-table/use-row-drag.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import type { DeclaredOrder, Listed, Surroundings } from './list-definition.ts'
import type { Resource } from './use-resource.ts'

/** The order of a list whose rows operators put in order, as its table takes it. */
export function useRowOrder<L extends Listed>(
  { whyFixed, place, numbered, hear }: DeclaredOrder<L>,
  nameOf: (row: L['row']) => string,
  surroundings: Surroundings<L>,
  { list, rows, refresh, rowOf }: Resource<L['row'], L['query']>,
): RowOrdering<L['row']> {
  const order = useScreenActor(rowOrderMachine, {
    key: list,
    input: { arrange: (move) => rows.move(move.id, move.place, numbered), place, refresh, hear: hear(surroundings) },
  })
  const moved = useSelector(order, ({ context }) => context.moved)
  const row = moved && rowOf(moved.id)
  return {
    whyFixed: (row) => whyFixed(row, surroundings),
    onMove: ({ id }, place) => order.send({ type: 'MOVE', move: { id, place } }),
    said: moved && row ? surroundings.t('table.moved', { name: nameOf(row), place: moved.place + 1 }) : '',
  }
}
