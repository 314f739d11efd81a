import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { textReason } from '../../domain/reason.ts'
import { signedIn as english } from '../../texts/en/signed-in.ts'
import { reason, reasonText } from '../../texts/reason.ts'
import { signedIn as chinese } from '../../texts/zh-CN/signed-in.ts'

const i18n = createInstance()
void i18n.init({
  resources: { 'zh-CN': { translation: chinese }, en: { translation: english } },
  initAsync: false,
  interpolation: { escapeValue: false },
})
const zh = i18n.getFixedT('zh-CN')
const en = i18n.getFixedT('en')

test('a reason is worded in the language of whoever reads it', () => {
  const why = reason('agent.phoneSilent')
  expect([reasonText(zh, why), reasonText(en, why)]).toEqual(['手机没有响应', 'The phone does not answer'])
  expect(reasonText(en, null)).toBe('')
})

test('what a program said with it stays as it is', () => {
  const failed = reason('agent.scrcpyMissing', { said: 'no such file' })
  expect(reasonText(en, failed)).toBe(
    'scrcpy did not start on the phone: no such file (where the phone has no scrcpy server of its own, ' +
      'SCRCPY_SERVER_PATH has to be set on the box)',
  )
  expect(reasonText(en, textReason('操作超时：请稍后'))).toBe('操作超时：请稍后')
})

test('a reason of a reason is worded within it', () => {
  const why = reason('environments.step.save', { why: reason('agent.transferRefused', { status: 507 }) })
  expect(reasonText(en, why)).toBe('Saving the record: The server refused the transfer (HTTP 507)')
  expect(reasonText(zh, why)).toBe('保存存档：服务器拒绝了文件传输（HTTP 507）')
})

test('a list is told in a row, and counts in singular and plural', () => {
  const left = [reason('people.left.devices', { count: 1 }), reason('people.left.files', { count: 1_200 })]
  const why = reason('people.reason.stillHas', { left })
  expect(reasonText(en, why)).toBe('Still has 1 phone, 1,200 files; move or delete them first')
  expect(reasonText(zh, why)).toBe('名下还有 1 台设备、1200 个文件，请先转移或删除')
  expect(reasonText(en, reason('jobs.reason.scriptIsUsed', { tasks: ['a', 'b'] }))).toBe(
    'Timed tasks use this script: a, b',
  )
})

test('one that a newer program gave is shown with all it has', () => {
  expect(reasonText(en, { code: 'agent.onFire', params: { said: 'smoke', degrees: 200 } })).toBe(
    'agent.onFire smoke 200',
  )
})

test('whatever a reason is about, it is shown and nothing else is done with it', () => {
  const said = '{{said}} $t(call.notAllowed)'
  expect(reasonText(en, reason('agent.noRelay', { said }))).toBe(`The relay cannot be reached: ${said}`)
  const options = { said: 'x', lng: 'zh-CN', returnObjects: 1, ns: 'none', defaultValue: 'none' }
  expect(reasonText(en, { code: 'agent.noRelay', params: options })).toBe('The relay cannot be reached: x')
})
