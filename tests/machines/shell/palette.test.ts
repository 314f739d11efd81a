import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import type { Device } from '../../../src/api/devices.ts'
import { paletteMachine } from '../../../src/machines/shell/palette.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

const pause = 150

/** A palette whose keyboard, server and clock are the test's. */
function stage() {
  const clock = new SimulatedClock()
  const server = answeredByHand<readonly Device[]>()
  const machine = paletteMachine.provide({
    actors: { shortcut: fromCallback(() => undefined), phones: fromPromise(() => server.call()) },
  })
  return { clock, server, machine }
}

describe('the palette', () => {
  testEveryShortestPath(
    {
      machine: stage().machine,
      events: [
        { type: 'TOGGLE' },
        { type: 'CLOSE' },
        { type: 'TYPE', text: 'B01' },
        { type: 'TYPE', text: '  ' },
        { type: 'xstate.after.pause.palette.open.typing' },
        { type: 'xstate.done.actor.phones', output: [] },
        { type: 'xstate.error.actor.phones', error: new Error('no') },
      ],
    },
    () => {
      const { machine, clock, server } = stage()
      return {
        actor: createActor(machine, { clock }).start(),
        play: {
          'xstate.after.pause.palette.open.typing': () => clock.increment(pause),
          'xstate.done.actor.phones': () => server.answer([]),
          'xstate.error.actor.phones': ({ error }) => server.fail(error),
        },
      }
    },
  )

  test('asks once typing has paused, for what was typed last, and begins anew when it is opened again', () => {
    const { machine, clock } = stage()
    const palette = createActor(machine, { clock }).start()
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
    expect(palette.getSnapshot().context).toEqual({ text: '', phones: [] })
  })
})
