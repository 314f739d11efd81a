import { expect, test } from 'vitest'
import { signedIn } from '../../texts/en/signed-in.ts'
import { i18n } from '../../src/i18n/i18n.ts'

i18n.addResourceBundle('en', 'translation', signedIn)
const t = i18n.getFixedT('en')

test('English counts one thing in the singular', () => {
  expect(t('jobs.targets.phoneCount', { count: 1 })).toBe('1 phone')
  expect(t('jobs.targets.boxCount', { count: 1 })).toBe('1 box')
  expect(t('table.total', { count: 1, things: t('log.unit', { count: 1 }) })).toBe('1 entry')
})

test('English counts several things in the plural, with thousands set apart', () => {
  expect(t('jobs.targets.phoneCount', { count: 0 })).toBe('0 phones')
  expect(t('jobs.targets.boxCount', { count: 2 })).toBe('2 boxes')
  expect(t('table.total', { count: 12_500, things: t('log.unit', { count: 12_500 }) })).toBe('12,500 entries')
})
