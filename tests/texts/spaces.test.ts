import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** An element whose words begin and end with a space, which whoever looks for the words, or copies them, gets as well. */
const padded = /<[a-zA-Z][\w.]*(?:\s[^<>]*?)?> \{[^\n]*?\} <\//g

test('no element of a screen shows its words between two spaces', () => {
  const files = globSync('src/**/*.tsx', { cwd: root })
  expect(files.length).toBeGreaterThan(200)
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(padded)].map(([text]) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})
