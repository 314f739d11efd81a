import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { filterTextMachine } from '../../../src/machines/lists/filter-text.ts'

/** How long typing has to pause before the keyword counts, in milliseconds. */
const pause = 300

function begin(text = '') {
  const clock = new SimulatedClock()
  const actor = createActor(filterTextMachine, { clock, input: { keyword: '', text } }).start()
  return { actor, clock, keyword: () => actor.getSnapshot().context.keyword }
}

describe('a keyword in the making', () => {
  test('counts once typing has paused, and the pause begins anew with each letter', () => {
    const { actor, clock, keyword } = begin()
    actor.send({ type: 'TYPE', text: 'B' })
    clock.increment(pause - 1)
    actor.send({ type: 'TYPE', text: 'B0' })
    clock.increment(pause - 1)
    expect(keyword()).toBe('')
    clock.increment(1)
    expect(keyword()).toBe('B0')
  })

  test('that was typed on while the one before was applied counts after its own pause', () => {
    const { clock, keyword } = begin('B01')
    clock.increment(pause)
    expect(keyword()).toBe('B01')
  })
})
