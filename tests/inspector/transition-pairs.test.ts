import { expect, test } from 'vitest'
import { createMachine, type AnyStateNode } from 'xstate'
import { nodesWithin, transitionName, transitionsOf } from '../../packages/machines-inspector/src/charts/chart.ts'
import { followersOf, TransitionOrder } from '../support/requirements/transition-pairs.ts'

const machine = createMachine({
  id: 'm',
  initial: 'a',
  on: { reset: '.a' },
  states: {
    a: { on: { go: 'p', jump: '#m.p.left.l2', again: { target: 'a', reenter: true }, stay: 'a', back: 'p.before' } },
    p: {
      type: 'parallel',
      on: { leave: 'a' },
      states: {
        before: { type: 'history', history: 'deep' },
        left: { initial: 'l1', states: { l1: { on: { next: 'l2' } }, l2: { on: { undo: 'l1' } } } },
        right: { initial: 'r1', states: { r1: { on: { turn: 'r2' } }, r2: {} } },
      },
    },
  },
})

test('what may follow a transition leaves a state that it may enter: where frames begin, and in every region', () => {
  const all = Object.fromEntries(
    [...followersOf(machine)].map(([name, followers]) => [name, [...followers].toSorted()]),
  )
  const ofA = ['m.a: again', 'm.a: back', 'm.a: go', 'm.a: jump', 'm.a: stay']
  expect(all).toEqual({
    'm: reset': ofA,
    'm.a: go': ['m.p.left.l1: next', 'm.p.right.r1: turn', 'm.p: leave'],
    'm.a: jump': ['m.p.left.l2: undo', 'm.p.right.r1: turn', 'm.p: leave'],
    'm.a: again': ofA,
    'm.a: stay': [], // It neither leaves nor enters.
    'm.a: back': ['m.p.left.l1: next', 'm.p.left.l2: undo', 'm.p.right.r1: turn', 'm.p: leave'],
    'm.p: leave': ofA,
    'm.p.left.l1: next': ['m.p.left.l2: undo'],
    'm.p.left.l2: undo': ['m.p.left.l1: next'],
    'm.p.right.r1: turn': [],
  })
})

test('what follows on a path is told by state: what happens in another region between does not part the two', () => {
  const transitions = new Map(
    nodesWithin(machine.root as AnyStateNode)
      .flatMap(transitionsOf)
      .map((transition) => [transitionName(transition), transition]),
  )
  const order = new TransitionOrder()
  for (const name of ['m.a: go', 'm.p.right.r1: turn', 'm.p.left.l1: next', 'm.p: leave'])
    order.take([transitions.get(name)].filter((one) => one !== undefined))
  expect(order.followers).toEqual(
    new Map([['m.a: go', new Set(['m.p.right.r1: turn', 'm.p.left.l1: next', 'm.p: leave'])]]),
  )
})
