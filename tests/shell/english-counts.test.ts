import { expect, test } from 'vitest'
import { en } from '../../src/i18n/en.ts'
import { i18n } from '../../src/i18n/i18n.ts'

i18n.addResourceBundle('en', 'translation', en)
const t = i18n.getFixedT('en')

test('English counts one thing in the singular', () => {
  expect(t('services.targets.phoneCount', { n: 1 })).toBe('1 phone')
  expect(t('services.targets.boxCount', { n: 1 })).toBe('1 box')
  expect(t('table.total', { n: 1, unit: t('log.unit') })).toBe('1 entry')
})

test('English counts several things in the plural, with thousands set apart', () => {
  expect(t('services.targets.phoneCount', { n: 0 })).toBe('0 phones')
  expect(t('services.targets.boxCount', { n: 2 })).toBe('2 boxes')
  expect(t('table.total', { n: 12_500, unit: t('log.unit') })).toBe('12,500 entries')
})
