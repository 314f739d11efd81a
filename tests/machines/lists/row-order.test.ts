import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { rowOrderMachine, type RowMove, type RowOrderInput } from '../../../src/machines/lists/row-order.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const words = ({ id, place }: RowMove) => `${id} to ${place}`

/** A list of three rows: what the screen shows, and what a server has that is played by hand, where moves are heard one by one. */
function perform() {
  const server = answeredByHand<void>()
  const told: string[] = []
  const shown: string[] = []
  let refreshes = 0
  const listeners: (() => void)[] = []
  const input: RowOrderInput = {
    arrange: (move) => void shown.push(words(move)),
    place: (move) => {
      told.push(words(move))
      return server.call()
    },
    refresh: () => (refreshes += 1),
    hear: (listener) => {
      listeners.push(listener)
      return () => undefined
    },
  }
  const actor = createActor(rowOrderMachine, { input }).start()
  const move = (id: number, place: number) => actor.send({ type: 'MOVE', move: { id, place } })
  return {
    actor,
    server,
    told,
    shown,
    move,
    refreshes: () => refreshes,
    hears: () => listeners.forEach((listener) => listener()),
  }
}

describe('rows that operators put in order', () => {
  test('stand as moved at once, and the server hears of one move after the other, in their order', async () => {
    const { server, told, shown, move, refreshes } = perform()
    move(1, 1)
    move(1, 2)
    move(2, 0)
    expect(shown).toEqual(['1 to 1', '1 to 2', '2 to 0'])
    expect(told).toEqual(['1 to 1'])
    await server.answer()
    expect(told).toEqual(['1 to 1', '1 to 2'])
    await server.answer()
    expect(refreshes()).toBe(0)
    await server.answer()
    expect(told).toEqual(['1 to 1', '1 to 2', '2 to 0'])
    expect(refreshes()).toBe(1)
  })

  test('stand as the server has them once a move is refused; those behind it are not tried', async () => {
    const { actor, server, told, move, refreshes } = perform()
    move(1, 1)
    move(2, 2)
    await server.fail(new Error('no'))
    expect([told, refreshes()]).toEqual([['1 to 1'], 1])
    expect(actor.getSnapshot().context.moved).toBeUndefined()
    move(3, 0)
    expect(told.at(-1)).toBe('3 to 0')
  })

  test('come anew when others have changed them, but not in the middle of moves', async () => {
    const { server, move, hears, refreshes } = perform()
    hears()
    expect(refreshes()).toBe(1)
    move(1, 1)
    hears()
    expect(refreshes()).toBe(1)
    await server.answer()
    expect(refreshes()).toBe(2)
  })
})
