import { groupSeparator, type EnvironmentLine, type LineField } from '../../domain/environment-lines.ts'
import { maxGroupsOfOne, proxyTypes, type ProxyType } from '../../domain/environments.ts'
import type { Schemas } from '../http/contract.ts'
import { columnsOf, newEnvironment, type EnvironmentFields } from './fields.ts'
import { wrongLanguage, wrongOwner, wrongRegion, wrongTimezone, type Surroundings } from './rules.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import type { NewEnvironment } from '../store/environments.ts'
import { takeTurns } from '../http/turns.ts'

export interface BadField {
  line: number
  field: LineField
  reason: string
}

const maxOfName = 128
/** The most characters of each field, as the contract has them for single environments. */
const longest: Partial<Record<LineField, number>> = {
  name: maxOfName,
  account: 128,
  proxy_host: 253,
  proxy_user: 128,
  proxy_password: 128,
  timezone: 64,
  language: 35,
  note: 20_000,
}

const proxyFields = ['proxy_type', 'proxy_host', 'proxy_port', 'proxy_user', 'proxy_password'] as const

/** Characters as people and the contract count them: not halves of emoji. */
export const lengthOf = (text: string): number => (text.length <= 128 ? text.length : Array.from(text).length)

/** Characters are counted only where halves of emoji could decide. */
const isLonger = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || lengthOf(text) > most)

const proxyTypeOf = (text: string): ProxyType | undefined => proxyTypes.find((type) => type === text.toLowerCase())

/** Looks things up by the names that files use. */
class Names {
  readonly #groups: Map<string, number>
  readonly #members: Map<string, Surroundings['members'][number]>

  constructor({ groups, members }: Surroundings) {
    this.#groups = new Map([...groups].map(([id, name]) => [name, id]))
    this.#members = new Map(members.map((member) => [member.user_name.toLowerCase(), member]))
  }

  group = (name: string): number | undefined => this.#groups.get(name)
  member = (name: string) => this.#members.get(name.toLowerCase())
}

const groupNames = (text: string): string[] =>
  [...new Set(text.split(groupSeparator).map((name) => name.trim()))].filter((name) => name !== '')

/** What is wrong with one line, field by field. */
function problemsOf(line: EnvironmentLine, around: Surroundings, names: Names): [LineField, Reason][] {
  const problems = new Map<LineField, Reason>()
  const note = (field: LineField, problem: Reason | undefined) => {
    if (problem !== undefined && !problems.has(field)) problems.set(field, problem)
  }
  for (const [field, most] of Object.entries(longest))
    // The keys of `longest` are fields.
    if (isLonger(line[field as LineField], most))
      note(field as LineField, reason('form.problems.maxLength', { count: most }))

  if (line.name === '') note('name', reason('form.problems.required'))
  if (line.owner !== '') note('owner', wrongOwner(names.member(line.owner), around.market))
  const groups = groupNames(line.groups)
  if (groups.some((name) => names.group(name) === undefined)) note('groups', reason('environments.reason.noSuchGroup'))
  if (groups.length > maxGroupsOfOne) note('groups', reason('environments.reason.tooManyGroups'))
  note('region', wrongRegion(line.region, around))
  note('timezone', wrongTimezone(line.timezone))
  note('language', wrongLanguage(line.language))
  if (proxyFields.some((field) => line[field] !== '')) {
    if (proxyTypeOf(line.proxy_type) === undefined) note('proxy_type', reason('environments.reason.proxyType'))
    if (!/^[^\s/@]+$/.test(line.proxy_host)) note('proxy_host', reason('environments.reason.proxyHost'))
    if (!/^\d{1,5}$/.test(line.proxy_port) || Number(line.proxy_port) < 1 || Number(line.proxy_port) > 65_535)
      note('proxy_port', reason('environments.reason.proxyPort'))
  }
  return [...problems]
}

function fieldsOf(line: EnvironmentLine, names: Names): EnvironmentFields & { name: string } {
  const { name, account, owner, groups, region, timezone, language, note } = line
  const type = proxyTypeOf(line.proxy_type)
  return {
    name,
    account,
    owner_id: owner === '' ? undefined : names.member(owner)?.id,
    tags: groupNames(groups).flatMap((one) => names.group(one) ?? []),
    region,
    timezone,
    language,
    note,
    proxy:
      type === undefined
        ? null
        : {
            type,
            host: line.proxy_host,
            port: Number(line.proxy_port),
            user_name: line.proxy_user,
            password: line.proxy_password,
          },
  }
}

const textFields = [
  'name',
  'account',
  'owner',
  'region',
  'proxy_type',
  'proxy_host',
  'proxy_port',
  'timezone',
  'language',
] as const

/** Without the space around what is one word or name; fields that a row leaves out are empty. */
function tidied(row: Schemas['EnvironmentLine']): EnvironmentLine {
  const line: EnvironmentLine = {
    name: '',
    account: '',
    owner: '',
    groups: '',
    region: '',
    proxy_type: '',
    proxy_host: '',
    proxy_port: '',
    proxy_user: '',
    proxy_password: '',
    timezone: '',
    language: '',
    note: '',
    ...row,
  }
  for (const field of textFields) line[field] = line[field].trim()
  return line
}

/** The names of rows that an environment may have. */
export const namesOf = (rows: readonly Schemas['EnvironmentLine'][]): string[] =>
  rows.map(({ name = '' }) => name.trim()).filter((name) => !isLonger(name, maxOfName))

/** Checks every line; answers what is wrong, in words, or the environments that they are where nothing is. */
export async function readLines(
  rows: readonly Schemas['EnvironmentLine'][],
  around: Surroundings,
  taken: ReadonlySet<string>,
  secret: Uint8Array,
  inWords: (why: Reason) => string,
): Promise<{ bad: BadField[]; environments: NewEnvironment[] }> {
  const names = new Names(around)
  const lines: EnvironmentLine[] = []
  const bad: BadField[] = []
  const before = new Set<string>()
  await takeTurns(rows, (row) => {
    const line = tidied(row)
    lines.push(line)
    const problems = problemsOf(line, around, names)
    const isTaken = taken.has(line.name) ? reason('environments.reason.nameTaken') : undefined
    const isTwice = before.has(line.name) ? reason('environments.reason.nameTwice') : undefined
    before.add(line.name)
    const clash = line.name === '' ? undefined : (isTaken ?? isTwice)
    if (clash !== undefined && !problems.some(([field]) => field === 'name')) problems.push(['name', clash])
    for (const [field, why] of problems) bad.push({ line: line.line, field, reason: inWords(why) })
  })
  if (bad.length > 0) return { bad, environments: [] }
  const environments: NewEnvironment[] = []
  await takeTurns(lines, (line) => {
    const fields = fieldsOf(line, names)
    environments.push(newEnvironment(around, { ...columnsOf(fields, around, secret), name: fields.name }))
  })
  return { bad, environments }
}
