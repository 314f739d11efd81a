import { describe, expect, test } from 'vitest'
import { reasonIn, textReason, type Reason } from '../../domain/reason.ts'

const noRelay: Reason = { code: 'agent.noRelay', params: { said: 'ECONNREFUSED' } }
const step: Reason = { code: 'environments.step.save', params: { why: noRelay } }

describe('a reason that came over the wire', () => {
  test.each([
    ['a code', { code: 'agent.phoneSilent', params: {} }],
    ['what a program said', noRelay],
    ['a number', { code: 'agent.transferRefused', params: { status: 500 } }],
    ['another reason', step],
  ])('has %s', (_what, reason) => expect(reasonIn(JSON.parse(JSON.stringify(reason)))).toEqual(reason))

  test('is a sentence where an older agent sends it, and none where that is empty', () => {
    expect(reasonIn('手机没有响应')).toEqual({ code: 'text', params: { text: '手机没有响应' } })
    for (const none of ['', null, undefined]) expect(reasonIn(none)).toBeNull()
  })

  test('is kept without NUL and without half of a character', () => {
    const broken = { code: 'agent.noRelay', params: { said: 'a\0b\ud83d' } }
    expect(reasonIn(broken)).toEqual({ code: 'agent.noRelay', params: { said: 'a\u{fffd}b\u{fffd}' } })
    expect(textReason('\0\ud83d')).toEqual({ code: 'text', params: { text: '\u{fffd}\u{fffd}' } })
  })

  test.each([
    ['no object', 7],
    ['without a code', { params: {} }],
    ['with a code that is none', { code: 'agent.{{x}}', params: {} }],
    ['without params', { code: 'agent.noRelay' }],
    ['with a list', { code: 'agent.noRelay', params: { said: ['a'] } }],
    ['with a truth', { code: 'agent.noRelay', params: { said: true } }],
    ['with more than a program says', { code: 'agent.noRelay', params: { said: 'x'.repeat(1_001) } }],
    [
      'with too many params',
      { code: 'agent.noRelay', params: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`param${at}`, 1])) },
    ],
    ['with reasons of reasons of reasons', { code: 'a', params: { why: { code: 'b', params: { why: step } } } }],
    ['longer than any sentence', 'x'.repeat(1_001)],
  ])('%s is malformed', (_what, value) => expect(reasonIn(value)).toBeUndefined())
})
