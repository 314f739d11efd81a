import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BegunCommands } from '../../agent/begun-commands.ts'

const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'begun-work-'))
  folders.push(folder)
  return folder
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

test('what was begun is known to the next agent of this start of the machine, by the same name', () => {
  const folder = newFolder()
  const first = new BegunCommands(folder)
  first.add(`${first.boot}-one`)
  const next = new BegunCommands(folder)
  expect(next.boot).toBe(first.boot)
  expect(next.has(`${first.boot}-one`)).toBe(true)
  expect(next.has(`${first.boot}-two`)).toBe(false)
})

test.each([
  ['that was started anew', 'this start', 'the next start'],
  ['that does not tell its starts apart', '', ''],
])('on a machine %s nothing is vouched for', (_words, before, after) => {
  const folder = newFolder()
  const first = new BegunCommands(folder, before)
  first.add(`${first.boot}-one`)
  const next = new BegunCommands(folder, after)
  expect(next.boot).not.toBe(first.boot)
  expect(next.has(`${first.boot}-one`)).toBe(false)
})

test('a note that broke off in the middle takes no other with it', () => {
  const folder = newFolder()
  const first = new BegunCommands(folder)
  first.add(`${first.boot}-one`)
  appendFileSync(join(folder, 'begun-work'), `\n${first.boot}-tw`)
  new BegunCommands(folder).add(`${first.boot}-three`)
  const last = new BegunCommands(folder)
  expect(['one', 'two', 'three'].filter((name) => last.has(`${first.boot}-${name}`))).toEqual(['one', 'three'])
})

test.each([
  ['nothing', () => ''],
  ['half of its head', (note: string) => note.slice(0, note.indexOf('\n') - 1)],
])('a note of which %s is left vouches for nothing', (_words, cut) => {
  const folder = newFolder()
  const first = new BegunCommands(folder)
  first.add(`${first.boot}-one`)
  const path = join(folder, 'begun-work')
  writeFileSync(path, cut(readFileSync(path, 'utf8')))
  const next = new BegunCommands(folder)
  expect(next.boot).not.toBe(first.boot)
  expect(next.has(`${first.boot}-one`)).toBe(false)
})

test('where nothing can be noted, a command begins under a name that nobody is asked for later', () => {
  const folder = newFolder()
  const first = new BegunCommands(folder)
  const { boot } = first
  rmSync(folder, { recursive: true })
  folders.pop()
  first.add(`${boot}-one`)
  expect(first.has(`${boot}-one`)).toBe(true)
  expect(first.boot).not.toBe(boot)
})

test('a hundred thousand commands are remembered, and then others under another name', () => {
  const folder = newFolder()
  const { boot } = new BegunCommands(folder)
  appendFileSync(join(folder, 'begun-work'), Array.from({ length: 99_999 }, (_, id) => `\n${id}`).join(''))
  const begun = new BegunCommands(folder)
  begun.add('the last')
  expect(begun.boot).toBe(boot)
  begun.add('one more')
  expect(begun.boot).not.toBe(boot)
  expect([begun.has('the last'), begun.has('one more')]).toEqual([false, true])
})
