import { proxyTypes } from './environments.ts'
import { proxyTypeOf } from './proxy-text.ts'

/** Fields whose values name something that exists: what a file calls it is decided once for all of its lines. */
export const valueFields = ['region', 'groups', 'owner', 'proxy_type'] as const
export type ValueField = (typeof valueFields)[number]

export const isValueField = (field: string): field is ValueField => valueFields.some((one) => one === field)

/** What a value of a file stands for: something that is there, nothing (`''`), or a group that is made for it. */
export type Target = { is: string } | { made: string }

/** What a value can stand for: by its code or name, and whatever else it is called. */
export interface Choice {
  value: string
  names: readonly string[]
}

export type Choices = Readonly<Record<ValueField, readonly Choice[]>>

/** Names of the regions that every installation begins with, as sellers write them, and as a console of either language shows them. */
const regionNames: Readonly<Record<string, string>> = {
  'us-west':
    '美西 美国西 美国西部 西海岸 加州 洛杉矶 uswest uswestcoast westus westcoast westernus california losangeles usw us美国西部',
  'us-east': '美东 美国东 美国东部 东海岸 纽约 useast useastcoast eastus eastcoast easternus newyork use us美国东部',
  'ca-central': '加拿大 加拿大站 ca can canada 多伦多 toronto ca加拿大 cacentral',
  'gb-london': '英国 英国站 英 伦敦 uk gb london england unitedkingdom gb英国 gblondon',
  'eu-central':
    '德国 德国站 欧洲中部 中欧 法兰克福 de germany frankfurt centraleurope eucentral de欧洲中部 decentraleurope decentral',
  'ap-southeast': '东南亚 新加坡 新加坡站 sg singapore southeastasia sea sg东南亚 sgsoutheastasia seasia sgseasia',
  'jp-east': '日本 日本站 东京 jp japan tokyo jp日本 jpeast',
  'cn-south': '华南 中国南部 广东 深圳 广州 southchina southernchina shenzhen guangzhou cn中国南部 cnsouth',
  'cn-east': '华东 中国东部 上海 杭州 eastchina easternchina shanghai hangzhou cn中国东部 cneast',
}

/** A value without what tells no two of them apart. */
const valueKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** What a value probably stands for; undefined where nothing or more than one thing is called so. */
export function guessValue(field: ValueField, text: string, choices: readonly Choice[]): Target | undefined {
  if (field === 'proxy_type') {
    const type = proxyTypeOf(text)
    return type === undefined ? undefined : { is: type }
  }
  if (text.trim() === '') return { is: '' }
  const exact = choices.find(({ value }) => value === text.trim())
  if (exact !== undefined) return { is: exact.value }
  const key = valueKey(text)
  if (key === '') return undefined
  const isCalled = ({ value, names }: Choice): boolean =>
    [value, ...names].some((name) => valueKey(name) === key) ||
    (field === 'region' && (regionNames[value] ?? '').split(' ').some((name) => valueKey(name) === key))
  const called = choices.filter(isCalled)
  return called.length === 1 && called[0] !== undefined ? { is: called[0].value } : undefined
}

/** The choices of `proxy_type`, which are the same everywhere. */
export const proxyTypeChoices: readonly Choice[] = proxyTypes.map((value) => ({ value, names: [] }))

/** The separate values of a cell: several groups may stand in one. */
export function valuesIn(field: ValueField, cell: string, choices: readonly Choice[]): readonly string[] {
  const text = cell.trim()
  if (field !== 'groups' || choices.some(({ value }) => value === text)) return [text]
  const names = text.split(/[|,，、;；\n]/u).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** What a decision is kept under. */
export const decisionKey = (field: ValueField, text: string): string => `${field} ${text}`
