import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate'
import type { Found } from '../../../src/api/palette-finds.ts'
import type { Place } from '../../../src/api/palette-memory.ts'
import { paletteMachine } from '../../../src/machines/shell/palette.ts'

const pause = 10
const reach = { markets: ['amazon', 'depop'], phones: true, people: true, boxes: true, jobs: true } as const
const nothing: Found = { phones: [], shops: [], people: [], groups: [], boxes: [], jobs: [] }
const people = [{ value: '1', text: 'B01' }]

/** A palette whose keyboard, server, memory and clock are the test's. */
function stage() {
  const clock = new SimulatedClock()
  const written: (readonly Place[])[] = []
  const memory = { read: () => written.at(-1) ?? [], write: (places: readonly Place[]) => written.push(places) }
  let tell: ((event: EventObject) => void) | undefined
  const machine = paletteMachine.provide({
    actors: {
      shortcut: fromCallback(() => undefined),
      search: fromCallback(({ sendBack }) => {
        tell = sendBack
        return () => (tell = undefined)
      }),
    },
  })
  return { clock, machine, input: { reach, memory }, search: (event: EventObject) => tell?.(event) }
}

/** A palette that is open and searches for what was typed. */
function searching() {
  const { machine, clock, input, search } = stage()
  const palette = createActor(machine, { clock, input }).start()
  palette.send({ type: 'TOGGLE' })
  palette.send({ type: 'TYPE', text: 'B0' })
  clock.increment(pause)
  return { palette, search }
}

describe('the palette', () => {
  test('asks once typing has paused, for what was typed last, and begins anew when it is opened again', () => {
    const { machine, clock, input } = stage()
    const palette = createActor(machine, { clock, input }).start()
    palette.send({ type: 'TOGGLE' })
    palette.send({ type: 'TYPE', text: 'B0' })
    clock.increment(pause - 1)
    palette.send({ type: 'TYPE', text: ' B01 ' })
    clock.increment(pause - 1)
    expect(palette.getSnapshot().value).toEqual({ open: 'typing' })
    clock.increment(1)
    expect(palette.getSnapshot()).toMatchObject({ value: { open: 'searching' }, context: { text: ' B01 ' } })
    palette.send({ type: 'TOGGLE' })
    palette.send({ type: 'TOGGLE' })
    expect(palette.getSnapshot().context).toEqual({
      ...input,
      deed: undefined,
      text: '',
      isHurried: false,
      isListed: false,
      places: [],
      ...nothing,
    })
  })

  test('means what comes first where Enter was pressed too soon, until something else is typed', () => {
    const { machine, clock, input } = stage()
    const palette = createActor(machine, { clock, input }).start()
    const isHurried = () => palette.getSnapshot().context.isHurried
    palette.send({ type: 'HURRY' })
    expect(isHurried()).toBe(false) // It is closed.
    for (const event of [
      { type: 'TYPE', text: 'B0' },
      { type: 'TYPE', text: '' },
      { type: 'PICK_DEED', deed: 'renew' },
    ] as const) {
      if (!palette.getSnapshot().matches('open')) palette.send({ type: 'TOGGLE' })
      palette.send({ type: 'HURRY' })
      expect(isHurried()).toBe(true)
      palette.send(event)
      expect(isHurried()).toBe(false)
    }
    palette.send({ type: 'TYPE', text: 'B0' })
    palette.send({ type: 'HURRY' })
    palette.send({ type: 'TYPE', text: ' B0 ' }) // Its list tells what it was given.
    expect(isHurried()).toBe(true)
    palette.send({ type: 'CLOSE' })
    palette.send({ type: 'TOGGLE' })
    expect(isHurried()).toBe(false)
  })

  test('offers what is found as it comes, kind by kind', () => {
    const { palette, search } = searching()
    search({ type: 'found', found: { people } } as EventObject)
    expect(palette.getSnapshot()).toMatchObject({ value: { open: 'searching' }, context: { people, boxes: [] } })
    search({ type: 'found', found: { boxes: people } } as EventObject)
    search({ type: 'ended' })
    expect(palette.getSnapshot()).toMatchObject({ value: { open: 'still' }, context: { people, boxes: people } })
  })

  test('keeps what a search finds again as it was, so that nothing of it is drawn anew', () => {
    const { palette, search } = searching()
    search({ type: 'found', found: { people } } as EventObject)
    const before = palette.getSnapshot().context
    search({ type: 'found', found: { people: [...people], boxes: [], shops: [] } } as EventObject)
    const after = palette.getSnapshot().context
    expect([after.people === before.people, after.boxes === before.boxes, after.shops === before.shops]).toEqual([
      true,
      true,
      true,
    ])
    search({ type: 'found', found: { people: [] } } as EventObject)
    expect(palette.getSnapshot().context.people).toEqual([])
  })
})
