import { expect, test } from 'vitest'
import { initialsOf, isFoundBy } from '../../domain/pinyin-initials.ts'

test.each([
  ['深圳大树', 'szds'],
  ['旺店 Shop-1', 'wd shop-1'],
  ['阿宝', 'ab'],
  ['机械表', 'jxb'],
  ['他它她', 'ttt'],
  ['哈尔滨', 'heb'],
  ['洼西丫匝', 'wxyz'],
  ['怕七燃撒', 'pqrs'],
  ['拿欧妈拉咔', 'nomlk'],
  ['噶发恩搭擦', 'gfedc'],
])('%s begins with %s', (text, initials) => expect(initialsOf(text)).toBe(initials))

test('a text is found by its part or its initials, and by nothing else', () => {
  expect(isFoundBy('深圳大树', '大树')).toBe(true)
  expect(isFoundBy('深圳大树', 'ZDS')).toBe(true)
  expect(isFoundBy('Deep Tree', 'tree')).toBe(true)
  expect(isFoundBy('深圳大树', 'szdb')).toBe(false)
  expect(isFoundBy('深圳大树', '')).toBe(true)
})
