import { describe, expect, test } from 'vitest'
import { isAlphanumeric } from '../../domain/alphanumeric.ts'
import { machineText, momentText, weekdayText } from '../../src/ui/moment.ts'

const friday = new Date(2026, 10, 20, 15, 4, 5).getTime()

describe('a moment', () => {
  test('is written as year-month-day hour:minute:second', () => {
    expect(momentText(friday)).toBe('2026-11-20 15:04:05')
  })

  test('of ten digits is one in seconds', () => {
    expect(momentText(friday / 1_000)).toBe('2026-11-20 15:04:05')
  })

  test('is the same for programs, in seconds and in milliseconds', () => {
    const { length } = String(friday / 1_000)
    expect(length).toBe(10)
    expect([friday / 1_000, friday].map((at) => new Date(machineText(at)).getTime())).toEqual([friday, friday])
  })

  test('has the name of its weekday in Chinese', () => {
    const day = 86_400_000
    const week = [0, 1, 2, 3, 4, 5, 6].map((days) => weekdayText(friday + days * day))
    expect(week).toEqual(['星期五', '星期六', '星期日', '星期一', '星期二', '星期三', '星期四'])
  })
})

describe('alphanumeric text', () => {
  test.each(['a', 'Z', '0', 'K7XM2PQR9A'])('is %s', (text) => expect(isAlphanumeric(text)).toBe(true))
  test.each(['', ' ', 'a b', 'a-b', 'é', '中文', 'a\n', '１'])('is not %j', (text) =>
    expect(isAlphanumeric(text)).toBe(false),
  )
})
