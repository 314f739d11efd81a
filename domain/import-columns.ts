import { lineColumns, type LineField } from './environment-lines.ts'
import { passwordMask, proxyIn, withoutPassword, withPassword } from './proxy-text.ts'

/** What a column of a file can be: a field of an environment, or a whole proxy. */
export type ImportField = LineField | 'proxy'

export const importFields: readonly ImportField[] = [
  'name',
  'account',
  'owner',
  'groups',
  'region',
  'proxy',
  'proxy_type',
  'proxy_host',
  'proxy_port',
  'proxy_user',
  'proxy_password',
  'timezone',
  'language',
  'note',
]

/** What people call these columns, beside the names that exported files have. */
const synonyms: Readonly<Record<ImportField, readonly string[]>> = {
  name: '店铺名称 店铺名 店铺 店名 环境名称 环境名 环境 网店 shop shopname store storename environment environmentname title'.split(
    ' ',
  ),
  account:
    '帐号 账户 帐户 登录账号 登录帐号 登录邮箱 登录名 邮箱 店铺账号 卖家账号 用户名 accountname email mail login loginemail seller selleraccount username'.split(
      ' ',
    ),
  owner:
    '负责人 归属 归属人 所属用户 所属人 运营 运营人员 员工 经办人 使用人 operator assignee assignedto responsible manager user'.split(
      ' ',
    ),
  groups: '小组 组 组别 团队 标签 所属分组 环境分组 group tag tags label labels team'.split(' '),
  region: '站点 区域 国家 国家地区 所在地区 所在国家 site country location marketplace zone'.split(' '),
  proxy:
    '代理 代理信息 代理配置 代理设置 代理串 代理地址 代理ip ip地址 ip proxyinfo proxyaddress proxyurl proxystring proxysettings'.split(
      ' ',
    ),
  proxy_type: '代理协议 代理方式 协议 protocol proxyprotocol scheme'.split(' '),
  proxy_host: '代理服务器 代理域名 主机 服务器 host hostname server proxyserver proxyip'.split(' '),
  proxy_port: '端口 port'.split(' '),
  proxy_user: '代理用户名 代理账号 代理帐号 proxyusername proxyaccount proxylogin'.split(' '),
  proxy_password: '代理口令 proxypass proxypwd'.split(' '),
  timezone: '时间区域 timezone tz'.split(' '),
  language: '系统语言 语种 locale lang'.split(' '),
  note: '说明 描述 注释 附注 备忘 notes remark remarks comment comments description memo'.split(' '),
}

/** A heading without what people put around its words: spaces, signs, notes in brackets. */
export const headingKey = (heading: string): string => {
  const plain = heading.normalize('NFKC').toLowerCase()
  const bare = plain.replaceAll(/\([^)]*\)|\[[^\]]*\]|【[^】]*】/gu, '')
  return (/[\p{L}\p{N}]/u.test(bare) ? bare : plain).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const known = new Map<string, ImportField>()
for (const [field, names] of Object.entries(synonyms))
  for (const name of names) known.set(headingKey(name), field as ImportField) // The keys of `synonyms`.
known.set('proxy', 'proxy')
for (const { field, zh, en } of lineColumns) for (const name of [field, zh, en]) known.set(headingKey(name), field)

/** Which field a heading names; undefined where none is known by it. */
export const fieldNamed = (heading: string): ImportField | undefined => known.get(headingKey(heading))

/** Whether a column holds what nobody should read over the operator's shoulder. */
export const isSecretHeading = (heading: string): boolean =>
  /密码|口令|password|passwd|pwd|secret|token|2fa|cookie/iu.test(heading)

/** Cells of a column that tell what it is. */
const looked = 50

/** How many of a column's cells are proxies: more than half, or too few. */
function holdsProxies(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '').slice(0, looked)
  const proxies = filled.filter((cell) => proxyIn(cell) !== undefined)
  return filled.length > 0 && proxies.length * 2 > filled.length
}

/**
 * What the columns of a table probably are, by what the operator chose for their headings before, by their headings, and by what is in
 * them. No field is guessed twice: the first column has it. Null for a column that is left out.
 */
export function guessColumns(
  headings: readonly string[],
  cellsOf: (column: number) => readonly string[],
  remembered: ReadonlyMap<string, ImportField | null> = new Map(),
): (ImportField | null)[] {
  const given = new Set<ImportField>()
  const take = (field: ImportField | null | undefined): ImportField | null => {
    if (field === undefined || field === null || given.has(field)) return null
    given.add(field)
    return field
  }
  const columns = headings.map((heading) => take(remembered.get(headingKey(heading))))
  const isOpen = (column: number) => columns[column] === null && !remembered.has(headingKey(headings[column] ?? ''))
  headings.forEach((heading, column) => {
    const named = fieldNamed(heading)
    if (!isOpen(column) || named === undefined) return
    // `IP` and the like are a whole proxy, or its host alone.
    columns[column] = take(named === 'proxy' && !holdsProxies(cellsOf(column)) ? 'proxy_host' : named)
  })
  headings.forEach((heading, column) => {
    const isUnnamed = isOpen(column) && fieldNamed(heading) === undefined
    if (isUnnamed && !given.has('proxy') && holdsProxies(cellsOf(column))) columns[column] = take('proxy')
  })
  return columns
}

/** A cell as it is shown: nobody reads a password over the operator's shoulder. */
export function shownCell(field: ImportField, text: string): string {
  if (field === 'proxy') return withoutPassword(text)
  return field === 'proxy_password' && text !== '' ? passwordMask : text
}

/** What a cell holds once this was written over what is shown of it. */
export function writtenCell(field: ImportField, text: string, before: string): string {
  if (field === 'proxy') return withPassword(text, before)
  if (field !== 'proxy_password' || before === '') return text
  return text === passwordMask ? before : text.replaceAll(passwordMask, '')
}
