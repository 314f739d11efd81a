import { expect, test } from 'vitest'
import { initialsOf, isFoundBy, pinyinOf } from '../../domain/pinyin.ts'
import { commonReadings } from '../support/common-readings.ts'

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

test('common characters are read as people read them', () => {
  expect(commonReadings.length).toBeGreaterThan(300)
  expect(commonReadings.map(([character]) => [character, pinyinOf(character)])).toEqual(commonReadings)
})

test('a text is found by its part, by how it is read or its initials, and by nothing else', () => {
  expect(isFoundBy('深圳大树', '大树')).toBe(true)
  expect(isFoundBy('深圳大树', 'ZDS')).toBe(true)
  expect(isFoundBy('深圳大树', 'ShenZhen')).toBe(true)
  expect(isFoundBy('深圳大树', 'shenz')).toBe(true)
  expect(isFoundBy('旺店 8 号', 'wangdian 8')).toBe(false)
  expect(isFoundBy('Deep Tree', 'tree')).toBe(true)
  expect(isFoundBy('深圳大树', 'szdb')).toBe(false)
  expect(isFoundBy('深圳大树', 'shanghai')).toBe(false)
  expect(isFoundBy('深圳大树', '')).toBe(true)
})

test('one letter or two are initials: what is within a syllable is not looked for by so few', () => {
  expect(isFoundBy('深圳大树', 'sz')).toBe(true)
  expect(isFoundBy('深圳大树', 'd')).toBe(true)
  expect(isFoundBy('深圳大树', 'en')).toBe(false)
  expect(isFoundBy('深圳大树', 'sh')).toBe(false)
})
