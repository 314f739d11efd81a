import { describe, expect, test } from 'vitest'
import { and, assign, createMachine, log, not, raise, sendTo, stateIn, type AnyStateMachine } from 'xstate'
import { faultsOf } from '../../../tests/support/drawn-chart.ts'
import { chartSvg } from '../src/charts/chart-svg.ts'
import { mermaidOf } from '../src/charts/mermaid.ts'

/** What strangers' machines may look like, and ours do not. */
const charts: Record<string, AnyStateMachine> = {
  'of no state': createMachine({}),
  'that only acts': createMachine({ on: { a: { actions: assign({}) }, '*': { actions: log('x') } } }),
  'of wildcards': createMachine({
    initial: 'a',
    states: { a: { on: { '*': 'b', 'x.*': '#end' } }, b: { id: 'end', type: 'final' } },
  }),
  'that goes back to its root': createMachine({
    id: 'r',
    initial: 'a',
    on: { reset: '#r' },
    states: { a: { initial: 'x', states: { x: {} }, on: { up: '#r', self: 'a', into: '.x' } } },
  }),
  'with a history': createMachine({
    initial: 'a',
    states: {
      a: { initial: 'x', states: { x: { on: { go: 'y' } }, y: {}, h: { type: 'history' } }, on: { out: 'b' } },
      b: { on: { back: 'a.h' } },
    },
  }),
  'whose regions have no states': createMachine({ type: 'parallel', states: { a: {}, b: {} } }),
  'that leads to several states at once': createMachine({
    initial: 'i',
    states: {
      i: { on: { go: { target: ['p.a.y', 'p.b.q'] } } },
      p: {
        type: 'parallel',
        states: {
          a: { initial: 'x', states: { x: {}, y: {} } },
          b: { initial: 'p', states: { p: { always: { guard: stateIn('#x'), target: 'q' } }, q: {} } },
        },
      },
    },
  }),
  'whose guards and actions are made up on the spot': createMachine({
    initial: 'a',
    states: {
      a: {
        after: { 1_000: { guard: not('x'), target: 'b' }, 2_000: 'b' },
        on: {
          go: {
            guard: and(['a', not('b')]),
            target: 'b',
            actions: [raise({ type: 'k' }), sendTo('x', { type: 'k' }), () => undefined],
          },
        },
      },
      b: { initial: 'f', states: { f: { type: 'final' } }, onDone: 'a' },
    },
  }),
  'whose names are markup': createMachine({
    id: '<script>"&',
    initial: '<a&"b>',
    states: { '<a&"b>': { on: { '<x>': '日本 語' } }, '日本 語': {} },
  }),
}

describe('a chart', () => {
  for (const [name, machine] of Object.entries(charts))
    test(`${name} is drawn, with nothing that is cut, floats, or lies on something else`, async () => {
      const svg = await chartSvg(machine)
      expect(faultsOf(svg)).toEqual([])
      expect(svg).not.toContain('<script>')
      expect(mermaidOf(machine)).toContain('stateDiagram-v2')
    })

  test('of sixty states and 120 arrows is drawn while somebody waits', async () => {
    const states = Array.from({ length: 60 }, (_, at) => {
      const targets = { [`e${at}`]: `s${(at * 7 + 1) % 60}`, [`f${at}`]: `s${(at * 11 + 3) % 60}` }
      return [`s${at}`, { on: targets }] as const
    })
    const before = performance.now()
    await chartSvg(createMachine({ initial: 's0', states: Object.fromEntries(states) }))
    expect(performance.now() - before).toBeLessThan(30_000)
  })
})
