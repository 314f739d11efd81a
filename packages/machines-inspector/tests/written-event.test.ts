import { describe, expect, test } from 'vitest'
import { assign, createActor, setup } from 'xstate'
import { eventOf, problemWith, writtenFields } from '../src/charts/written-event.ts'
import { SecretNames } from '../src/recording/secret-names.ts'

const names = new SecretNames(['pin'])
const read = () => 'a table'
const carried = {
  name: 'shops.csv',
  lines: [3, 4],
  isWhole: true,
  pin: '4711',
  address: 'https://example.com/?token=hunter22-x',
  headers: [{ name: 'Cookie', value: 'hunter22-y' }],
  source: { 'read/it': read, at: new Date(0) },
}

describe('what an event carried', () => {
  const written = writtenFields(carried, names)

  test('is written as it was, but for what can not be and what is secret, for which a note stands', () => {
    expect(JSON.parse(written)).toEqual({
      name: 'shops.csv',
      lines: [3, 4],
      isWhole: true,
      pin: { $last: '/pin' },
      address: { $last: '/address' },
      headers: [{ name: 'Cookie', value: { $last: '/headers/0/value' } }],
      source: { 'read/it': { $last: '/source/read~1it' }, at: { $last: '/source/at' } },
    })
    expect(written).not.toMatch(/hunter22|4711/)
  })

  test('is sent again as it was where nothing is changed', () => {
    expect(eventOf('CHOOSE', written, carried)).toEqual({ event: { type: 'CHOOSE', ...carried } })
  })

  test('leads in no circle', () => {
    const circle: Record<string, unknown> = { name: 'round' }
    circle.self = circle
    const again = writtenFields(circle, names)
    expect(JSON.parse(again)).toEqual({ name: 'round', self: { $last: '/self' } })
    expect(eventOf('GO', again, circle)).toEqual({ event: { type: 'GO', name: 'round', self: circle } })
  })
})

const problemOf = (text: string, last?: object) => {
  const found = eventOf('CHOOSE', text, last)
  return 'problem' in found ? found.problem : undefined
}

describe('what is wrong with an event is named', () => {
  test('where it is no JSON, what is wrong with that', () => {
    expect(problemOf('{ name: 1 }')).toEqual({
      code: 'notJson',
      message: expect.stringContaining('position 2') as string,
    })
  })
  test.each([
    ['[1]', 'a list'],
    ['7', 'a number'],
    ['null', 'null'],
  ])('where %s has no fields', (text, is) => {
    expect(problemOf(text)).toEqual({ code: 'noFields', is })
  })
  test('where another type is written', () => {
    expect(problemOf('{ "type": "LEAVE" }')).toEqual({ code: 'otherType', written: '"LEAVE"' })
    expect(problemOf('{ "type": "CHOOSE" }')).toBeUndefined()
  })
  test('where a part is not in the last such event, and which it is for', () => {
    const text = '{ "source": { "read": { "$last": "/source/raed" } } }'
    const wanted = { code: 'notInLast', at: '/source/read', place: '/source/raed' }
    expect(problemOf(text, carried)).toEqual(wanted)
    expect(problemOf(text)).toEqual(wanted)
  })
  test('nothing where nothing is written: it carries nothing', () => {
    expect(eventOf('CHOOSE', ' ', undefined)).toEqual({ event: { type: 'CHOOSE' } })
  })
})

describe('before an event is sent', () => {
  const machine = setup({
    types: { context: {} as { name: string }, events: {} as { type: 'rename'; to: { name: string } } },
    guards: { 'it has a name': ({ event }) => event.to.name !== '' },
  }).createMachine({
    id: 'example',
    context: { name: '' },
    on: {
      rename: {
        guard: 'it has a name',
        actions: assign({ name: ({ event }) => event.to.name.trim() }),
      },
    },
  })
  const actor = createActor(machine).start()
  const tried = (event: { type: string; [field: string]: unknown }) => problemWith(machine, actor.getSnapshot(), event)

  test('it is known what the chart would stop over, which it does not', () => {
    expect(tried({ type: 'rename' })).toMatchObject({
      code: 'fails',
      message: expect.stringContaining('name') as string,
    })
    expect(tried({ type: 'rename', to: { name: 7 } })).toMatchObject({
      code: 'fails',
      message: expect.stringContaining('trim') as string,
    })
    expect(actor.getSnapshot()).toMatchObject({ status: 'active', context: { name: '' } })
  })
  test('it is known that nothing would come of it', () => {
    expect(tried({ type: 'rename', to: { name: '' } })).toEqual({ code: 'notNow' })
    expect(tried({ type: 'another' })).toEqual({ code: 'notNow' })
  })
  test('nothing is wrong with a good one, which is only tried', () => {
    expect(tried({ type: 'rename', to: { name: 'ann' } })).toBeUndefined()
    expect(actor.getSnapshot().context.name).toBe('')
  })
})
