import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMachine, type AnyStateMachine } from 'xstate'
import { edgesOf } from '../../packages/machines-inspector/src/charts/chart-edges.ts'
import { chartOf } from '../../packages/machines-inspector/src/charts/chart.ts'
import { chartSvg } from '../../packages/machines-inspector/src/charts/chart-svg.ts'
import { currentPaths } from '../../packages/machines-inspector/src/charts/current-paths.ts'
import { mermaidOf } from '../../packages/machines-inspector/src/charts/mermaid.ts'
import { deviceLifecycle } from '../../domain/device-lifecycle.ts'
import { drawnChart, faultsOf } from '../support/drawn-chart.ts'

const door = createMachine({
  id: 'door',
  initial: 'closed',
  on: { slam: '.closed' },
  states: {
    closed: { description: 'Nobody passes.', on: { open: 'open' } },
    open: {
      initial: 'ajar',
      on: { close: { guard: 'it is light', target: 'closed' }, again: 'open' },
      states: { ajar: { on: { push: 'wide', shut: '#door.closed' } }, wide: { after: { 500: 'ajar' } } },
    },
  },
})

/** Each arrow with what stands on it. */
const arrowsOf = (machine: AnyStateMachine, options?: { atFrames: boolean }) =>
  edgesOf(chartOf(machine), options).map(({ from, to, transitions }) => ({
    from,
    to,
    lines: transitions.map(({ event, guard }) => (guard === '' ? event : `${event} [${guard}]`)),
  }))

describe('the arrows of a chart', () => {
  test('bear the events, the conditions and the delays', () => {
    expect(arrowsOf(door)).toEqual([
      { from: 'door.anywhere', to: 'door.closed', lines: ['slam'] },
      { from: 'door.closed', to: 'door.open', lines: ['open'] },
      { from: 'door.open', to: 'door.closed', lines: ['close [it is light]'] },
      { from: 'door.open.anywhere', to: 'door.open.ajar', lines: ['again'] },
      { from: 'door.open.ajar', to: 'door.open.wide', lines: ['push'] },
      { from: 'door.open.ajar', to: 'door.closed', lines: ['shut'] },
      { from: 'door.open.wide', to: 'door.open.ajar', lines: ['after 500'] },
    ])
  })
})

const frame = (to: string) => ({ initial: 'inner', on: { go: to }, states: { inner: {} } })

test('the ways there and back between two frames do not lie on each other', () => {
  const swing = createMachine({ id: 'swing', initial: 'left', states: { left: frame('right'), right: frame('left') } })
  expect(arrowsOf(swing)).toEqual([
    { from: 'swing.left', to: 'swing.right', lines: ['go'] },
    { from: 'swing.right', to: 'swing.left.inner', lines: ['go'] },
  ])
})

describe('the arrows of a drawing that has none at frames', () => {
  test('begin anywhere in the frame, and end where it begins', () => {
    const edges = arrowsOf(door, { atFrames: false })
    expect(edges).toContainEqual({ from: 'door.closed', to: 'door.open.ajar', lines: ['open'] })
    expect(edges).toContainEqual({ from: 'door.open.anywhere', to: 'door.closed', lines: ['close [it is light]'] })
  })
})

describe('the Mermaid text', () => {
  test('nests states as the chart does, and begins where it begins', () => {
    const text = mermaidOf(door)
    expect(text).toContain('state "open" as door__open {')
    expect(text).toContain('[*] --> door__open__ajar')
    expect(text).toContain('door__open --> door__closed : close [it is light]')
  })

  test('is the same for the same chart', () => {
    expect(mermaidOf(door)).toBe(mermaidOf(door))
  })
})

const folder = join(import.meta.dirname, '../../docs/machines')
const drawn = readdirSync(folder).filter((name) => name.endsWith('.svg'))

describe('a drawing', () => {
  test('holds every state and every transition once, also those that lead nowhere or back to where they come from', async () => {
    const { states, chips, arrows, dots } = drawnChart(await chartSvg(door))
    const paths = ['door', 'door.closed', 'door.open', 'door.open.ajar', 'door.open.wide']
    expect(states.map(({ path }) => path).toSorted()).toEqual(['door.anywhere', ...paths].toSorted())
    expect(chips.map(({ name }) => name).toSorted()).toEqual([
      'door.closed: open',
      'door.open.ajar: push',
      'door.open.ajar: shut',
      'door.open.wide: after 500',
      'door.open: again',
      'door.open: close [it is light]',
      'door: slam',
    ])
    expect(arrows).toHaveLength(6) // Opening again begins and ends at the frame, and is said in it.
    expect(dots).toHaveLength(2)
  })

  test('has arrows as cold as the coldest of their transitions', async () => {
    const gate = createMachine({
      id: 'gate',
      initial: 'closed',
      states: { closed: { on: { go: 'open', run: 'open' } }, open: { on: { shut: 'closed' } } },
    })
    const proof = { paths: 1, mutants: 1, noticed: 1, next: 0, followed: 0 }
    const { arrows } = drawnChart(
      await chartSvg(gate, {
        'gate.closed: go': proof,
        'gate.closed: run': { ...proof, paths: 0 },
        'gate.open: shut': { ...proof, noticed: 0 },
      }),
    )
    expect(arrows.map(({ from, heat }) => [from, heat])).toEqual([
      ['gate.closed', 'cold'],
      ['gate.open', 'taken'],
    ])
  })

  test('is the same bytes for the same chart', async () => {
    expect(await chartSvg(door)).toBe(await chartSvg(door))
  })

  test('of the life of a phone has nothing that is cut, floats, or lies on something else', async () => {
    expect(faultsOf(await chartSvg(deviceLifecycle))).toEqual([])
  })

  test.each(drawn)('%s has nothing that is cut, floats, or lies on something else', (name) => {
    expect(faultsOf(readFileSync(join(folder, name), 'utf8'))).toEqual([])
  })
})

test('the current states are those within and around', () => {
  expect(currentPaths('door', 'closed')).toEqual(['door', 'door.closed'])
  expect(currentPaths('door', { open: 'ajar' })).toEqual(['door', 'door.open', 'door.open.ajar'])
})
