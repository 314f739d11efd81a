import { assign, fromPromise, setup } from 'xstate'
import { codes } from '../../../domain/codes.ts'
import type { EnvironmentLine } from '../../../domain/environment-lines.ts'
import { guessColumns, headingKey, writtenCell, type ImportField } from '../../../domain/import-columns.ts'
import {
  blockOf,
  hasWholeProxies,
  prepare,
  shownFields,
  withCells,
  type Draft,
  type Prepared,
  type PreparedLine,
  type Table,
} from '../../../domain/import-table.ts'
import { decisionKey, type Choices, type Target, type ValueField } from '../../../domain/import-values.ts'
import type { Market } from '../../../domain/markets.ts'
import type { BadField, ImportAnswer } from '../../api/environments.ts'
import { messageOf } from '../../api/errors.ts'
import type { ImportLeftover, Portion } from '../../api/import-leftovers.ts'
import type { ImportMemory, ImportMemoryStorage } from '../../api/environment-import-memory.ts'

/** A file, or a text that was pasted. */
export interface ImportSource {
  name: string
  read: () => Promise<Table>
  /** What was left of it when it was imported before. */
  left?: ImportLeftover
}

interface ReadSource {
  source: ImportSource
  table: Table
  values: Choices
}

/** What became of a shop that was to be taken back. */
interface Undone {
  ok: boolean
  code?: number
  message?: string
}

interface ImportInput {
  market: Market
  /** What values can stand for. */
  choices: (signal: AbortSignal) => Promise<Choices>
  send: (lines: readonly EnvironmentLine[], dryRun: boolean, signal: AbortSignal) => Promise<ImportAnswer>
  makeGroup: (name: string, signal: AbortSignal) => Promise<unknown>
  /** Characters of lines that go in one call; a longer line goes by itself. */
  maxPortion: number
  /** Takes back what an entry of the operation log has done, as far as it is not yet: answers for each shop, in the order of their lines. */
  undo: (entry: number) => Promise<readonly Undone[]>
  /** Keeps what is left of an import in the place of what was left of it before; either may be nothing. */
  setAside: (before: ImportLeftover | undefined, left: ImportLeftover | undefined) => void
  memory: ImportMemoryStorage
  /** Hands a CSV file to the operator. */
  keep: (csv: string) => void
}

/** Which lines the sheet shows. */
export type Shown = 'open' | 'good' | 'all'

/** Cells of the sheet, from its first to its last line and field. */
export interface Block {
  lines: readonly number[]
  fields: readonly ImportField[]
}

/** A text that takes the place of another one in all cells of a column, as it is being written. */
export interface Replacement {
  /** The first of those that are shown, until another one is chosen. */
  field: ImportField | undefined
  find: string
  by: string
}

interface Context extends ImportInput {
  /** Cells as they are pasted, until they are read. */
  pasted: string
  source: ImportSource | undefined
  table: Table
  values: Choices
  remembered: ImportMemory
  draft: Draft
  /** The drafts before it, the last of which comes back first. */
  past: readonly Draft[]
  prepared: Prepared
  /** What the server found wrong, by line and field; a cell that was written over since is no longer among them. */
  problems: ReadonlyMap<number, ReadonlyMap<string, string>>
  shown: Shown
  replacement: Replacement
  /** Lines that were written over and stay in sight, whatever came of it. */
  held: ReadonlySet<number>
  selected: Block
  /** Lines that are environments by now. */
  gone: ReadonlySet<number>
  portions: readonly Portion[]
  /** Why shops that were to be taken back are still there: one reason for each. */
  refusals: readonly string[]
  /** Why the last step came to nothing; undefined where it did not. */
  failure: unknown
}

/** Every text in a column that is to be another. */
type Replaced = Pick<Replacement, 'find' | 'by'>

/** Texts of cells are called `cell`, `cells`, `edits`, `sent`, `csv`, `pasted` and `replacement`: what is called so no recording holds (src/inspector/secrets.ts). */
type Change =
  | { type: 'MAP'; column: number; field: ImportField | null }
  /** Values of a field, and what each stands for. */
  | { type: 'DECIDE'; field: ValueField; targets: readonly (readonly [text: string, target: Target])[] }
  /** Written over what is shown of a cell. */
  | { type: 'EDIT'; line: number; field: ImportField; cell: string }
  | { type: 'PASTE'; cells: string }
  | { type: 'FILL' }
  | { type: 'REPLACE'; field: ImportField; cells: Replaced }
  | { type: 'DROP'; line: number }

type Event =
  | Change
  | { type: 'WRITE'; pasted: string }
  | { type: 'CHOOSE'; source: ImportSource }
  | { type: 'AIM'; replacement: Partial<Replacement> }
  | { type: 'UNDO' }
  | { type: 'SELECT'; block: Block }
  | { type: 'SHOW'; shown: Shown }
  /** The operator wants the lines that are left as a file. */
  | { type: 'KEEP'; csv: string }
  | { type: 'CHECK' }
  | { type: 'IMPORT' }
  | { type: 'TAKE_BACK' }
  | { type: 'ANOTHER' }
  | { type: 'LEAVE' }
  | { type: 'STAY' }
  | { type: 'DISCARD' }

/** Steps that can be taken back: each holds what was written over, which may be thousands of cells. */
const maxPast = 50

const noDraft: Draft = { columns: [], decisions: new Map(), edits: new Map(), dropped: new Set() }
const noBlock: Block = { lines: [], fields: [] }
const noReplacement: Replacement = { field: undefined, find: '', by: '' }

/** As long as no file is read. */
const nothingRead: Omit<Context, keyof ImportInput | 'pasted' | 'values' | 'remembered' | 'failure'> = {
  source: undefined,
  table: { headings: [], rows: [] },
  draft: noDraft,
  past: [],
  prepared: { lines: [], values: [] },
  problems: new Map(),
  shown: 'open',
  replacement: noReplacement,
  held: new Set(),
  selected: noBlock,
  gone: new Set(),
  portions: [],
  refusals: [],
}

type Judged = Pick<Context, 'problems' | 'prepared'>

/** Whether something is to be done about a line before it can be imported. */
export const isOpen = ({ problems }: Pick<Judged, 'problems'>, { line, flaws }: PreparedLine): boolean =>
  flaws.size > 0 || (problems.get(line)?.size ?? 0) > 0

export const goodLines = (judged: Judged): readonly PreparedLine[] =>
  judged.prepared.lines.filter((line) => !isOpen(judged, line))

/** The lines that the sheet shows. */
export function shownLines(
  context: Pick<Context, 'problems' | 'prepared' | 'shown' | 'held'>,
): readonly PreparedLine[] {
  const { shown, held, prepared } = context
  if (shown === 'all') return prepared.lines
  const wanted = (line: PreparedLine) => isOpen(context, line) === (shown === 'open') || held.has(line.line)
  return prepared.lines.filter(wanted)
}

/** Groups that the good lines need and that are not there yet. */
const missingGroups = (judged: Judged): readonly string[] => [
  ...new Set(goodLines(judged).flatMap(({ makes }) => makes)),
]

const preparedOf = ({ table, draft, values, remembered, gone }: Omit<Context, 'prepared'>): Prepared =>
  prepare(table, draft, { choices: values, memory: remembered.targets }, (line) => gone.has(line))

/** By line and by the field that the sheet shows: proxies stand in one column there. */
function problemsOf(bad: readonly BadField[], draft: Draft): Map<number, Map<string, string>> {
  const problems = new Map<number, Map<string, string>>()
  const shown: ReadonlySet<string> = new Set(shownFields(draft))
  for (const { line, field, reason } of bad) {
    const fields = problems.get(line) ?? new Map<string, string>()
    problems.set(line, fields.set(hasWholeProxies(draft) && !shown.has(field) ? 'proxy' : field, reason))
  }
  return problems
}

interface CellText {
  line: number
  field: ImportField
  text: string
}

const writtenAt = (lines: readonly PreparedLine[], line: number, field: ImportField): string =>
  lines.find((one) => one.line === line)?.cells[field] ?? ''

/** A block of cells goes where the selection begins, as far as the sheet reaches. */
function pasted(context: Context, text: string): CellText[] {
  const { lines, fields } = context.selected
  const [shown, allFields] = [shownLines(context), shownFields(context.draft)]
  const block = blockOf(text)
  const [firstLine, firstField] = [
    shown.findIndex(({ line }) => line === lines[0]),
    allFields.findIndex((field) => field === fields[0]),
  ]
  if (firstLine < 0 || firstField < 0) return []
  // One cell fills all that are selected.
  if (block.length === 1 && block[0]?.length === 1)
    return lines.flatMap((line) => fields.map((field) => ({ line, field, text: block[0]?.[0] ?? '' })))
  return block.flatMap((row, down) =>
    row.flatMap((cell, right) => {
      const [line, field] = [shown[firstLine + down]?.line, allFields[firstField + right]]
      return line === undefined || field === undefined ? [] : [{ line, field, text: cell }]
    }),
  )
}

/** The first selected line fills those below it; alone, the empty cells down to the next that is not. */
function filled(context: Context): CellText[] {
  const { lines, fields } = context.selected
  const shown = shownLines(context)
  if (!shown.some(({ line }) => line === lines[0])) return []
  const below = (field: ImportField): readonly number[] => {
    if (lines.length > 1) return lines.slice(1)
    const others = shown.slice(shown.findIndex(({ line }) => line === lines[0]) + 1)
    const end = others.findIndex(({ cells }) => (cells[field] ?? '').trim() !== '')
    return (end < 0 ? others : others.slice(0, end)).map(({ line }) => line)
  }
  return fields.flatMap((field) => {
    const text = writtenAt(shown, lines[0] ?? 0, field)
    return below(field).map((line) => ({ line, field, text }))
  })
}

/** In one column, wherever it stands; nothing is found in cells that are empty. */
const replaced = (
  { prepared }: Context,
  { field, cells: { find, by } }: { field: ImportField; cells: Replaced },
): CellText[] =>
  prepared.lines.flatMap(({ line, cells }) => {
    const text = cells[field] ?? ''
    if (find === '') return text.trim() === '' ? [{ line, field, text: by }] : []
    return text.includes(find) ? [{ line, field, text: text.replaceAll(find, by) }] : []
  })

/** How many cells a replacement would write over. */
export const countReplaced = (context: Context, field: ImportField, find: string): number =>
  replaced(context, { field, cells: { find, by: '' } }).length

/** What a cell holds after an edit: a password that is not shown stays as long as nothing else is written for it. */
const overwritten = (
  { prepared }: Pick<Context, 'prepared'>,
  { line, field, cell }: { line: number; field: ImportField; cell: string },
): string => writtenCell(field, cell, writtenAt(prepared.lines, line, field))

function cellsOf(context: Context, event: Change): CellText[] {
  if (event.type === 'EDIT') return [{ line: event.line, field: event.field, text: overwritten(context, event) }]
  if (event.type === 'PASTE') return pasted(context, event.cells)
  if (event.type === 'FILL') return filled(context)
  return event.type === 'REPLACE' ? replaced(context, event) : []
}

function withColumn(draft: Draft, column: number, field: ImportField | null): Draft {
  // A field is one column: the one that had it is left out.
  const columns = draft.columns.map((before, index) => (index === column ? field : before === field ? null : before))
  return { ...draft, columns }
}

function draftAfter(context: Context, event: Change): Draft {
  const { draft } = context
  if (event.type === 'MAP') return withColumn(draft, event.column, event.field)
  if (event.type === 'DECIDE') {
    const decided = event.targets.map(([text, target]) => [decisionKey(event.field, text), target] as const)
    return { ...draft, decisions: new Map([...draft.decisions, ...decided]) }
  }
  if (event.type === 'DROP') return { ...draft, dropped: new Set([...draft.dropped, event.line]) }
  return withCells(draft, cellsOf(context, event))
}

function withoutProblems(problems: Context['problems'], cells: readonly CellText[]): Context['problems'] {
  const left = new Map([...problems].map(([line, fields]) => [line, new Map(fields)]))
  for (const { line, field } of cells) left.get(line)?.delete(field)
  return left
}

function change(context: Context, event: Change): Partial<Context> {
  const cells = cellsOf(context, event)
  const draft = draftAfter(context, event)
  const next = {
    ...context,
    draft,
    past: [...context.past, context.draft].slice(-maxPast),
    problems: withoutProblems(context.problems, cells),
    held: new Set([...context.held, ...cells.map(({ line }) => line)]),
  }
  return { ...next, prepared: preparedOf(next) }
}

/** As many good lines as go in one call. */
function nextPortion(judged: Judged & Pick<Context, 'maxPortion'>): readonly EnvironmentLine[] {
  const portion: EnvironmentLine[] = []
  let characters = 0
  for (const { sent } of goodLines(judged)) {
    characters += JSON.stringify(sent).length
    if (portion.length > 0 && characters > judged.maxPortion) break
    portion.push(sent)
  }
  return portion
}

/** What is remembered for the next file: what was chosen for columns that were guessed otherwise, and what was decided. */
function memoryAfter({ table, draft, remembered }: Context): ImportMemory {
  const columns = new Map(remembered.columns)
  table.headings.forEach((heading, column) => {
    const key = headingKey(heading)
    if (key !== '') columns.delete(key)
    if (key !== '') columns.set(key, draft.columns[column] ?? null)
  })
  return { columns, targets: new Map([...remembered.targets, ...draft.decisions]) }
}

const entriesOf = (portions: readonly Portion[]): readonly number[] => portions.flatMap(({ entry }) => entry ?? [])

/** Whether some of it was imported, in this dialog or in the one before. */
const isBegun = ({ source, gone }: Pick<Context, 'source' | 'gone'>): boolean =>
  gone.size > 0 || source?.left !== undefined

/** Whether something is left behind by whoever goes away. */
export const isUnfinished = (context: Pick<Context, 'past' | 'source' | 'gone'>): boolean =>
  context.past.length > 0 || isBegun(context)

/** What is left to finish where it was begun: also where all of it was taken back. */
export function leftoverOf(context: Context): ImportLeftover | undefined {
  const { market, source, table, draft, gone, portions, prepared } = context
  if (source === undefined || !isBegun(context) || prepared.lines.length === 0) return undefined
  return { market, name: source.name, table, draft, gone, portions, count: prepared.lines.length }
}

/** What is imported after the last portion was taken back. */
function withoutLast({ portions, gone }: Context, undone: readonly Undone[]) {
  const [others, last] = [portions.slice(0, -1), portions.at(-1)]
  const lines = last?.lines ?? []
  // A shop that somebody has deleted is as good as taken back.
  const isThere = (one: Undone | undefined) => one?.ok === false && one.code !== codes.notFound
  const stay = new Set(lines.filter((_, at) => isThere(undone[at])))
  // One that was deleted may have been imported again, and is another portion's since.
  const theirs = new Set(others.flatMap((portion) => portion.lines))
  const back = new Set(lines.filter((line) => !stay.has(line) && !theirs.has(line)))
  // The entry answers for these when it is tried again; before that the others have their turn.
  const left = lines.filter((_, at) => undone[at]?.ok === false)
  return {
    portions: stay.size === 0 ? others : [{ lines: left, entry: last?.entry }, ...others],
    gone: new Set([...gone].filter((line) => !back.has(line))),
    refusals: undone.filter(isThere).map(({ message }) => message ?? ''),
  }
}

/** The entries of the operation log that take back what was imported. */
export const undoableEntries = ({ portions }: Pick<Context, 'portions'>): readonly number[] => entriesOf(portions)

/**
 * Imports a file of environments: it is read, its columns and values are given their meaning, and the server looks at every line after
 * each change. What is good can go first; what is not stays to be finished. Whatever fails, every decision stays; only the operator gives
 * them up.
 */
export const environmentImportMachine = setup({
  types: { input: {} as ImportInput, context: {} as Context, events: {} as Event },
  actors: {
    read: fromPromise<ReadSource, Pick<Context, 'choices' | 'source'>>(
      async ({ input: { choices, source }, signal }) => {
        if (source === undefined) throw new Error('no source was chosen')
        const [table, values] = await Promise.all([source.read(), choices(signal)])
        return { source, table, values }
      },
    ),
    check: fromPromise<ImportAnswer, Pick<Context, 'send' | 'prepared'>>(({ input: { send, prepared }, signal }) =>
      send(
        prepared.lines.map(({ sent }) => sent),
        true,
        signal,
      ),
    ),
    make: fromPromise<string, Pick<Context, 'makeGroup' | 'prepared' | 'problems'>>(async ({ input, signal }) => {
      const [name = ''] = missingGroups(input)
      await input.makeGroup(name, signal)
      return name
    }),
    bring: fromPromise<
      { answer: ImportAnswer; lines: readonly number[] },
      Pick<Context, 'send' | 'prepared' | 'problems' | 'maxPortion'>
    >(async ({ input, signal }) => {
      const portion = nextPortion(input)
      return { answer: await input.send(portion, false, signal), lines: portion.map(({ line }) => line) }
    }),
    takeBack: fromPromise<readonly Undone[], Pick<Context, 'undo' | 'portions'>>(
      async ({ input: { undo, portions } }) => {
        const entry = portions.at(-1)?.entry
        if (entry === undefined) throw new Error('nothing can be taken back')
        return undo(entry)
      },
    ),
  },
  guards: {
    'it is another text': ({ context, event }) =>
      event.type === 'EDIT' &&
      writtenAt(context.prepared.lines, event.line, event.field) !== overwritten(context, event),
    'lines are selected': ({ context }) => context.selected.lines.length > 0,
    'something is replaced': ({ context, event }) =>
      event.type === 'REPLACE' && event.cells.find !== event.cells.by && replaced(context, event).length > 0,
    'a column is the name': ({ context }) => context.draft.columns.includes('name'),
    'a line is good': ({ context }) => goodLines(context).length > 0,
    'no line is left': ({ context }) => context.prepared.lines.length === 0,
    'a group is missing': ({ context }) => missingGroups(context).length > 0,
    'something was changed': ({ context }) => context.past.length > 0,
    'work would be lost': ({ context }) => isUnfinished(context),
    'it can be taken back': ({ context }) => context.portions.at(-1)?.entry !== undefined,
    'lines were refused': (_, { answer }: { answer: ImportAnswer }) => answer.bad.length > 0,
  },
  actions: {
    'put the file away': assign(() => nothingRead),
    'take the table': assign(({ context }, { source, table, values }: ReadSource) => {
      const remembered = context.memory.read()
      const { left } = source
      const cellsIn = (column: number) => table.rows.map(({ cells }) => cells[column] ?? '')
      const next = {
        ...context,
        pasted: '',
        source,
        table,
        values,
        remembered,
        draft: left?.draft ?? {
          ...noDraft,
          columns: guessColumns(table.headings, cellsIn, remembered.columns),
        },
        gone: left?.gone ?? new Set<number>(),
        portions: left?.portions ?? [],
      }
      return { ...next, prepared: preparedOf(next) }
    }),
    'change the draft': assign(({ context, event }) => change(context, event as Change)), // It is taken for these alone.
    'take the last change back': assign(({ context }) => {
      const draft = context.past.at(-1)
      if (draft === undefined) return {}
      const next = { ...context, draft, past: context.past.slice(0, -1) }
      return { ...next, prepared: preparedOf(next) }
    }),
    'note the selection': assign(({ event }) => (event.type === 'SELECT' ? { selected: event.block } : {})),
    'show others': assign(({ event }) =>
      event.type === 'SHOW' ? { shown: event.shown, held: new Set(), selected: noBlock } : {},
    ),
    'keep the file': ({ context, event }) => {
      if (event.type === 'KEEP') context.keep(event.csv)
    },
    'take the verdict': assign(({ context }, { answer }: { answer: ImportAnswer }) => {
      const next = { ...context, problems: problemsOf(answer.bad, context.draft) }
      // Where nothing is to be done, all that can be imported is looked at.
      const isDone = context.shown === 'open' && shownLines(next).length === 0
      return { problems: next.problems, ...(isDone && { shown: 'all' as const }) }
    }),
    'remember the decisions': ({ context }) => context.memory.write(memoryAfter(context)),
    'note the group': assign(({ context }, { name }: { name: string }) => {
      const groups = [...context.values.groups, { value: name, names: [name] }]
      const next = { ...context, values: { ...context.values, groups } }
      return { ...next, prepared: preparedOf(next) }
    }),
    'note what went': assign(({ context }, { answer, lines }: { answer: ImportAnswer; lines: readonly number[] }) => {
      const portions = [...context.portions, { lines, entry: answer.undo?.log_id }]
      const next = { ...context, portions, gone: new Set([...context.gone, ...lines]), held: new Set<number>() }
      return { ...next, shown: 'open' as const, selected: noBlock, refusals: [], prepared: preparedOf(next) }
    }),
    'note what came back': assign(({ context }, { undone }: { undone: readonly Undone[] }) => {
      const next = { ...context, ...withoutLast(context, undone) }
      return { ...next, prepared: preparedOf(next) }
    }),
    'set aside what is left': ({ context }) => context.setAside(context.source?.left, leftoverOf(context)),
    'forget the refusals': assign({ refusals: [] }),
    'keep why': assign({ failure: (_, { error }: { error: unknown }) => error }),
    'forget the failure': assign({ failure: undefined }),
  },
  delays: { untilChangesSettle: 400 },
}).createMachine({
  id: 'environmentImport',
  context: ({ input }) => ({
    ...input,
    ...nothingRead,
    pasted: '',
    values: { region: [], groups: [], owner: [], proxy_type: [] },
    remembered: { columns: new Map(), targets: new Map() },
    failure: undefined,
  }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'No file was chosen yet, or the one that was can not be read.',
      entry: 'put the file away',
      on: {
        WRITE: { actions: assign({ pasted: ({ event }) => event.pasted }) },
        CHOOSE: 'reading',
        LEAVE: 'left',
      },
    },
    reading: {
      description: 'The file is read in the browser, and the server is asked what its values can stand for.',
      entry: 'forget the failure',
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context: { choices }, event }) => ({
          choices,
          source: event.type === 'CHOOSE' ? event.source : undefined,
        }),
        onDone: {
          target: 'deciding',
          actions: { type: 'take the table', params: ({ event }) => event.output },
        },
        onError: {
          target: 'choosing',
          actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { LEAVE: 'left' },
    },
    deciding: {
      description: 'Columns and values are given their meaning, and lines are finished in the sheet.',
      initial: 'settling',
      on: {
        MAP: { target: '.settling', actions: 'change the draft' },
        DECIDE: { target: '.settling', actions: 'change the draft' },
        EDIT: { guard: 'it is another text', target: '.settling', actions: 'change the draft' },
        PASTE: { target: '.settling', actions: 'change the draft' },
        FILL: { guard: 'lines are selected', target: '.settling', actions: 'change the draft' },
        REPLACE: { guard: 'something is replaced', target: '.settling', actions: 'change the draft' },
        DROP: { target: '.settling', actions: 'change the draft' },
        UNDO: { guard: 'something was changed', target: '.settling', actions: 'take the last change back' },
        SELECT: { actions: 'note the selection' },
        SHOW: { actions: 'show others' },
        AIM: {
          actions: assign({ replacement: ({ context, event }) => ({ ...context.replacement, ...event.replacement }) }),
        },
        KEEP: { actions: 'keep the file' },
        TAKE_BACK: { guard: 'it can be taken back', target: 'takingBack' },
        ANOTHER: [{ guard: 'work would be lost', target: 'replacing' }, { target: 'choosing' }],
        LEAVE: [{ guard: 'work would be lost', target: 'leaving' }, { target: 'left' }],
      },
      states: {
        settling: {
          description: 'The last change was a moment ago; another may follow.',
          after: {
            untilChangesSettle: [
              { guard: 'no line is left', target: 'judged' },
              { guard: 'a column is the name', target: 'checking' },
              { target: 'unnamed' },
            ],
          },
        },
        unnamed: { description: 'No column is the name, without which there is nothing to check.' },
        checking: {
          description: 'The server looks at every line and imports none.',
          entry: 'forget the failure',
          invoke: {
            id: 'check',
            src: 'check',
            input: ({ context }) => context,
            onDone: {
              target: 'judged',
              actions: { type: 'take the verdict', params: ({ event }) => ({ answer: event.output }) },
            },
            onError: {
              target: 'unchecked',
              actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        unchecked: {
          description: 'The check, or an import, came to nothing; the lines are all there.',
          on: { CHECK: 'checking' },
        },
        judged: {
          description: 'What is good and what is not is known of every line.',
          on: {
            IMPORT: [
              { guard: 'a group is missing', target: '#environmentImport.making', actions: 'remember the decisions' },
              { guard: 'a line is good', target: '#environmentImport.bringing', actions: 'remember the decisions' },
            ],
          },
        },
        before: { type: 'history', description: 'Where it stood.' },
      },
    },
    making: {
      description: 'The groups that lines need are made, one by one.',
      invoke: {
        id: 'make',
        src: 'make',
        input: ({ context }) => context,
        onDone: {
          target: 'made',
          actions: { type: 'note the group', params: ({ event }) => ({ name: event.output }) },
        },
        onError: {
          target: 'deciding.unchecked',
          actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    made: {
      description: 'One more group is there.',
      always: [{ guard: 'a group is missing', target: 'making' }, { target: 'bringing' }],
    },
    bringing: {
      description: 'The server imports the good lines, as many as go in one call: all of those, or none.',
      invoke: {
        id: 'bring',
        src: 'bring',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'lines were refused', params: ({ event }) => event.output },
            target: 'deciding.settling',
          },
          { target: 'brought', actions: { type: 'note what went', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'deciding.unchecked',
          actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    brought: {
      description: 'They are environments.',
      always: [
        { guard: 'no line is left', target: 'done' },
        { guard: 'a line is good', target: 'bringing' },
        { target: 'deciding.judged' },
      ],
    },
    takingBack: {
      description:
        'What went last is taken back, and its lines return, but for those whose shops somebody has changed since.',
      entry: ['forget the failure', 'forget the refusals'],
      invoke: {
        id: 'takeBack',
        src: 'takeBack',
        input: ({ context }) => context,
        onDone: {
          target: 'deciding.settling',
          actions: { type: 'note what came back', params: ({ event }) => ({ undone: event.output }) },
        },
        onError: {
          target: 'deciding.unchecked',
          actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    leaving: {
      description: 'The operator was about to leave decisions or unfinished lines behind.',
      on: { STAY: 'deciding.before', DISCARD: { target: 'left', actions: 'set aside what is left' } },
    },
    replacing: {
      description: 'Another file would take the place of decisions or unfinished lines.',
      on: { STAY: 'deciding.before', DISCARD: { target: 'choosing', actions: 'set aside what is left' } },
    },
    done: { type: 'final', description: 'All lines are environments.', entry: 'set aside what is left' },
    left: { type: 'final', description: 'What was not imported is given up, or kept for later where some of it was.' },
  },
})

/** What to say of the last failure; empty where there is none. A file that can't be read says why by its `problem`. */
export const importFailure = ({ failure }: Pick<Context, 'failure'>): string =>
  failure === undefined ? '' : messageOf(failure)
