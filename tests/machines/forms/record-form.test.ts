import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { ApiError } from '../../../src/api/errors.ts'
import { problemOf } from '../../../src/api/field-rules.ts'
import { isUnsaved, recordFormMachine } from '../../../src/machines/forms/record-form.ts'
import type { Filled, RecordFormInput } from '../../../src/api/form-description.ts'
import { answeredByHand } from '../../support/chart-model.ts'

type Shop = { name: string; phones: number | null; markets: readonly string[]; 'proxy.port': number | null }

const blank: Shop = { name: '', phones: null, markets: [], 'proxy.port': null }
const filledIn: Partial<Shop> = { name: 'shop-07', phones: 3 }
const rules = {
  name: { required: true, minLength: 3, maxLength: 32, pattern: '^[a-z0-9-]+$' },
  phones: { required: true, type: 'integer', minimum: 0, maximum: 100 },
  'proxy.port': { type: 'integer', minimum: 1, maximum: 65_535 },
  unshown: { required: true },
} as const

/** The form, whose server is the test. */
function perform(overrides: Partial<RecordFormInput<Shop, { id: number }>> = {}) {
  const server = answeredByHand<{ id: number }>()
  const asked: Filled<Shop>[] = []
  const input: RecordFormInput<Shop, { id: number }> = {
    values: blank,
    of: 'new record',
    rules,
    save: (filled) => {
      asked.push(filled)
      return server.call()
    },
    ...overrides,
  }
  const actor = createActor(recordFormMachine<Shop, { id: number }>(), { input }).start()
  return { actor, server, asked, context: () => actor.getSnapshot().context }
}

const change = (changes: Partial<Shop>) => ({ type: 'change' as const, changes })

describe('a form', () => {
  test('points out every field that breaks a rule of the contract, and asks nobody', () => {
    const { actor, asked, context } = perform()
    actor.send(change({ name: 'x', 'proxy.port': 70_000 }))
    actor.send({ type: 'submit' })
    expect(context().problems).toEqual({
      name: { rule: 'minLength', limit: 3 },
      phones: { rule: 'required' },
      'proxy.port': { rule: 'maximum', limit: 65_535 },
    })
    expect(context().refusals).toBe(1)
    expect(asked).toEqual([])
  })

  test('looks again at a field that was wrong while it is corrected, and at no other', () => {
    const { actor, context } = perform()
    actor.send({ type: 'submit' })
    actor.send(change({ name: 'x' }))
    expect(context().problems).toEqual({ name: { rule: 'minLength', limit: 3 }, phones: { rule: 'required' } })
    actor.send(change({ name: 'shop-07', 'proxy.port': -1 }))
    expect(context().problems).toEqual({ phones: { rule: 'required' } })
  })

  test('is sent once, however often it is submitted, and takes no change meanwhile', async () => {
    const { actor, server, asked, context } = perform()
    actor.send(change(filledIn))
    for (let time = 0; time < 3; time += 1) actor.send({ type: 'submit' })
    actor.send(change({ name: 'late' }))
    actor.send({ type: 'leave' })
    expect(asked).toEqual([{ values: { ...blank, ...filledIn }, changes: filledIn }])
    await server.answer({ id: 7 })
    expect(context().saved).toEqual({ id: 7 })
    expect(actor.getSnapshot().value).toBe('saved')
  })

  test('of an existing record sends only what was changed, and nothing where nothing was', () => {
    const existing = { ...blank, ...filledIn }
    const { actor, asked } = perform({ values: existing, of: 'existing record' })
    actor.send(change({ phones: 5, markets: ['temu'] }))
    actor.send({ type: 'submit' })
    expect(asked[0]?.changes).toEqual({ phones: 5, markets: ['temu'] })
    const untouched = perform({ values: existing, of: 'existing record' })
    untouched.actor.send({ type: 'submit' })
    expect(untouched.asked).toEqual([])
    expect(untouched.actor.getSnapshot().value).toBe('left')
  })

  test('places what the server refuses at its fields, and keeps everything typed', async () => {
    const { actor, server, context } = perform()
    actor.send(change(filledIn))
    actor.send({ type: 'submit' })
    await server.fail(new ApiError(40000, '输入有误', { name: '已被使用', 'markets.2': '不可用', colour: '未知字段' }))
    expect(context()).toMatchObject({
      problems: { name: { text: '已被使用' }, markets: { text: '不可用' } },
      failure: 'colour: 未知字段',
      values: { ...blank, ...filledIn },
      refusals: 1,
    })
    actor.send(change({ name: 'shop-08' }))
    expect(context().problems).toEqual({ markets: { text: '不可用' } })
  })

  test('says what no field is to blame for', async () => {
    const { actor, server, context } = perform()
    actor.send(change(filledIn))
    actor.send({ type: 'submit' })
    await server.fail(new ApiError(40900, '设备正在使用'))
    expect(context()).toMatchObject({ problems: {}, failure: '设备正在使用' })
    actor.send({ type: 'submit' })
    expect(context().failure).toBe('')
    await server.fail(new TypeError('Failed to fetch'))
    expect(context().failure).toBe('Failed to fetch')
  })

  test('has a say of its own, which goes before the contract', () => {
    const { actor, context } = perform({
      check: ({ markets }) => ({ phones: undefined, markets: markets.length === 0 ? { text: '选一个' } : undefined }),
    })
    actor.send(change({ name: 'shop-07' }))
    actor.send({ type: 'submit' })
    expect(context().problems).toEqual({ markets: { text: '选一个' } })
  })

  test('asks before unsaved changes are lost, and only then', () => {
    const { actor } = perform()
    expect(isUnsaved(actor.getSnapshot())).toBe(false)
    actor.send(change(filledIn))
    actor.send({ type: 'leave' })
    expect(actor.getSnapshot().value).toBe('asking')
    actor.send({ type: 'stay' })
    expect(isUnsaved(actor.getSnapshot())).toBe(true)
    actor.send(change(blank))
    expect(isUnsaved(actor.getSnapshot())).toBe(false)
    actor.send({ type: 'leave' })
    expect(actor.getSnapshot().value).toBe('left')
  })
})

describe('a rule of the contract', () => {
  test.each([
    ['nothing but space is nothing', '   ', { required: true, minLength: 1 }, { rule: 'required' }],
    ['a text without a least length may be empty', '', { required: true, maxLength: 9 }, undefined],
    ['an optional text may be left out', '', { minLength: 3 }, undefined],
    ['a number is needed', null, { required: true, type: 'integer' }, { rule: 'required' }],
    ['zero is a number', 0, { required: true, type: 'integer', minimum: 0 }, undefined],
    ['a list without a least length may be empty', [], { required: true }, undefined],
    ['something has to be chosen', [], { required: true, minItems: 1 }, { rule: 'required' }],
    ['not too many', [1, 2], { maxItems: 1 }, { rule: 'maxItems', limit: 1 }],
    ['not too few', [1], { minItems: 2 }, { rule: 'minItems', limit: 2 }],
    ['one of those there are', 'x', { enum: ['a', 'b'] }, { rule: 'enum' }],
    ['a choice is needed', '', { required: true, enum: ['a', 'b'] }, { rule: 'required' }],
    ['a text is no number', '12a', { type: 'integer' }, { rule: 'notNumber' }],
    ['half a phone is no phone', 1.5, { type: 'integer' }, { rule: 'notWhole' }],
    ['not too small', -1, { type: 'integer', minimum: 0 }, { rule: 'minimum', limit: 0 }],
    ['an emoji is one character', '🛒🛒', { maxLength: 2 }, undefined],
    ['not too long', '🛒🛒🛒', { maxLength: 2 }, { rule: 'maxLength', limit: 2 }],
    ['of the right letters', 'a b', { pattern: '^\\S+$' }, { rule: 'pattern' }],
    ['of any script', '店铺', { pattern: '^\\p{Script=Han}+$' }, undefined],
    ['a field without a rule', 'x', undefined, undefined],
  ] as const)('%s', (_what, value, rule, problem) => {
    expect(problemOf(value, rule)).toEqual(problem)
  })
})
