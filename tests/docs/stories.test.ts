import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findMachines } from '../../scripts/find-machines.mjs'
import { stories } from '../e2e/stories/stories.ts'
import { testPassword } from '../support/server.ts'
import { ChartPath } from '../support/stories/chart-path.ts'
import { flows, guide } from '../support/stories/guide.ts'
import { mask } from '../support/stories/inspector.ts'
import { heaviest } from '../support/stories/picture.ts'
import { faultsOfPath, readPage } from '../support/stories/story-page.ts'

const folder = join(import.meta.dirname, '../../docs/stories')
const anew = 'run npm run stories'
const machines = new Map((await findMachines()).map((found) => [found.machine.id, found]))
const pathOf = (id: string): ChartPath => {
  const found = machines.get(id)
  if (found === undefined) throw new Error(`there is no machine ${id}: ${anew}`)
  return new ChartPath(found.machine)
}
const pageOf = (name: string): string => readFileSync(join(folder, `${name}.md`), 'utf8')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))

/** What walks type, or could come to see, and nobody may read. */
const secrets = [testPassword, 'brand-new-1', 'brand-new-2', 'K7XM', 'secret-', mask]
/** A token: 32 bytes in base64url. Nothing else is so long and has digits and both kinds of letters. */
const token = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/

describe('the stories', () => {
  test.each(flows)('show %s', (flow) => {
    expect(stories.filter(({ shows }) => shows.some((each) => each === flow))).not.toEqual([])
  })

  test('show nothing that is no flow of the specification', () => {
    const known = new Set<string>(flows)
    expect(stories.flatMap(({ shows }) => shows).filter((flow) => !known.has(flow))).toEqual([])
  })

  test('have a page each, and none is left over', () => {
    const pages = files.filter((name) => name.endsWith('.md'))
    expect(pages.toSorted(), anew).toEqual(['README.md', ...stories.map(({ name }) => `${name}.md`)].toSorted())
  })

  test('are listed by a guide that is current', () => {
    expect(readFileSync(join(folder, 'README.md'), 'utf8'), anew).toBe(guide(stories, machines))
  })

  test('link every picture that there is, and none that there is not', () => {
    const linked = stories.flatMap(({ name }) => readPage(pageOf(name)).pictures)
    expect(
      linked.filter((file) => !existsSync(join(folder, file))),
      anew,
    ).toEqual([])
    expect(
      files.filter((file) => !file.endsWith('.md') && !linked.includes(file)),
      anew,
    ).toEqual([])
  })

  test('weigh at most 6 MB, and a picture 60 kB', () => {
    const weights = files.map((file) => statSync(join(folder, file)).size)
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(6_000_000)
    for (const file of files.filter((name) => name.endsWith('.webp')))
      expect(statSync(join(folder, file)).size, file).toBeLessThanOrEqual(heaviest)
  })

  test('tell nobody a password, a token or a captcha', () => {
    for (const file of files.filter((name) => !name.endsWith('.webp'))) {
      const text = readFileSync(join(folder, file), 'utf8')
      for (const secret of secrets) expect(text.includes(secret), `${file} holds ${secret}`).toBe(false)
      expect(token.exec(text)?.[0], file).toBeUndefined()
      expect(/\b[\da-f]{24,}\b/.exec(text)?.[0], `${file}, of an upload`).toBeUndefined()
    }
  })
})

describe.each(stories.map(({ name, chart }) => ({ name, chart })))('the story $name', ({ name, chart }) => {
  test('tells a way that leads through its chart as it is now', () => {
    const page = readPage(pageOf(name))
    expect(page.chart, anew).toBe(chart)
    expect(page.moves.length).toBeGreaterThan(1)
    expect(faultsOfPath(page, pathOf(chart)), anew).toEqual([])
  })

  test('says at each step where its machine is, and shows the page', () => {
    const page = pageOf(name)
    const steps = page.split(/^## /m).slice(1)
    expect(steps.length).toBeGreaterThan(2)
    expect(steps.filter((step) => !/\(\S+\.webp\)/.test(step))).toEqual([])
    expect(readPage(page).ends).not.toEqual([])
  })
})

/** What is wrong with a page of the change of the password. */
const faults = (text: string): string[] => faultsOfPath(readPage(text), pathOf('changePassword'))

describe('a page that is wrong', () => {
  const page = `
| Chart | [\`changePassword\`](x) |
\`changePassword\` is in \`editing\`.
- ● → \`closed\`
- \`closed\` — **open** → \`editing\`
- \`editing\` — **submit** *something is missing* ↺ point out what is missing
- \`editing\` — **submit** → \`submitting\`
- \`submitting\` — **✓ change it** → \`closed\`
`

  test('is told from one that is right', () => expect(faults(page)).toEqual([]))

  test.each([
    ['a state that the chart has not', page.replaceAll('submitting', 'sending'), 'has no state sending'],
    [
      'a state that a step ends in and the chart has not',
      page.replace('is in `editing`', 'is in `typing`'),
      'has no state typing',
    ],
    ['an event that the chart has not', page.replace('**open**', '**show**'), 'has no event show'],
    [
      'a way that no event leads',
      page.replace('**submit** → `submitting`', '**submit** → `closed`'),
      'leads from editing nowhere near closed',
    ],
    [
      'an answer to an event that nothing answers',
      page.replace('**submit** *something is missing* ↺ point out what is missing', '**open** ↺'),
      'open leads from editing nowhere near itself',
    ],
    [
      'a beginning that is none',
      page.replace('● → `closed`', '● → `submitting`'),
      'leads from the beginning nowhere near submitting',
    ],
    [
      'a move from where it is not',
      page.replace('- `closed` — **open** → `editing`\n', ''),
      'is not in editing when submit comes',
    ],
  ])('is found out by %s', (_, text, fault) => {
    expect(text).not.toBe(page)
    expect(faults(text).join('\n')).toContain(fault)
  })
})

describe('a way through a chart of regions', () => {
  const path = pathOf('siteMessages')
  const now = path.with(new Set(), ['list.current', 'news.quiet', 'dialog.closed'])

  test('may change several of them at one event, and of what that raises', () => {
    const announced = path.with(now, ['list.loading.fresh', 'news.announced'])
    expect(
      path
        .way(now, 'arrived', announced)
        ?.map(({ name }) => name)
        .toSorted(),
    ).toEqual(['siteMessages.list.current: arrived', 'siteMessages.news.quiet: arrived'])
    expect(path.leavesOf(announced)).toEqual(['list.loading.fresh', 'news.announced', 'dialog.closed'])
  })

  test('does not change one that the event does not concern', () => {
    expect(path.way(now, 'arrived', path.with(now, ['dialog.loading']))).toBeUndefined()
  })
})
