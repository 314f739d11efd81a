import { expect, test } from 'vitest'
import { RateWindow } from '../../server/http/rate-window.ts'

test('somebody who makes up keys does not free one that was used up of late', () => {
  const window = new RateWindow({ limit: 1, length: 60_000 })
  for (let key = 0; key < 50_000; key += 1) window.take(`made up ${key}`)
  window.take('guilty')
  for (let key = 0; key < 20_000; key += 1) window.take(`more ${key}`)
  expect(window.take('guilty')).toBe(false)
})
