import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const { paths } = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8')) as { paths: Record<string, unknown> }

/** `v2/box/add` with or without what stands before it, up to its query. */
const calls = globSync('bench/**/*.ts', { cwd: root }).flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/['`/](v\d\/[a-z/]+)['`?]/g)].map(([, path]) => ({ file, path })),
)

// They are run before a release: a call that was moved would be found that late.
test.each(calls)('$file calls $path, which the contract has', ({ path }) => {
  expect(paths).toHaveProperty([`/api/restful/${path}`])
})
