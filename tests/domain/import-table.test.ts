import { describe, expect, test } from 'vitest'
import { regions as englishRegions } from '../../texts/en/regions.ts'
import { regions as chineseRegions } from '../../texts/zh-CN/regions.ts'
import {
  fieldNamed,
  guessColumns,
  headingKey,
  isSecretHeading,
  shownCell,
  writtenCell,
  type ImportField,
} from '../../domain/import-columns.ts'
import { blockOf, prepare, shownFields, withCells, type Draft, type Table } from '../../domain/import-table.ts'
import { decisionKey, guessValue, type Choice, type Choices, type Target } from '../../domain/import-values.ts'
import { passwordMask, proxyIn, proxyMeant, withoutPassword, withPassword } from '../../domain/proxy-text.ts'
import { fc } from '../support/properties.ts'

describe('a proxy in one cell', () => {
  const host = fc.oneof(fc.ipV4(), fc.domain())
  const port = fc.integer({ min: 1, max: 65_535 })
  const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/).filter((text) => !/^\d+$/.test(text))
  const schemes = [
    ['', undefined],
    ['http://', 'http'],
    ['https://', 'https'],
    ['socks5://', 'socks5'],
    ['SOCKS5://', 'socks5'],
    ['socks5h://', 'socks5'],
    ['socks://', 'socks5'],
  ] as const

  test('is read in each of the usual orders, behind a protocol or none', () => {
    fc.assert(
      fc.property(fc.constantFrom(...schemes), host, port, word, word, ([scheme, type], host, port, user, password) => {
        const whole = { type, host, port: String(port), user, password }
        const bare = { ...whole, user: '', password: '' }
        expect(proxyIn(`${scheme}${host}:${port}`)).toEqual(bare)
        expect(proxyIn(`${scheme}${host}：${port}/`)).toEqual(bare)
        expect(proxyIn(` ${scheme}${host}:${port}:${user}:${password} `)).toEqual(whole)
        expect(proxyIn(`${scheme}${user}:${password}@${host}:${port}`)).toEqual(whole)
        expect(proxyIn(`${scheme}${host}:${port}@${user}:${password}`)).toEqual(whole)
        expect(proxyIn(`${scheme}${user}:${password}:${host}:${port}`)).toEqual(whole)
      }),
    )
  })

  test('that is an address is what the browser takes it for', () => {
    const secret = fc.string({ minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(host, port, secret, secret, (host, port, user, password) => {
        const text = `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`
        const address = new URL(text)
        const [addressUser, addressPassword] = [address.username, address.password].map(decodeURIComponent)
        expect(proxyIn(text)).toEqual({
          type: 'http',
          host: address.hostname,
          port: String(port),
          user: addressUser,
          password: addressPassword,
        })
      }),
    )
  })

  test('has a password with colons and signs in it, and an address of IPv6', () => {
    expect(proxyIn('gw.example.com:1080:me:a:b@c')).toMatchObject({ host: 'gw.example.com', password: 'a:b@c' })
    expect(proxyIn('me:a@b@gw.example.com:1080')).toMatchObject({ user: 'me', password: 'a@b' })
    expect(proxyIn('socks5://[2001:db8::1]:1080')).toMatchObject({ host: '[2001:db8::1]', port: '1080' })
    expect(proxyIn('me:8080:gw.example.com:1080')).toMatchObject({ host: 'gw.example.com', user: 'me' })
  })

  test.each([
    '',
    'gw.example.com',
    'gw.example.com:0',
    'gw.example.com:65536',
    'ftp://gw:1',
    'socks4://gw:1',
    '问老周',
    'a b:80',
    ':80',
    '@:80',
  ])('%o is none', (text) => expect(proxyIn(text)).toBeUndefined())

  test.each([
    ['us.gw.proxy;7031', 'us.gw.proxy:7031'],
    ['us.gw.proxy 7031 me secret', 'us.gw.proxy:7031:me:secret'],
    ['us.gw.proxy,7031', 'us.gw.proxy:7031'],
    ['问老周', undefined],
    ['us.gw.proxy:7031', undefined],
  ])('of %o it is said what may be meant', (text, meant) => expect(proxyMeant(text)).toBe(meant))

  test('is shown without its password, whatever order it stands in, and keeps it where the rest is written over', () => {
    const secret = fc.stringMatching(/^S[A-Za-z0-9_:@-]{0,12}S$/)
    fc.assert(
      fc.property(fc.constantFrom(...schemes), host, port, word, secret, ([scheme], host, port, user, password) => {
        const plain = password.replaceAll(/[:@]/g, '_')
        for (const [text, known] of [
          [` ${scheme}${host}:${port}:${user}:${plain} `, plain],
          [`${scheme}${host}：${port}:${user}:${plain}/`, plain],
          [`${scheme}${user}:${password}@${host}:${port}`, password],
          [`${scheme}${host}:${port}@${user}:${plain}`, plain],
          [`${scheme}${user}:${plain}:${host}:${port}`, plain],
        ] as const) {
          const shown = withoutPassword(text)
          expect(shown.split(passwordMask)).toHaveLength(2)
          expect(shown.replace(passwordMask, () => known)).toBe(text)
          expect(withPassword(shown, text)).toBe(text)
          const typed = shown.replace(passwordMask, `${passwordMask}new`)
          expect(withPassword(typed, text)).toBe(shown.replace(passwordMask, 'new'))
          expect(withPassword('other.example.com:80', text)).toBe('other.example.com:80')
        }
      }),
    )
  })

  test.each([
    ['gw.example.com:1080', 'gw.example.com:1080'],
    ['gw.example.com:99999', 'gw.example.com:99999'],
    ['us-w.gw.example.net;7150', 'us-w.gw.example.net;7150'],
    ['gw.example.com 7031 me hunter2', 'gw.example.com 7031 me ••••••'],
    ['gw.example.com:99999:me:hunter2', 'gw.example.com:99999:••••••'],
    ['me:hunter2@gw.example.com', 'me:••••••'],
    ['ss://YWVzOmh1bnRlcjI=@gw.example.com:1080', 'ss://••••••'],
    ['问老周', '问老周'],
    ['', ''],
  ])('%o is shown as %o, and stays what it was where nothing else is written', (text, shown) => {
    expect(withoutPassword(text)).toBe(shown)
    expect(withPassword(shown, text)).toBe(text)
  })

  test('has a password of its own column that is not shown, and that what is typed takes the place of', () => {
    expect(shownCell('proxy_password', 'hunter2')).toBe(passwordMask)
    expect(shownCell('proxy_password', '')).toBe('')
    expect(shownCell('note', 'hunter2')).toBe('hunter2')
    expect(writtenCell('proxy_password', passwordMask, 'hunter2')).toBe('hunter2')
    expect(writtenCell('proxy_password', `${passwordMask}new`, 'hunter2')).toBe('new')
    expect(writtenCell('proxy_password', 'new', 'hunter2')).toBe('new')
    expect(writtenCell('proxy_password', '', 'hunter2')).toBe('')
  })
})

describe('a column', () => {
  test.each<[string, ImportField | undefined]>([
    ['店铺名称', 'name'],
    ['店铺', 'name'],
    [' Shop Name* ', 'name'],
    ['店铺名称（必填）', 'name'],
    ['登录邮箱', 'account'],
    ['负责人', 'owner'],
    ['小组', 'groups'],
    ['站点', 'region'],
    ['代理信息', 'proxy'],
    ['Proxy_Port', 'proxy_port'],
    ['说明', 'note'],
    ['proxy_password', 'proxy_password'],
    ['登录密码', undefined],
    ['开店日期', undefined],
    ['', undefined],
  ])('called %o is %s', (heading, field) => expect(fieldNamed(heading)).toBe(field))

  test('is what its cells say where its heading says nothing, or too little', () => {
    const cells = [['1.2.3.4:80', '', 'x:y@gw.example.com:1'], ['1.2.3.4', '5.6.7.8'], ['1.2.3.4:80']]
    expect(guessColumns(['线路', 'x'], (column) => cells[column] ?? [])).toEqual(['proxy', null])
    expect(guessColumns(['x', 'IP'], (column) => cells[column] ?? [])).toEqual(['proxy', 'proxy_host'])
    expect(guessColumns(['IP', 'x'], () => cells[2] ?? [])).toEqual(['proxy', null])
  })

  test('is what it was before, also left out, and no field is two columns', () => {
    const remembered = new Map<string, ImportField | null>([
      [headingKey('说明'), null],
      [headingKey('昵称'), 'name'],
    ])
    expect(guessColumns(['店铺', '昵称', '说明', '备注', '备注'], () => [], remembered)).toEqual([
      null,
      'name',
      null,
      'note',
      null,
    ])
  })

  test('whose heading speaks of secrets is one', () => {
    expect(['登录密码', 'Password', '2FA', '口令'].every(isSecretHeading)).toBe(true)
    expect(['名称', '账号'].some(isSecretHeading)).toBe(false)
  })
})

const region = (value: string, ...names: string[]): Choice => ({ value, names })
const choices: Choices = {
  region: [
    region('us-west', 'US 美国西部', '美国西部', 'US West', '美国'),
    region('us-east', 'US 美国东部', '美国东部', 'US East', '美国'),
    region('jp-east', 'JP 日本', '日本', 'Japan'),
  ],
  groups: [region('北美主力', '北美主力'), region('a,b', 'a,b')],
  owner: [region('lin', 'lin')],
  proxy_type: [region('http'), region('https'), region('socks5')],
}

describe('a value', () => {
  test.each<['region' | 'groups' | 'owner' | 'proxy_type', string, Target | undefined]>([
    ['region', 'us-west', { is: 'us-west' }],
    ['region', '美西', { is: 'us-west' }],
    ['region', 'US 美国西部', { is: 'us-west' }],
    ['region', ' us_east ', { is: 'us-east' }],
    ['region', '日本站', { is: 'jp-east' }],
    ['region', '美国', undefined],
    ['region', '', { is: '' }],
    ['region', '月球', undefined],
    ['groups', '北美主力', { is: '北美主力' }],
    ['groups', '旺店', undefined],
    ['owner', 'LIN', { is: 'lin' }],
    ['owner', '小林', undefined],
    ['proxy_type', 'Socks5h', { is: 'socks5' }],
    ['proxy_type', 'ftp', undefined],
  ])('of %s that is %o stands for %o', (field, text, target) =>
    expect(guessValue(field, text, choices[field])).toEqual(target),
  )
})

const countries = {
  'us-west': 'US',
  'us-east': 'US',
  'ca-central': 'CA',
  'gb-london': 'GB',
  'eu-central': 'DE',
  'ap-southeast': 'SG',
  'jp-east': 'JP',
  'cn-south': 'CN',
  'cn-east': 'CN',
} satisfies Record<keyof typeof chineseRegions, string>

test.each(Object.keys(countries) as (keyof typeof countries)[])(
  'the region %s is known by what a console of either language shows, whichever reads it, and in Chinese without its country',
  (code) => {
    const all = Object.keys(countries).map((value) => region(value))
    const country = countries[code]
    const words = [chineseRegions[code], `${country} ${chineseRegions[code]}`, `${country} ${englishRegions[code]}`]
    for (const name of words) expect(guessValue('region', name, all)).toEqual({ is: code })
  },
)

const noDecision: Draft = { columns: [], decisions: new Map(), edits: new Map(), dropped: new Set() }
const around = { choices, memory: new Map<string, Target>() }
const prepared = (table: Table, draft: Partial<Draft>, memory = around.memory) =>
  prepare(table, { ...noDecision, ...draft }, { choices, memory }, () => false)

describe('a table', () => {
  const table: Table = {
    headings: ['店铺', '组', '代理'],
    rows: [
      { line: 2, cells: ['a', '北美主力、旺店', 'gw.example.com:80'] },
      { line: 3, cells: [' b ', 'a,b', 'socks5://gw.example.com:81'] },
      { line: 4, cells: ['c', '', '无'] },
      { line: 5, cells: ['d', '旺店', 'gw.example.com;82'] },
    ],
  }
  const columns = ['name', 'groups', 'proxy'] as const

  test('is lines, as far as its values stand for something', () => {
    const { lines, values } = prepared(table, { columns })
    expect(
      lines.map(({ sent: { name, groups, proxy_type, proxy_host, proxy_port } }) => [
        name,
        groups,
        proxy_type,
        proxy_host,
        proxy_port,
      ]),
    ).toEqual([
      ['a', '北美主力', 'socks5', 'gw.example.com', '80'],
      ['b', 'a,b', 'socks5', 'gw.example.com', '81'],
      ['c', '', '', '', ''],
      ['d', '', '', '', ''],
    ])
    expect(lines.map(({ flaws }) => [...flaws])).toEqual([
      [['groups', 'undecided']],
      [],
      [],
      [
        ['groups', 'undecided'],
        ['proxy', 'proxy'],
      ],
    ])
    expect(values.map(({ field, text, count, by }) => [field, text, count, by])).toEqual([
      ['groups', '旺店', 2, 'nobody'],
      ['groups', '北美主力', 1, 'guess'],
      ['groups', 'a,b', 1, 'guess'],
      ['proxy_type', 'socks5', 1, 'guess'],
      ['proxy_type', '', 1, 'guess'],
    ])
  })

  test('needs groups that a decision makes, once for all lines', () => {
    const decisions = new Map([[decisionKey('groups', '旺店'), { made: '旺店' }]])
    const { lines } = prepared(table, { columns, decisions })
    expect(lines.map(({ makes }) => makes)).toEqual([['旺店'], [], [], ['旺店']])
    expect([...(lines[0]?.flaws ?? [])]).toEqual([])
  })

  test('names two kinds of proxies: then one without any is to be decided', () => {
    const two = { ...table, rows: [...table.rows, { line: 6, cells: ['e', '', 'http://gw.example.com:83'] }] }
    expect(prepared(two, { columns }).lines[0]?.flaws.get('proxy')).toBe('undecided')
    const decisions = new Map([[decisionKey('proxy_type', ''), { is: 'http' }]])
    expect(prepared(two, { columns, decisions }).lines[0]?.sent.proxy_type).toBe('http')
  })

  test('what was decided before counts, unless it is there no more', () => {
    const memory = new Map([
      [decisionKey('groups', '旺店'), { is: '北美主力' }],
      [decisionKey('groups', '北美主力'), { is: 'deleted since' }],
    ])
    const { lines } = prepared(table, { columns }, memory)
    expect(lines.map(({ sent }) => sent.groups)).toEqual(['北美主力|北美主力', 'a,b', '', '北美主力'])
  })

  test('is written over cell by cell, and lines are left out', () => {
    const draft = withCells({ ...noDecision, columns, dropped: new Set([2, 3]) }, [
      { line: 5, field: 'proxy', text: 'https://me:x@gw.example.com:1' },
      { line: 5, field: 'groups', text: '' },
      { line: 4, field: 'region', text: '美西' },
    ])
    const { lines } = prepare(table, draft, around, (line) => line === 3)
    expect(lines.map(({ sent, flaws }) => [sent.line, sent.region, sent.proxy_user, flaws.size])).toEqual([
      [4, 'us-west', '', 0],
      [5, '', 'me', 0],
    ])
  })

  test('shows what it has first, and a proxy as one column or as five', () => {
    expect(shownFields({ columns: ['note', null, 'name'] }).slice(0, 2)).toEqual(['name', 'note'])
    expect(shownFields({ columns: ['name'] })).toContain('proxy_host')
    expect(shownFields({ columns: ['name', 'proxy'] })).not.toContain('proxy_host')
    expect(shownFields({ columns: ['name', 'proxy', 'proxy_type'] })).toContain('proxy_type')
  })
})

/** A cell as spreadsheets copy it. */
const copied = (cell: string) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

test('cells that a spreadsheet copies are the cells that were in it', () => {
  const text = fc
    .array(fc.constantFrom('a', '"', '\t', '\n', ' ', '名'), { maxLength: 5 })
    .map((signs) => signs.join(''))
  const block = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }))
  fc.assert(
    fc.property(block, fc.constantFrom('\n', '\r\n'), (rows, end) => {
      expect(blockOf(rows.map((row) => `${row.map(copied).join('\t')}${end}`).join(''))).toEqual(rows)
    }),
  )
  expect(blockOf('one')).toEqual([['one']])
  expect(blockOf('5" disk\tx')).toEqual([['5" disk', 'x']])
})
