import { expect, test } from 'vitest'
import { zoneFinder } from '../../src/api/time-zones.ts'

const cities = new Map([['Asia/Shanghai', '上海 北京']])
const { signal } = new AbortController()

const found = async (text: string, language = 'zh-CN'): Promise<string[]> =>
  (await zoneFinder(language, cities)({ text }, signal)).map(({ value }) => value)

test.each([
  ['its name', 'asia/shang', 'Asia/Shanghai'],
  ['its name with a space', 'new york', 'America/New_York'],
  ['a city that its name has not', '北京', 'Asia/Shanghai'],
  ['a city in Chinese', '纽约', 'America/New_York'],
  ['what it is called in Chinese', '中欧', 'Europe/Berlin'],
  ['what it is called in English', 'central european', 'Europe/Berlin'],
  ['its offset', '+8', 'Asia/Shanghai'],
  ['its offset in full', 'UTC+05:30', 'Asia/Kolkata'],
  ['no offset at all', 'utc', 'UTC'],
])('a zone is found by %s', async (_, text, zone) => {
  const canonical = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  expect(await found(text)).toContain(canonical)
})

test('an offset finds those alone that have it', async () => {
  const zones = await found('utc+9')
  expect(zones).toContain('Asia/Tokyo')
  expect(zones).not.toContain('Asia/Shanghai')
  expect(await found('+1')).not.toContain('Asia/Shanghai')
})

test('those with cities are offered first, and one that is chosen is told by its name', async () => {
  expect((await found('')).slice(0, 3)).toContain('Asia/Shanghai')
  const [chosen] = await zoneFinder('zh-CN', cities)({ value: 'Asia/Shanghai' }, signal)
  expect(chosen).toEqual({ value: 'Asia/Shanghai', text: 'Asia/Shanghai · +08:00 · 中国时间' })
})
