import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { edgesOf } from '../../src/inspector/chart-edges.ts'
import { chartOf } from '../../src/inspector/chart.ts'
import { currentPaths, litDrawing } from '../../src/inspector/lit-drawing.ts'
import { mermaidOf } from '../../src/inspector/mermaid.ts'

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

describe('the arrows of a chart', () => {
  test('bear the events, the conditions and the delays', () => {
    expect(edgesOf(chartOf(door))).toEqual([
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
  expect(edgesOf(chartOf(swing))).toEqual([
    { from: 'swing.left', to: 'swing.right', lines: ['go'] },
    { from: 'swing.right', to: 'swing.left.inner', lines: ['go'] },
  ])
})

describe('the arrows of a drawing that has none at frames', () => {
  test('begin anywhere in the frame, and end where it begins', () => {
    const edges = edgesOf(chartOf(door), { atFrames: false })
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

describe('a drawing of a running machine', () => {
  const svg = [
    '<g id="node1" class="node state">\n<title>door.closed</title></g>',
    '<g id="clust1" class="cluster state">\n<title>cluster_door.open</title></g>',
    '<g id="edge1" class="edge transition">\n<title>door.closed&#45;&gt;door.open</title></g>',
  ].join('\n')

  test('has the current state lit, and the arrows that lead on from it', () => {
    const lit = litDrawing(svg, currentPaths('door', 'closed'))
    expect(lit).toContain('class="node state lit"')
    expect(lit).toContain('class="cluster state">')
    expect(lit).toContain('class="edge transition open"')
  })

  test('has the frames around the current state lit as well', () => {
    expect(currentPaths('door', { open: 'ajar' })).toEqual(['door', 'door.open', 'door.open.ajar'])
    expect(litDrawing(svg, currentPaths('door', { open: 'ajar' }))).toContain('class="cluster state lit"')
  })
})
