import { describe, expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import {
  nextTheme,
  rememberedTheme,
  themeMachine,
  type Theme,
  type ThemeChoice,
} from '../../../src/machines/shell/theme.ts'

/** A theme whose page, memory and system are the test's. */
function perform(chosen: ThemeChoice, system: Theme) {
  const painted: Theme[] = []
  const remembered: (Theme | null)[] = []
  const machine = themeMachine.provide({
    actors: { 'the system': fromCallback(() => undefined) },
    actions: {
      paint: (_, { theme }) => painted.push(theme),
      remember: (_, { theme }) => remembered.push(theme),
      'forget it': () => remembered.push(null),
    },
  })
  return { actor: createActor(machine, { input: { chosen, system } }).start(), painted, remembered }
}

describe('the theme', () => {
  test('is the remembered one, else the one of the system', () => {
    expect(rememberedTheme('light')).toBe('light')
    expect(rememberedTheme('dark')).toBe('dark')
    expect(rememberedTheme()).toBe('system')
    expect(rememberedTheme('rubbish')).toBe('system')
  })

  test('follows the system as that changes, until somebody chooses, and again once somebody wants that', () => {
    const { actor, painted, remembered } = perform('system', 'light')
    actor.send({ type: 'system changed', theme: 'dark' })
    actor.send({ type: 'choose', theme: 'light' })
    actor.send({ type: 'system changed', theme: 'light' })
    actor.send({ type: 'system changed', theme: 'dark' })
    expect([painted, remembered]).toEqual([['light', 'dark', 'light'], ['light']])
    actor.send({ type: 'choose', theme: 'system' })
    expect([painted, remembered]).toEqual([
      ['light', 'dark', 'light', 'dark'],
      ['light', null],
    ])
  })

  test.each(['light', 'dark'] as const)('leads with one switch round all three, the first press seen: %s', (system) => {
    const { actor } = perform('system', system)
    const seen = [1, 2, 3].map(() => {
      const theme = nextTheme(actor.getSnapshot())
      actor.send({ type: 'choose', theme })
      return theme
    })
    expect(seen).toEqual([system === 'light' ? 'dark' : 'light', system, 'system'])
  })
})
