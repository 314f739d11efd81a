import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Steps } from './steps.ts'

/** Where the table stands, from the root of the repository. */
export const workdayPage = 'docs/workdays.md'

/** What a row of the table says. */
interface Workday extends Steps {
  job: string
  all: number
  /** With the product as it was; undefined where it could not be done there. */
  before: number | undefined
  /** Why it takes more than half of that; empty where it does not. */
  why: string
}

/** The table of working days, by their numbers. */
export function workdayTable(): Map<number, Workday> {
  const page = readFileSync(join(import.meta.dirname, '../..', workdayPage), 'utf8')
  const rows = [...page.matchAll(/^\| (\d+) \|(.+)\|$/gm)]
  return new Map(
    rows.map(([, number, rest = '']) => {
      const [job = '', clicks, keys, fields, all, before, , why = ''] = rest.split('|').map((cell) => cell.trim())
      const steps = { clicks: Number(clicks), keys: Number(keys), fields: Number(fields), all: Number(all) }
      return [Number(number), { job, ...steps, before: before === '–' ? undefined : Number(before), why }]
    }),
  )
}
