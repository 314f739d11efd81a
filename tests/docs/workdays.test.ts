import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workdayTable } from '../support/workday-table.ts'

const table = workdayTable()
const scripts = ['at-the-desk', 'with-phones']
  .map((name) => readFileSync(join(import.meta.dirname, `../e2e/workdays/${name}.test.ts`), 'utf8'))
  .join('\n')

test('the table has the thirteen working days, each with its script', () => {
  expect([...table.keys()]).toEqual(Array.from({ length: 13 }, (_, day) => day + 1))
  const lived = [...scripts.matchAll(/^workday\(\s*(\d+),\s*'([^']+)'/gm)].map(([, day, job]) => [Number(day), job])
  expect(new Map(lived.map(([day, job]) => [day, job]))).toEqual(
    new Map([...table].map(([day, { job }]) => [day, job])),
  )
})

test.each([...table])('day %d adds up, and takes half of what it took or says why not', (_, day) => {
  const { clicks, keys, fields, all, before, why } = day
  expect(all).toBe(clicks + keys + fields)
  const isHalved = before === undefined || all <= before / 2
  expect({ isHalved, why }).toEqual({ isHalved, why: isHalved ? '' : expect.stringMatching(/\w/) })
})
