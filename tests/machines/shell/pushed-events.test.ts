import { describe, expect, test } from 'vitest'
import { eventIn } from '../../../src/api/pushed-events.ts'
import { textReason } from '../../../domain/reason.ts'
import { speakOf } from '../../../src/i18n/i18n.ts'

await speakOf('signed in')

const message = { id: 7, msg_text: '你好', created_at: 1_700_000_000_000, confirm: false }

describe('what the server pushes', () => {
  test('is the end of the session, a site message, one that was read, or the notice', () => {
    const over = { task_type: 20, code: 50012, reason: textReason('再见') }
    expect(eventIn(over)).toEqual({ type: 'session over', message: '再见' })
    expect(eventIn({ task_type: 30, message: { ...message, reason: null } })).toEqual({ type: 'site message', message })
    const own = { ...message, msg_text: '', reason: textReason('你好') }
    expect(eventIn({ task_type: 30, message: own })).toEqual({ type: 'site message', message })
    expect(eventIn({ task_type: 31, id: 7 })).toEqual({ type: 'site message read', id: 7 })
    const notice = { content: '今晚维护', updated_at: 1 }
    const account = { modules: ['temu'], expiration: 60, authorization_at: 1_700_000_000 }
    expect(eventIn({ task_type: 60, account: { ...account, modules: ['temu', 'nowhere'] } })).toEqual({
      type: 'account changed',
      account,
    })
    expect(eventIn({ task_type: 60, account: { modules: 'temu' } })).toBeUndefined()
    expect(eventIn({ task_type: 40, notice })).toEqual({ type: 'notice written', notice })
  })

  test('ends the session also where it does not say why', () => {
    expect(eventIn({ task_type: 20 })).toEqual({ type: 'session over', message: '' })
  })

  test.each([
    ['an answer to a heartbeat', { task_type: 10 }],
    ['of a kind that is not known', { task_type: 99, message }],
    ['a site message that is none', { task_type: 30, message: { ...message, id: '7' } }],
    ['a site message without text', { task_type: 30, message: { ...message, msg_text: undefined } }],
    ['no site message at all', { task_type: 30 }],
    ['a reading of nothing', { task_type: 31, id: null }],
    ['a notice that is none', { task_type: 40, notice: 'tonight' }],
  ])('is passed over when it is %s', (_, pushed) => {
    expect(eventIn(pushed)).toBeUndefined()
  })
})
