import { expect, test } from 'vitest'
import { assign, createActor, emit, fromPromise, setup } from 'xstate'
import { sendableEvents } from '../src/charts/sendable-events.ts'

const machine = setup({
  types: {
    context: {} as { name: string; isReady: boolean },
    events: {} as
      | { type: 'begin' }
      | { type: 'stop' }
      | { type: 'rename'; name: string }
      | { type: 'open'; of: { id: number } }
      | { type: 'tell'; what: string }
      | { type: 'load'; id: number },
    emitted: {} as { type: 'said'; what: string },
  },
  actors: { load: fromPromise<void, { id: number }>(() => new Promise(() => undefined)) },
  guards: {
    'it is ready': ({ context }) => context.isReady,
    'it is the first': ({ event }) => event.type === 'open' && event.of.id === 1,
  },
  actions: { 'take the name': assign({ name: ({ event }) => (event.type === 'rename' ? event.name : '') }) },
}).createMachine({
  id: 'example',
  context: { name: '', isReady: false },
  initial: 'idle',
  states: {
    idle: {
      on: {
        begin: { guard: 'it is ready', target: 'running' },
        stop: 'idle',
        rename: { actions: 'take the name' },
        open: { guard: 'it is the first', target: 'running' },
        load: 'loading',
      },
      after: { 1_000: 'running' },
    },
    running: { on: { tell: { actions: emit(({ event }) => ({ type: 'said', what: event.what })) } } },
    loading: { invoke: { src: 'load', input: ({ event }) => ({ id: event.type === 'load' ? event.id : 0 }) } },
  },
})

test('the events of a machine say whether they are heard now, and whether they carry something', () => {
  const actor = createActor(machine)
  const events = sendableEvents(machine, actor.getSnapshot())
  expect(events).toEqual([
    { type: 'begin', isHeard: false, carries: false }, // Its condition says no.
    { type: 'stop', isHeard: true, carries: false },
    { type: 'rename', isHeard: true, carries: true }, // An action takes what it carries,
    { type: 'open', isHeard: true, carries: true }, // a condition looks into it,
    { type: 'load', isHeard: true, carries: true }, // an actor is given it,
    { type: 'tell', isHeard: false, carries: true }, // or it is told on.
  ])
})
