import { emptyLine, groupSeparator, lineColumns, type EnvironmentLine, type LineField } from './environment-lines.ts'
import { importFields, type ImportField } from './import-columns.ts'
import {
  decisionKey,
  guessValue,
  isValueField,
  valueFields,
  valuesIn,
  type Choices,
  type Target,
  type ValueField,
} from './import-values.ts'
import { proxyIn } from './proxy-text.ts'

export interface TableRow {
  /** In the file, from 1. */
  line: number
  cells: readonly string[]
}

/** A file as it stands: headings, and rows of as many cells. */
export interface Table {
  headings: readonly string[]
  rows: readonly TableRow[]
  /** Of a workbook, which sheet it is. */
  sheet?: string | undefined
}

/** What the operator made of a table. */
export interface Draft {
  /** Which field each column is; null for one that is left out. */
  columns: readonly (ImportField | null)[]
  /** What values stand for, by `decisionKey`. */
  decisions: ReadonlyMap<string, Target>
  /** Cells that were written over, by line. */
  edits: ReadonlyMap<number, Readonly<Partial<Record<ImportField, string>>>>
  dropped: ReadonlySet<number>
}

/** What is to be done about a cell before the server is asked: a value stands for nothing yet, or a text is no proxy. */
export type Flaw = 'undecided' | 'proxy'

/** A line with what stands in it, what is sent of it, and what is wrong. */
export interface PreparedLine {
  line: number
  cells: Readonly<Partial<Record<ImportField, string>>>
  /** As the server has it; without groups that are yet to be made. */
  sent: EnvironmentLine
  /** Groups that are to be made for it. */
  makes: readonly string[]
  flaws: ReadonlyMap<ImportField, Flaw>
}

/** A value of the file, in how many lines it is, and what it stands for. */
export interface ValueUse {
  field: ValueField
  text: string
  count: number
  target: Target | undefined
  by: 'decision' | 'memory' | 'guess' | 'nobody'
}

export interface Prepared {
  lines: readonly PreparedLine[]
  /** Those that stood for nothing at first come first, then by their count. */
  values: readonly ValueUse[]
}

export interface Around {
  choices: Choices
  /** What the operator decided in earlier files, by `decisionKey`. */
  memory: ReadonlyMap<string, Target>
}

const proxyParts = ['proxy_type', 'proxy_host', 'proxy_port', 'proxy_user', 'proxy_password'] as const

const isPart = (field: ImportField) => proxyParts.some((part) => part === field)

/** Whether proxies stand in one column of it. */
export const hasWholeProxies = ({ columns }: Pick<Draft, 'columns'>): boolean => columns.includes('proxy')

/** The fields that its sheet shows: what the file has first. A proxy is one column or five. */
export function shownFields(draft: Pick<Draft, 'columns'>): readonly ImportField[] {
  const whole = hasWholeProxies(draft)
  const own = new Set(draft.columns)
  const fits = (field: ImportField) => (whole ? !isPart(field) || own.has(field) : field !== 'proxy')
  const ordered = importFields.filter((field) => own.has(field))
  return [...ordered, ...importFields.filter((field) => !own.has(field))].filter(fits)
}

/** What people write where there is nothing. */
const nothing = /^(?:[-—–/\\]+|无|没有|空|不使用|直连|none|null|nil|n\/?a|no|direct)$/iu

const fieldCells = ({ headings }: Table, { columns }: Draft): ReadonlyMap<ImportField, number> =>
  new Map(headings.flatMap((_, column) => (columns[column] ? [[columns[column], column] as const] : [])))

/** What stands in each cell of a line now. */
function writtenIn(
  row: TableRow,
  cells: ReadonlyMap<ImportField, number>,
  edits: Draft['edits'],
): Partial<Record<ImportField, string>> {
  const written: Partial<Record<ImportField, string>> = {}
  for (const [field, column] of cells) written[field] = row.cells[column] ?? ''
  return { ...written, ...edits.get(row.line) }
}

/** A value, and whether it stood for nothing before it was decided. */
type CountedUse = ValueUse & { isNew: boolean }

/** Where a value stands: by its field, what is new first, nothing last, the more lines the sooner. */
const place = ({ field, text, isNew, count }: CountedUse) =>
  [valueFields.indexOf(field), isNew ? 0 : 1, text === '' ? 1 : 0, -count] as const

/** Decides what values stand for, and counts them. */
class Values {
  readonly #around: Around
  readonly #decisions: Draft['decisions']
  readonly #uses = new Map<string, CountedUse>()
  /** The one kind of proxy that the file names, for those of which it names none. */
  readonly #usualProxy: string | undefined

  constructor(around: Around, decisions: Draft['decisions'], usualProxy: string | undefined) {
    this.#around = around
    this.#decisions = decisions
    this.#usualProxy = usualProxy
  }

  get uses(): ValueUse[] {
    return [...this.#uses.values()].toSorted((a, b) => {
      const [left, right] = [place(a), place(b)]
      const at = left.findIndex((each, index) => each !== right[index])
      return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
    })
  }

  target(field: ValueField, text: string): Target | undefined {
    const key = decisionKey(field, text)
    let use = this.#uses.get(key)
    if (use === undefined) {
      use = this.#judge(field, text, key)
      this.#uses.set(key, use)
    }
    use.count += 1
    return use.target
  }

  #judge(field: ValueField, text: string, key: string): CountedUse {
    const choices = this.#around.choices[field]
    const isThere = (target: Target | undefined): target is Target =>
      target !== undefined && ('made' in target || target.is === '' || choices.some(({ value }) => value === target.is))
    const made = (target: Target): Target =>
      'made' in target && choices.some(({ value }) => value === target.made) ? { is: target.made } : target
    const guess =
      field === 'proxy_type' && text === ''
        ? this.#usualProxy && { is: this.#usualProxy }
        : guessValue(field, text, choices)
    const [decided, remembered] = [this.#decisions.get(key), this.#around.memory.get(key)]
    const known = isThere(remembered) ? remembered : guess || undefined
    const use = { field, text, count: 0, isNew: known === undefined }
    if (isThere(decided)) return { ...use, target: made(decided), by: 'decision' }
    if (known === undefined) return { ...use, target: undefined, by: 'nobody' }
    return { ...use, target: made(known), by: isThere(remembered) ? 'memory' : 'guess' }
  }
}

/** A proxy of a line, in parts and as text; undefined where it has none. */
function proxyOf(written: PreparedLine['cells']): Record<(typeof proxyParts)[number], string> | 'wrong' | undefined {
  const whole = (written.proxy ?? '').trim()
  if (whole !== '' && !nothing.test(whole)) {
    const proxy = proxyIn(whole)
    if (proxy === undefined) return 'wrong'
    const { type = (written.proxy_type ?? '').trim(), host, port, user, password } = proxy
    return { proxy_type: type, proxy_host: host, proxy_port: port, proxy_user: user, proxy_password: password }
  }
  if (written.proxy !== undefined) return undefined
  const parts = proxyParts.map((part) => (written[part] ?? '').trim())
  if (parts.every((part) => part === '' || nothing.test(part))) return undefined
  const [proxy_type = '', proxy_host = '', proxy_port = '', proxy_user = '', proxy_password = ''] = parts
  return { proxy_type, proxy_host, proxy_port, proxy_user, proxy_password }
}

/** The kind of proxy that a file names where it names only one. */
function usualProxyIn(all: readonly PreparedLine['cells'][]): string | undefined {
  const named = new Set(all.map(({ proxy = '' }) => proxyIn(proxy)?.type).filter((type) => type !== undefined))
  return named.size === 1 ? [...named][0] : undefined
}

const freeFields = lineColumns
  .map(({ field }) => field)
  .filter((field): field is Exclude<LineField, ValueField> => !isValueField(field) && !field.startsWith('proxy'))

/** What a table is, as far as it was decided: lines to send, and the values that they name. */
export function prepare(table: Table, draft: Draft, around: Around, isGone: (line: number) => boolean): Prepared {
  const cells = fieldCells(table, draft)
  const rows = table.rows.filter(({ line }) => !draft.dropped.has(line) && !isGone(line))
  const all = rows.map((row) => writtenIn(row, cells, draft.edits))
  const values = new Values(around, draft.decisions, usualProxyIn(all))
  const lines = rows.map(({ line }, index) => preparedLine(line, all[index] ?? {}, values, around.choices))
  return { lines, values: values.uses }
}

function preparedLine(line: number, written: PreparedLine['cells'], values: Values, choices: Choices): PreparedLine {
  const sent: EnvironmentLine = { line, ...emptyLine }
  const flaws = new Map<ImportField, Flaw>()
  for (const field of freeFields) sent[field] = (written[field] ?? '').trim()
  sent.note = written.note ?? ''
  for (const field of ['region', 'owner'] as const) {
    if (written[field] === undefined) continue
    const target = values.target(field, written[field].trim())
    if (target === undefined) flaws.set(field, 'undecided')
    else if ('is' in target) sent[field] = target.is
  }
  const [groups, makes]: [string[], string[]] = [[], []]
  if (written.groups !== undefined)
    for (const name of valuesIn('groups', written.groups, choices.groups)) {
      const target = values.target('groups', name)
      if (target === undefined) flaws.set('groups', 'undecided')
      else if ('made' in target) makes.push(target.made)
      else if (target.is !== '') groups.push(target.is)
    }
  sent.groups = groups.join(groupSeparator)
  const proxy = proxyOf(written)
  if (proxy === 'wrong') flaws.set('proxy', 'proxy')
  else if (proxy !== undefined) {
    const type = values.target('proxy_type', proxy.proxy_type)
    if (type === undefined) flaws.set(written.proxy === undefined ? 'proxy_type' : 'proxy', 'undecided')
    else Object.assign(sent, proxy, 'is' in type && { proxy_type: type.is })
  }
  return { line, cells: written, sent, makes, flaws }
}

/** A draft in which these cells were written over. */
export function withCells(draft: Draft, cells: readonly { line: number; field: ImportField; text: string }[]): Draft {
  const edits = new Map(draft.edits)
  for (const { line, field, text } of cells) edits.set(line, { ...edits.get(line), [field]: text })
  return { ...draft, edits }
}

/** Cells that were copied from a spreadsheet: rows by line ends, cells by tabs; quotes stand around what has either in it. */
export function blockOf(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    const [whole, quoted, plain = '', end] = found
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '' || cell.lastIndex >= text.length) {
      if (end === '\t') rows.at(-1)?.push('')
      break
    }
    if (end !== '\t') rows.push([])
    if (whole === '') break
  }
  return rows
}
