import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { everything as inEnglish } from '../../texts/en/everything.ts'
import { everything as inChinese } from '../../texts/zh-CN/everything.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every text by its name. */
function textsOf(part: object, path = ''): [name: string, text: string][] {
  return Object.entries(part).flatMap(([key, value]: [string, string | object]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : textsOf(value, `${path}${key}.`),
  )
}

const chinese = textsOf(inChinese)
const english = textsOf(inEnglish)
const chineseOf = new Map(chinese)

const han = /\p{Script=Han}/u
const paramsOf = (text: string): string[] => [...text.matchAll(/\{\{(\w+)(?:, \w+)?\}\}/g)].map(([, name = '']) => name)

/** What the first text speaks of and the second does not. */
const missingIn = (one: string, other: string): string[] =>
  paramsOf(one).filter((name) => !paramsOf(other).includes(name))

describe('the catalogue', () => {
  test('says in English what it says in Chinese, and speaks of nothing more', () => {
    const strays = english.flatMap(([name, text]) => {
      const zh = chineseOf.get(name) ?? chineseOf.get(name.replace(/_one$/, '_other')) ?? ''
      return missingIn(text, zh).map((param) => `${name}: {{${param}}}`)
    })
    expect(strays).toEqual([])
  })

  test('calls each role as the screens about people do', () => {
    const { admin, security, agent, element } = inChinese.roles
    expect([admin, security, agent, element]).toEqual(['平台管理员', '平台运维', '代理商', '成员'])
    const others = /(?<!平台)管理员|安全(?:角色|管理)|(?:归属|只有|一个|添加|按)代理(?!商)/
    expect(chinese.filter(([, text]) => others.test(text))).toEqual([])
    expect(english.filter(([, text]) => /\belements?\b|\badmins?\b|\bSecurity\b/.test(text))).toEqual([])
  })

  test('tells in English everything that a reason has to tell', () => {
    const isReason = /(?:^agent|^relay|^call|\.(?:reason|reasons|late|step|left|problems))\./
    const silent = english.flatMap(([name, text]) => {
      const zh = chineseOf.get(name.replace(/_one$/, '_other')) ?? ''
      return isReason.test(name) ? missingIn(zh, text).map((param) => `${name}: {{${param}}}`) : []
    })
    expect(silent).toEqual([])
  })

  test('has no Chinese in English, but what Chinese calls itself', () => {
    const mixed = english.filter(([, text]) => han.test(text)).map(([name]) => name)
    expect(mixed.toSorted()).toEqual(['shell.language.other', 'shell.language.zh-CN'])
  })
})

/** Where Chinese may stand outside of the catalogue, and why. */
const exceptions = [
  /** SPEC §2: the title of the product is fixed, whatever the language. */
  /** The headers that a file may come with, in whichever language it was exported. */
  'domain/environment-lines.ts',
  /** What people call columns, values and nothing in files of their own. */
  'domain/import-columns.ts',
  'domain/import-values.ts',
  /** The first character of each syllable, in the order of pinyin; and how each is read. */
  'domain/pinyin.ts',
  /** Signs of Chinese that stand between cells and within proxies. */
  'domain/proxy-text.ts',
  'src/screens/environments/file-text.ts',
  /** What older versions wrote down. */
  'server/store/migrations/0032-reasons-as-codes.ts',
  'server/store/migrations/0048-readings.ts',
  'server/store/migrations/0051-words-as-read.ts',
  /** What the people of a demo fleet write. */
  'server/demo/demo-boxes.ts',
  'server/demo/demo-services.ts',
  'server/demo/markets.ts',
  'server/demo/people.ts',
  'server/demo/demo-messages.ts',
]

/** What a program may say: its strings and the text of its elements; comments are for those who read the code. */
interface Words {
  whole: string[]
  /** Strings that are put together, with null where something comes in between. */
  pieces: (string | null)[][]
  /** Where the words of the lists stand that are declared here (src/screens/lists/define-list.tsx). */
  lists: string[]
}

function wordsIn(file: string): Words {
  const source = ts.createSourceFile(file, readFileSync(`${root}${file}`, 'utf8'), ts.ScriptTarget.Latest)
  const words: Words = { whole: [], pieces: [], lists: [] }
  const look = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isIdentifier(node)) words.whole.push(node.text)
    if (ts.isTemplateExpression(node))
      words.pieces.push([node.head.text, ...node.templateSpans.flatMap(({ literal }) => [null, literal.text])])
    if (
      ts.isPropertyAssignment(node) &&
      ts.isIdentifier(node.name) &&
      node.name.text === 'texts' &&
      ts.isStringLiteral(node.initializer)
    )
      words.lists.push(node.initializer.text)
    ts.forEachChild(node, look)
  }
  look(source)
  return words
}

async function wordsOfPrograms(): Promise<Map<string, Words>> {
  const found = new Map<string, Words>()
  for await (const file of glob('{agent,domain,server,src}/**/*.{ts,tsx}', { cwd: root }))
    found.set(file, wordsIn(file))
  return found
}

const isChinese = (words: string | null): boolean =>
  words !== null && /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(words)

test('no program has Chinese of its own', async () => {
  const speaking = [...(await wordsOfPrograms())]
    .filter(([, { whole, pieces }]) => [...whole, ...pieces.flat()].some(isChinese))
    .map(([file]) => file)
  expect(speaking.toSorted()).toEqual(exceptions.toSorted())
})

/** What lists say without naming it: their headings, and the columns and actions whose keys stand in their folder. */
function wordsOfLists(programs: readonly (readonly [file: string, words: Words])[]): Set<string> {
  const said = programs.flatMap(([file, { lists }]) => {
    const isBeside = ([other]: readonly [string, Words]) => dirname(other) === dirname(file)
    const keys = new Set(programs.filter(isBeside).flatMap(([, { whole }]) => whole))
    return lists.flatMap((list) => [
      ...['title', 'unit', 'empty.title', 'empty.hint'].map((name) => `${list}.${name}`),
      ...[...keys].flatMap((key) => [`${list}.field.${key}`, `${list}.action.${key}`]),
    ])
  })
  return new Set(said)
}

test('every text is said by some program', async () => {
  const programs = [...(await wordsOfPrograms())].filter(([file]) => !file.includes('/migrations/'))
  const whole = new Set(programs.flatMap(([, words]) => words.whole))
  const patterns = programs
    .flatMap(([, words]) => words.pieces)
    .filter((pieces) => /^[a-z]\w*\./i.test(pieces[0] ?? '') && pieces.every((piece) => /^[\w.-]*$/.test(piece ?? '')))
    .map((pieces) => pieces.map((piece) => piece?.replaceAll('.', '\\.') ?? '[\\w-]+').join(''))
  const isPutTogether = new RegExp(`^(?:${patterns.join('|')})$`)
  const nested = new Set(chinese.flatMap(([, text]) => [...text.matchAll(/\$t\(([\w.]+)/g)].map(([, name]) => name)))
  const ofLists = wordsOfLists(programs)
  const unsaid = chinese
    .map(([name]) => name.replace(/_other$/, ''))
    .filter(
      (name) =>
        name !== 'text' && !whole.has(name) && !isPutTogether.test(name) && !nested.has(name) && !ofLists.has(name),
    )
  expect(unsaid).toEqual([])
})
