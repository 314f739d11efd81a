import { afterEach, expect, test, vi } from 'vitest'
import { recall, recallJson, remember } from '../../src/browser-storage.ts'
import { firstLanguage } from '../../src/machines/shell/language.ts'
import { rememberedTheme } from '../../src/machines/shell/theme.ts'
import { confirmedNotice } from '../../src/machines/messages/maintenance-notice.ts'
import { dismissedMessage } from '../../src/machines/messages/site-messages.ts'

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

afterEach(() => vi.unstubAllGlobals())

test('a storage that is closed stops nothing: everything is as it is at first', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  remember('theme', 'dark')
  remember('theme', null)
  expect([rememberedTheme(), firstLanguage(['en']), confirmedNotice(7), dismissedMessage(7)]).toEqual([
    'system',
    'en',
    null,
    0,
  ])
})

test('what is spoilt is nothing, and what is forgotten is gone', () => {
  const kept = new Map([['spoilt', '{"shown":']])
  vi.stubGlobal('localStorage', {
    getItem: (place: string) => kept.get(place) ?? null,
    setItem: (place: string, text: string) => kept.set(place, text),
    removeItem: (place: string) => kept.delete(place),
  })
  expect(recallJson('spoilt')).toBeNull()
  remember('whole', '[1]')
  expect(recallJson('whole')).toEqual([1])
  remember('whole', null)
  expect(recall('whole')).toBeNull()
})
