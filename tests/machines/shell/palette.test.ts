import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { paletteMachine, type Found } from '../../../src/machines/shell/palette.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

const pause = 150
const input = { markets: ['amazon', 'depop'] } as const
const nothing: Found = { phones: [], shops: [] }

/** A palette whose keyboard, server and clock are the test's. */
function stage() {
  const clock = new SimulatedClock()
  const server = answeredByHand<Found>()
  const machine = paletteMachine.provide({
    actors: { shortcut: fromCallback(() => undefined), search: fromPromise(() => server.call()) },
  })
  return { clock, server, machine }
}

describe('the palette', () => {
  testEveryShortestPath(
    {
      machine: stage().machine,
      input,
      events: [
        { type: 'TOGGLE' },
        { type: 'CLOSE' },
        { type: 'TYPE', text: 'B01' },
        { type: 'TYPE', text: '  ' },
        { type: 'xstate.after.pause.palette.open.typing' },
        { type: 'xstate.done.actor.search', output: nothing },
      ],
    },
    () => {
      const { machine, clock, server } = stage()
      return {
        actor: createActor(machine, { clock, input }).start(),
        play: {
          'xstate.after.pause.palette.open.typing': () => clock.increment(pause),
          'xstate.done.actor.search': () => server.answer(nothing),
        },
      }
    },
  )

  test('asks once typing has paused, for what was typed last, and begins anew when it is opened again', () => {
    const { machine, clock } = stage()
    const palette = createActor(machine, { clock, input }).start()
    palette.send({ type: 'TOGGLE' })
    palette.send({ type: 'TYPE', text: 'B0' })
    clock.increment(pause - 1)
    palette.send({ type: 'TYPE', text: ' B01 ' })
    clock.increment(pause - 1)
    expect(palette.getSnapshot().value).toEqual({ open: 'typing' })
    clock.increment(1)
    expect(palette.getSnapshot()).toMatchObject({ value: { open: 'searching' }, context: { text: 'B01' } })
    palette.send({ type: 'TOGGLE' })
    palette.send({ type: 'TOGGLE' })
    expect(palette.getSnapshot().context).toEqual({ ...input, text: '', ...nothing })
  })
})
