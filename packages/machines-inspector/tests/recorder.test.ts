import { afterEach, describe, expect, test } from 'vitest'
import { assign, createActor, emit, fromPromise, setup, type Actor } from 'xstate'
import { Moments } from '../src/recording/moments.ts'
import { Recorder, type Bounds } from '../src/recording/recorder.ts'
import { SecretNames } from '../src/recording/secret-names.ts'
import { replay } from '../src/recording/replay.ts'
import { settled } from '../../../tests/support/chart-model.ts'
import { SimulatedTime } from '../../../tests/support/requirements/simulated-time.ts'

const lamp = setup({
  types: {
    context: {} as { times: number; words: string },
    events: {} as { type: 'press' } | { type: 'say'; words: string } | { type: 'break' },
    emitted: {} as { type: 'shines'; times: number },
  },
  actors: { look: fromPromise(() => Promise.resolve('a moth')) },
  actions: {
    'break down': assign(() => {
      throw new Error('the bulb is broken')
    }),
  },
}).createMachine({
  id: 'lamp',
  context: { times: 0, words: '' },
  initial: 'dark',
  on: { say: { actions: assign({ words: ({ event }) => event.words }) }, break: { actions: 'break down' } },
  states: {
    dark: { on: { press: 'bright' } },
    bright: {
      entry: [
        assign({ times: ({ context }) => context.times + 1 }),
        emit(({ context }) => ({ type: 'shines', times: context.times })),
      ],
      invoke: { id: 'look', src: 'look', onDone: {} },
      after: { 1_000: 'dark' },
      on: { press: 'dark' },
    },
  },
})

let running: Actor<typeof lamp> | undefined
afterEach(() => {
  running?.stop()
  running = undefined
})

function recorded(bounds?: Bounds) {
  const time = new SimulatedTime()
  const recorder = new Recorder({ now: time.now, ...(bounds && { bounds }) })
  const actor = createActor(lamp, { inspect: recorder.observe, clock: time })
  actor.subscribe({ error: () => undefined })
  running = actor
  return { recorder, actor: actor.start(), time, recording: () => recorder.recording({ build: 'test' }) }
}

describe('a recording', () => {
  test('says what each actor was sent, when and by whom, and what it became', async () => {
    const { actor, time, recording } = recorded()
    time.pass(500)
    actor.send({ type: 'press' })
    await settled()
    const { actors, entries } = recording()
    const [root, look] = actors
    expect([root?.name, root?.parent, look?.name, look?.parent]).toEqual(['lamp', null, 'look', root?.session])
    expect(entries.map(({ at, actor, source, event }) => [at, actor, source, event.type])).toEqual([
      [0, root?.session, null, 'xstate.init'],
      [500, root?.session, null, 'press'],
      [500, look?.session, root?.session, 'xstate.init'],
      [500, look?.session, look?.session, 'xstate.promise.resolve'],
      [500, root?.session, look?.session, 'xstate.done.actor.look'],
    ])
    const moments = new Moments(recording())
    expect([1, 2].map((at) => moments.of(root?.session ?? '', at)?.value)).toEqual(['dark', 'bright'])
    expect(moments.of(root?.session ?? '', 2)?.context).toEqual({ times: 1, words: '' })
    expect([2, 3, 4].map((at) => moments.isAlive(look?.session ?? '', at))).toEqual([false, true, false])
  })

  test('says what an actor told, and which timers it set and cancelled', () => {
    const { actor, recording } = recorded()
    actor.send({ type: 'press' })
    actor.send({ type: 'press' })
    const deeds = recording().entries.flatMap(({ event, deeds }) => deeds.map((deed) => [event.type, deed]))
    const timer = expect.stringContaining('lamp.bright') as string
    expect(deeds).toEqual([
      ['press', { did: 'emitted', event: { type: 'shines', times: 1 } }],
      ['press', { did: 'timer set', timer, event: timer, delay: 1_000 }],
      ['press', { did: 'timer cancelled', timer }],
    ])
  })

  test('says of an actor that stops over an error which event it was', () => {
    const { actor, recording } = recorded()
    actor.send({ type: 'break' })
    const { entries, actors } = recording()
    const moments = new Moments(recording())
    expect(entries.at(-1)?.event.type).toBe('break')
    expect(moments.of(actors[0]?.session ?? '', entries.length)).toMatchObject({
      status: 'error',
      error: { $: 'error', message: 'the bulb is broken' },
    })
  })

  test('begins where somebody wants it to', () => {
    const { actor, time, recorder } = recorded()
    actor.send({ type: 'press' })
    time.pass(600)
    actor.send({ type: 'say', words: 'late' })
    const late = recorder.recording({ build: 'test', since: 600 })
    expect(late.entries.map(({ event }) => event.type)).toEqual(['say'])
    expect(late.actors.find(({ name }) => name === 'lamp')?.base).toMatchObject({ value: 'bright' })
  })

  test('without room for more entries has the newest, and each actor as it was before them', () => {
    const { actor, recorder, recording } = recorded({ entries: 50, bytes: 1e9 })
    for (let time = 0; time < 2_001; time += 1) actor.send({ type: 'press' })
    expect(recorder.size).toBe(50)
    const { actors, entries } = recording()
    expect(entries).toHaveLength(50)
    expect(actors.find(({ name }) => name === 'lamp')?.base?.context).toMatchObject({
      times: expect.any(Number) as number,
    })
    expect(new Moments(recording()).of(actors[0]?.session ?? '', 50)?.context).toMatchObject({ times: 1_001 })
    expect(replay(recording(), () => lamp).flatMap(({ differing }) => differing)).toEqual([])
  })

  test('without room for what entries hold has fewer of them', () => {
    const { actor, recorder } = recorded({ entries: 10_000, bytes: 100_000 })
    for (let time = 0; time < 100; time += 1) actor.send({ type: 'say', words: `${time}`.repeat(2_000) })
    expect(recorder.bytes).toBeLessThanOrEqual(100_000)
    expect(recorder.size).toBeGreaterThan(1)
    expect(recorder.size).toBeLessThan(40)
  })

  test('holds no secret of an actor of which only its last moment is left', () => {
    const recorder = new Recorder({ secrets: new SecretNames(['words']), bounds: { entries: 2, bytes: 1e9 } })
    const actor = createActor(lamp, { inspect: recorder.observe }).start()
    running = actor
    actor.send({ type: 'say', words: 'correct-horse-1' })
    const other = createActor(lamp, { inspect: recorder.observe }).start()
    for (let time = 0; time < 5; time += 1) other.send({ type: 'say', words: 'correct-horse-2' })
    other.stop()
    const recording = recorder.recording({ build: 'test' })
    expect(recording.actors[0]?.base).toMatchObject({ context: { times: 0 } })
    expect(JSON.stringify(recording)).not.toContain('correct-horse')
  })

  test('keeps nobody who has ended and of whom nothing is left', async () => {
    const { actor, recorder, recording } = recorded({ entries: 20, bytes: 1e9 })
    for (let time = 0; time < 100; time += 1) {
      actor.send({ type: 'press' })
      await settled()
    }
    expect(recorder.size).toBe(20)
    expect(recording().actors.length).toBeLessThan(12)
  })
})
