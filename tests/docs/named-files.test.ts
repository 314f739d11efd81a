import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** What was, may be named in these. */
const histories = new Set(['CHANGELOG.md', 'docs/decisions.md'])
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((name) => name !== '' && !histories.has(name))

/** Files of the repository that a text names from its root, as commands do; patterns and placeholders are none. */
const named = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?<![\w/.-])(?:agent|bench|deploy|docs|domain|phone|scripts|server|src|tests|texts)\/[\w./{}*<>-]*\w\/?/g,
    ),
  ]
    .map(([path]) => path)
    .filter((path) => !/[{*<]/.test(path))

/** Files that it links to, from where it stands. */
const linked = (page: string, text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, path = '']) => join(dirname(page), path))

test.each(pages)('%s names files that there are', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const all = [...named(text), ...linked(page, text)]
  expect(all.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('a file that is not there is found by its name and by a link', () => {
  expect(named('install deploy/none/nginx.conf /etc; see `docs/*.md`')).toEqual(['deploy/none/nginx.conf'])
  expect(linked('docs/a.md', '[x](../README.md#top) [y](b.md)')).toEqual(['README.md', 'docs/b.md'])
})
