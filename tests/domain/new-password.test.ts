import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { generatePassword } from '../../domain/new-password.ts'

const many = Array.from({ length: 20_000 }, generatePassword)

test('each is what the contract takes for a new password', () => {
  const { minLength, maxLength, pattern } = parse(readFileSync('openapi.yaml', 'utf8')).components.schemas.NewPassword
  const allowed = new RegExp(pattern)
  const wrong = many.filter((one) => one.length < minLength || one.length > maxLength || !allowed.test(one))
  expect(wrong).toEqual([])
})

test('none comes twice, none has characters that look alike, and no character is likelier than another', () => {
  expect(new Set(many).size).toBe(many.length)
  const counts = new Map<string, number>()
  for (const character of many.join('')) counts.set(character, (counts.get(character) ?? 0) + 1)
  expect('0O1lIiLo'.split('').filter((one) => counts.has(one))).toEqual([])
  const letters = [...counts].filter(([character]) => /\D/.test(character)).map(([, count]) => count)
  // 320,000 draws: each letter comes about 5,900 times, give or take 77, so the likeliest is 1.07 times the rarest; 1.15 would
  // be five such steps off on either side. Bytes taken as they come would favour some by a quarter.
  expect(Math.max(...letters) / Math.min(...letters)).toBeLessThan(1.15)
})
