import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { rememberedTheme, themeMachine, type Theme } from '../../../src/machines/shell/theme.ts'
import { testEveryShortestPath } from '../../support/chart-model.ts'

/** A theme whose page and memory are the test's. */
function perform(theme: Theme) {
  const painted: Theme[] = []
  const remembered: Theme[] = []
  const machine = themeMachine.provide({
    actions: {
      paint: (_, { theme }) => painted.push(theme),
      remember: (_, { theme }) => remembered.push(theme),
    },
  })
  return { actor: createActor(machine, { input: { theme } }).start(), painted, remembered }
}

const storage = (value: string | null) => ({ getItem: () => value })

describe('the theme', () => {
  for (const theme of ['light', 'dark'] as const)
    describe(`beginning ${theme}`, () => {
      testEveryShortestPath({ machine: themeMachine, input: { theme }, events: [{ type: 'toggle' }] }, () => ({
        actor: perform(theme).actor,
      }))
    })

  test('is the remembered one, else the one that the system prefers', () => {
    expect(rememberedTheme(storage('light'), true)).toBe('light')
    expect(rememberedTheme(storage('dark'), false)).toBe('dark')
    expect(rememberedTheme(storage(null), true)).toBe('dark')
    expect(rememberedTheme(storage('rubbish'), false)).toBe('light')
  })

  test('is painted at once, and remembered only when somebody chose it', () => {
    const { actor, painted, remembered } = perform('light')
    expect([painted, remembered]).toEqual([['light'], []])
    actor.send({ type: 'toggle' })
    expect([painted, remembered]).toEqual([['light', 'dark'], ['dark']])
  })
})
