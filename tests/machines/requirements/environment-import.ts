import type { PreparedLine, Table } from '../../../domain/import-table.ts'
import type { Choices } from '../../../domain/import-values.ts'
import type { ImportAnswer } from '../../../src/api/environments.ts'
import {
  environmentImportMachine,
  goodLines,
  importFailure,
  isOpen,
  shownLines,
  undoableEntries,
} from '../../../src/machines/environments/environment-import.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import { always, never, same } from '../../support/requirements/sentences.ts'
import { specification } from '../../support/requirements/specification.ts'
import type { Step } from '../../support/requirements/step.ts'

/** Line 3 is in a region that nobody knows, line 4 wants two groups that are not there. */
const table: Table = {
  headings: ['店铺名称', '站点', '小组', '备注'],
  rows: [
    { line: 3, cells: ['shop-2', '月球', '', 'old'] },
    { line: 4, cells: ['shop-3', '美西', '旺店|新店', ''] },
  ],
}
const values: Choices = {
  region: [
    { value: 'us-west', names: ['US 美国西部'] },
    { value: 'jp-east', names: ['JP 日本'] },
  ],
  groups: [],
  owner: [],
  proxy_type: [],
}
const verdict = (...bad: ImportAnswer['bad']): ImportAnswer => ({ total: 2, imported: 0, bad })
const nameTaken = { line: 4, field: 'name', reason: '已有同名环境' } as const
const imported: ImportAnswer = { total: 1, imported: 1, bad: [], undo: { log_id: 7 } }

type ImportPlay = Play<typeof environmentImportMachine>

const settlingTime = 400
const shops = { name: 'shops.csv', read: async () => table }
const refused = (code: number, message: string) => ({ id: 1, ok: false, code, message })

const cellsOf = ({ sent, flaws, makes }: PreparedLine): Cells => [
  sent.name,
  flaws.has('region') ? '?' : sent.region,
  flaws.has('groups') ? '?' : makes.map(() => '+').join('') || sent.groups,
  sent.note,
]

const placeOf = ({ snapshot: { value } }: ImportPlay): string => JSON.stringify(value).match(/\w+/g)?.at(-1) ?? ''

/** The line that goes next: each call holds one. */
const nextLine = (play: ImportPlay): number[] =>
  goodLines(play.snapshot.context)
    .slice(0, 1)
    .map(({ line }) => line)

/** A line as it would be sent: name, region, groups and note; `?` for what nobody knows yet, `+` for each group that is to be made. */
type Cells = readonly [name: string, region: string, groups: string, note: string]
interface Sheet {
  lines: ReadonlyMap<number, Cells>
  isNamed: boolean
}

const cells = ({ lines }: Sheet, of: (cells: Cells, line: number) => Cells): Map<number, Cells> =>
  new Map([...lines].map(([line, before]) => [line, of(before, line)]))

const withNote = (sheet: Sheet, at: readonly number[], note: string): Sheet => ({
  ...sheet,
  lines: cells(sheet, (before, line) => (at.includes(line) ? [before[0], before[1], before[2], note] : before)),
})
interface Change {
  event: Parameters<ImportPlay['send']>[0]
  /** How the sheet is afterwards, where its third and fourth notes are selected, or none. */
  does: (sheet: Sheet, isSelected: boolean) => Sheet
  /** Lines that it writes over, which stay in sight. */
  holds: (sheet: Sheet, isSelected: boolean) => readonly number[]
}
const nothingHeld = (): readonly number[] => []

const changes: Record<string, Change> = {
  'the column of names is left out': {
    event: { type: 'MAP', column: 0, field: null },
    does: (sheet) => ({
      isNamed: false,
      // What was written by hand stays.
      lines: cells(sheet, ([name, ...others]) => [name === 'shop-4' ? name : '', ...others]),
    }),
    holds: nothingHeld,
  },
  'it is decided what the moon is': {
    event: { type: 'DECIDE', field: 'region', targets: [['月球', { is: 'jp-east' }]] },
    does: (sheet) => ({
      ...sheet,
      lines: cells(sheet, ([name, region, ...others]) => [name, region === '?' ? 'jp-east' : region, ...others]),
    }),
    holds: nothingHeld,
  },
  'the groups are to be made': {
    event: {
      type: 'DECIDE',
      field: 'groups',
      targets: ['旺店', '新店'].map((name) => [name, { made: name }] as const),
    },
    does: (sheet) => ({
      ...sheet,
      lines: cells(sheet, ([name, region, group, note]) => [name, region, group === '?' ? '++' : group, note]),
    }),
    holds: nothingHeld,
  },
  'a note is written': {
    event: { type: 'EDIT', line: 4, field: 'note', cell: 'new' },
    does: (sheet) => withNote(sheet, [4], 'new'),
    holds: () => [4],
  },
  'the old note is written': {
    event: { type: 'EDIT', line: 3, field: 'note', cell: 'old' },
    does: (sheet) => withNote(sheet, [3], 'old'),
    holds: () => [3],
  },
  'a name is written': {
    event: { type: 'EDIT', line: 4, field: 'name', cell: 'shop-4' },
    does: (sheet) => ({
      ...sheet,
      lines: cells(sheet, (before, line) => (line === 4 ? ['shop-4', before[1], before[2], before[3]] : before)),
    }),
    holds: () => [4],
  },
  'a text is pasted': {
    event: { type: 'PASTE', cells: 'pasted' },
    does: (sheet, isSelected) => (isSelected ? withNote(sheet, [3, 4], 'pasted') : sheet),
    holds: (_, isSelected) => (isSelected ? [3, 4] : []),
  },
  'the first cell fills those below it': {
    event: { type: 'FILL' },
    does: (sheet, isSelected) => (isSelected ? withNote(sheet, [4], sheet.lines.get(3)?.[3] ?? '') : sheet),
    holds: (_, isSelected) => (isSelected ? [4] : []),
  },
  'old is replaced by young': {
    event: { type: 'REPLACE', field: 'note', cells: { find: 'old', by: 'young' } },
    does: (sheet) => ({
      ...sheet,
      lines: cells(sheet, ([name, region, group, note]) => [name, region, group, note.replace('old', 'young')]),
    }),
    holds: ({ lines }) => [...lines].filter(([, [, , , note]]) => note.includes('old')).map(([line]) => line),
  },
  'the last line is dropped': {
    event: { type: 'DROP', line: 4 },
    does: (sheet) => ({ ...sheet, lines: new Map([...sheet.lines].filter(([line]) => line !== 4)) }),
    holds: nothingHeld,
  },
}

const asRead: Sheet = {
  isNamed: true,
  lines: new Map([
    [3, ['shop-2', '?', '', 'old']],
    [4, ['shop-3', 'us-west', '?', '']],
  ]),
}

interface Screen {
  place: string
  pasted: string
  replacement: unknown
  /** Every line that is left, and whether something is to be done about it. */
  lines: readonly (readonly [line: number, cells: Cells, isOpen: boolean])[]
  shown: readonly number[]
  failure: string
  undoable: readonly number[]
  refusals: readonly string[]
  notes: readonly string[]
}
type Seen = Step<Screen>

const deciding = new Set(['settling', 'unnamed', 'checking', 'unchecked', 'judged'])

/** What an operator who looks on would have to know, from what happened alone. */
interface Known {
  place: string
  /** Where a question was asked. */
  from: string
  sheets: readonly Sheet[]
  gone: readonly number[]
  /** Groups that were made. */
  made: number
  isTaken: boolean
  shown: 'open' | 'good' | 'all'
  held: readonly number[]
  isSelected: boolean
  portions: readonly { line: number; entry: number }[]
  refusals: readonly string[]
  failure: string
  pasted: string
  replacement: object
}

const unread: Known = {
  place: 'choosing',
  from: 'choosing',
  sheets: [],
  gone: [],
  made: 0,
  isTaken: false,
  shown: 'open',
  held: [],
  isSelected: false,
  portions: [],
  refusals: [],
  failure: '',
  pasted: '',
  replacement: { find: '', by: '' },
}

/** As it stands once so many of the two groups were made. */
const withGroups = (groups: string, made: number): string =>
  groups === '' || made === 0 ? groups : made === 2 ? '旺店|新店' : groups === '++' ? '+' : groups

const linesOf = ({ sheets, gone, made }: Known): [number, Cells][] =>
  [...(sheets.at(-1)?.lines ?? [])]
    .filter(([line]) => !gone.includes(line))
    .map(([line, [name, region, groups, note]]) => [line, [name, region, withGroups(groups, made), note]])
const isUnfinished = ({ isTaken }: Known, [line, line_]: [number, Cells]): boolean =>
  line_.includes('?') || (isTaken && line === 4)
const goodOf = (known: Known): number[] =>
  linesOf(known)
    .filter((line) => !isUnfinished(known, line))
    .map(([line]) => line)
const shownOf = (known: Known): number[] =>
  linesOf(known)
    .filter(
      (line) =>
        known.shown === 'all' || isUnfinished(known, line) === (known.shown === 'open') || known.held.includes(line[0]),
    )
    .map(([line]) => line)
const wantsGroup = (known: Known): boolean => {
  const good = goodOf(known)
  return linesOf(known).some(([line, [, , group]]) => group.startsWith('+') && good.includes(line))
}
const hasWork = ({ sheets, gone }: Known): boolean => sheets.length > 1 || gone.length > 0

const went = (known: Known): string => {
  if (linesOf(known).length === 0) return 'done'
  return goodOf(known).length > 0 ? 'bringing' : 'judged'
}

const changed = (known: Known, { does, holds }: Change, isName: boolean): Known => {
  const sheet = known.sheets.at(-1) ?? asRead
  const seen = { ...sheet, lines: new Map(linesOf(known)) }
  const isSelected = known.isSelected && shownOf(known).includes(3)
  return {
    ...known,
    place: 'settling',
    sheets: [...known.sheets, { ...does(sheet, isSelected) }],
    held: [...known.held, ...holds(seen, isSelected)],
    isTaken: known.isTaken && !isName,
  }
}

/** Where another file is to be chosen, nothing is left of the one before. */
const putAway = ({ failure }: Known): Known => ({ ...unread, failure })

/** What comes of something that happens. */
function next(known: Known, happened: string): Known {
  const { place } = known
  const to = (other: string, more: Partial<Known> = {}): Known => ({ ...known, place: other, ...more })
  const asks = (other: string): Known => to(other, { failure: '' })
  const wrong = (other: string, failure: string): Known => to(other, { failure })
  const change = changes[happened]
  const isDeciding = deciding.has(place)

  if (change !== undefined && isDeciding) {
    const after = changed(known, change, happened === 'a name is written')
    const isSame = happened.endsWith('is written') && same([...linesOf(known)], [...linesOf(after)])
    const hasNothing =
      (happened.startsWith('old is') &&
        change.holds({ ...asRead, lines: new Map(linesOf(known)) }, false).length === 0) ||
      (happened.startsWith('the first cell') && !known.isSelected)
    return isSame || hasNothing ? known : after
  }
  switch (happened) {
    case 'cells are pasted':
      return place === 'choosing' ? to(place, { pasted: 'a\tb' }) : known
    case 'old is looked for':
      return isDeciding ? to(place, { replacement: { ...known.replacement, find: 'old' } }) : known
    case 'it is looked for in the notes':
      return isDeciding ? to(place, { replacement: { field: 'note', ...known.replacement } }) : known
    case 'a file is chosen':
      return place === 'choosing' ? asks('reading') : known
    case 'the file is read':
      return place === 'reading' ? { ...unread, place: 'settling', sheets: [asRead] } : known
    case 'the file can not be read':
      return wrong('choosing', 'unreadable')
    case 'the operator takes a step back':
      return isDeciding && known.sheets.length > 1 ? to('settling', { sheets: known.sheets.slice(0, -1) }) : known
    case 'two notes are selected':
      return isDeciding ? to(place, { isSelected: true }) : known
    case 'all lines are shown':
      return isDeciding ? to(place, { shown: 'all', held: [], isSelected: false }) : known
    case 'the good lines are shown':
      return isDeciding ? to(place, { shown: 'good', held: [], isSelected: false }) : known
    case 'nothing changes for a while': {
      if (place !== 'settling') return known
      if (linesOf(known).length === 0) return to('judged')
      return known.sheets.at(-1)?.isNamed ? asks('checking') : to('unnamed')
    }
    case 'the server finds nothing wrong':
    case 'the server finds a name that is taken': {
      const after = to('judged', { isTaken: happened === 'the server finds a name that is taken' })
      const isDone = known.shown === 'open' && shownOf(after).length === 0
      return isDone ? { ...after, shown: 'all' } : after
    }
    case 'the check fails':
      return wrong('unchecked', 'no check')
    case 'the operator has it checked':
      return place === 'unchecked' ? asks('checking') : known
    case 'the operator imports':
      if (place !== 'judged') return known
      if (wantsGroup(known)) return asks('making')
      return goodOf(known).length > 0 ? asks('bringing') : known
    case 'the group is made':
      return to(known.made === 0 ? 'making' : 'bringing', { made: known.made + 1 })
    case 'the group is not made':
      return wrong('unchecked', 'no group')
    case 'the line is imported': {
      const [line = 0] = goodOf(known)
      const after: Known = {
        ...known,
        gone: [...known.gone, line],
        held: [],
        isSelected: false,
        shown: 'open',
        portions: [...known.portions, { line, entry: 7 }],
        refusals: [],
      }
      return { ...after, place: went(after) }
    }
    case 'the line is refused':
      return to('settling')
    case 'the import fails':
      return wrong('unchecked', 'no import')
    case 'the operator takes the last import back':
      return isDeciding && known.portions.length > 0 ? { ...asks('takingBack'), refusals: [] } : known
    case 'its shop was changed since':
      return to('settling', {
        portions: [...known.portions.slice(-1), ...known.portions.slice(0, -1)],
        refusals: ['changed since'],
      })
    case 'its shop is gone':
    case 'the import is taken back': {
      const back = known.portions.at(-1)?.line
      return to('settling', {
        gone: known.gone.filter((line) => line !== back),
        portions: known.portions.slice(0, -1),
      })
    }
    case 'the import is not taken back':
      return wrong('unchecked', 'no undo')
    case 'the operator wants another file':
      if (!isDeciding) return known
      return hasWork(known) ? to('replacing', { from: place }) : putAway(known)
    case 'the operator leaves':
      if (place === 'choosing' || place === 'reading') return to('left')
      if (!isDeciding) return known
      return hasWork(known) ? to('leaving', { from: place }) : to('left')
    case 'the operator stays':
      if (place !== 'leaving' && place !== 'replacing') return known
      return known.from === 'checking' ? asks('checking') : to(known.from)
    case 'the operator gives it up':
      return place === 'leaving' ? to('left') : place === 'replacing' ? putAway(known) : known
    default:
      return known
  }
}

const knownOf = new WeakMap<Seen, Known>()
function known(step: Seen): Known {
  const before = step.before === step ? unread : known(step.before)
  const now = knownOf.get(step) ?? (step.before === step ? unread : next(before, step.happened))
  knownOf.set(step, now)
  return now
}

/** Whether a call is made in a step: one comes to the place where somebody is asked, again or anew. */
const isAsked = (step: Seen, place: string): boolean => {
  const [now, before] = [known(step), known(step.before)]
  return (
    now.place === place &&
    (before.place !== place || step.happened.startsWith('the line') || step.happened === 'the group is made')
  )
}

const noted = ({ screen, before }: Seen): readonly string[] => screen.notes.slice(before.screen.notes.length)

export default specification<typeof environmentImportMachine, Screen>(
  {
    machine: environmentImportMachine,
    input: (play) => ({
      choices: async () => values,
      send: async () => verdict(),
      makeGroup: async () => undefined,
      maxPortion: 1,
      undo: async () => [],
      market: 'temu',
      setAside: (_, left) => void play.notes.push(`set aside ${left ? `${left.count} of ${left.name}` : 'nothing'}`),
      memory: {
        read: () => ({ columns: new Map(), targets: new Map() }),
        write: ({ columns, targets }) =>
          void play.notes.push(`remembered ${JSON.stringify([...columns.values()])} ${JSON.stringify([...targets])}`),
      },
      keep: (csv) => void play.notes.push(`kept ${csv}`),
    }),
    happenings: {
      'a file is chosen': (play) => play.send({ type: 'CHOOSE', source: shops }),
      'cells are pasted': (play) => play.send({ type: 'WRITE', pasted: 'a\tb' }),
      'old is looked for': (play) => play.send({ type: 'AIM', replacement: { find: 'old' } }),
      'it is looked for in the notes': (play) => play.send({ type: 'AIM', replacement: { field: 'note' } }),
      'the file is read': (play) => play.answer('read', { source: shops, table, values }),
      'the file can not be read': (play) => play.fail('read', new Error('unreadable')),
      'nothing changes for a while': (play) => {
        const place = placeOf(play)
        play.wait(settlingTime - 1)
        if (placeOf(play) !== place) play.notes.push('too early')
        return play.wait(1)
      },
      'the server finds nothing wrong': (play) => play.answer('check', verdict()),
      'the server finds a name that is taken': (play) => play.answer('check', verdict(nameTaken)),
      'the check fails': (play) => play.fail('check', new Error('no check')),
      ...Object.fromEntries(
        Object.entries(changes).map(([name, { event }]) => [
          name,
          (play: ImportPlay) => {
            const { past, prepared } = play.snapshot.context
            // More of them tell no more, and what is not in the sheet is not written over.
            const isThere = event.type !== 'EDIT' || prepared.lines.some(({ line }) => line === event.line)
            return past.length < 3 && isThere && play.send(event)
          },
        ]),
      ),
      'two notes are selected': (play) => {
        const shown = new Set(shownLines(play.snapshot.context).map(({ line }) => line))
        return (
          [3, 4].every((line) => shown.has(line)) &&
          play.send({ type: 'SELECT', block: { lines: [3, 4], fields: ['note'] } })
        )
      },
      'all lines are shown': (play) => play.send({ type: 'SHOW', shown: 'all' }),
      'the good lines are shown': (play) => play.send({ type: 'SHOW', shown: 'good' }),
      'the operator takes a step back': (play) => play.send({ type: 'UNDO' }),
      'the operator keeps what is left': (play) => play.send({ type: 'KEEP', csv: 'a,b' }),
      'the operator has it checked': (play) => play.send({ type: 'CHECK' }),
      'the operator imports': (play) => play.send({ type: 'IMPORT' }),
      'the group is made': (play) =>
        play.answer('make', play.snapshot.context.values.groups.length === 0 ? '旺店' : '新店'),
      'the group is not made': (play) => play.fail('make', new Error('no group')),
      'the line is imported': (play) => play.answer('bring', { answer: imported, lines: nextLine(play) }),
      'the line is refused': (play) => play.answer('bring', { answer: verdict(nameTaken), lines: nextLine(play) }),
      'the import fails': (play) => play.fail('bring', new Error('no import')),
      'the operator takes the last import back': (play) => play.send({ type: 'TAKE_BACK' }),
      'the import is taken back': (play) => play.answer('takeBack', [{ id: 1, ok: true }]),
      'its shop was changed since': (play) => play.answer('takeBack', [refused(40900, 'changed since')]),
      'its shop is gone': (play) => play.answer('takeBack', [refused(40400, 'gone')]),
      'the import is not taken back': (play) => play.fail('takeBack', new Error('no undo')),
      'the operator wants another file': (play) => play.send({ type: 'ANOTHER' }),
      'the operator leaves': (play) => play.send({ type: 'LEAVE' }),
      'the operator stays': (play) => play.send({ type: 'STAY' }),
      'the operator gives it up': (play) => play.send({ type: 'DISCARD' }),
    },
    screen: ({ context }, play) => ({
      place: placeOf(play),
      pasted: context.pasted,
      replacement: context.replacement,
      lines: context.prepared.lines.map((line) => [line.line, cellsOf(line), isOpen(context, line)]),
      shown: shownLines(context).map(({ line }) => line),
      failure: importFailure(context),
      undoable: undoableEntries(context),
      refusals: context.refusals,
      notes: [...play.notes],
    }),
    // Beyond that a path would lead to nothing that is new.
    keep: ({ context: { past, draft, prepared, problems, portions, refusals, shown, selected, failure } }, play) => {
      const place = placeOf(play)
      if (['choosing', 'reading', 'left', 'done'].includes(place)) return failure !== undefined
      if (['leaving', 'replacing'].includes(place)) return prepared.lines.length
      return [
        past.length > 0,
        place === 'settling' && draft.columns.includes('name'),
        prepared.lines.length,
        prepared.lines.some((line) => isOpen({ problems }, line)),
        prepared.lines.flatMap(({ makes }) => makes).length,
        portions.length > 0,
        refusals.length > 0,
        place === 'judged' && portions.length === 0 && [shown, selected.lines.length],
      ]
    },
  },
  {
    'DESIGN, import: each step leads where the operator expects, and nothing else leads anywhere': always(
      (step) => step.screen.place === known(step).place,
    ),
    'DESIGN, import: every change shows in the sheet, and goes away step by step; what was imported is not in it':
      always((step) => {
        const now = known(step)
        if (now.sheets.length === 0) return step.screen.lines.length === 0
        return same(
          step.screen.lines,
          linesOf(now).map((line) => [...line, isUnfinished(now, line)]),
        )
      }),
    'DESIGN, import: the sheet shows what is to be done first, and what was written over stays in sight': always(
      (step) => same(step.screen.shown, shownOf(known(step))),
    ),
    'DESIGN, forms: what is pasted stays until it is read, and what is looked for until another file is': always(
      (step) => step.screen.pasted === known(step).pasted && same(step.screen.replacement, known(step).replacement),
    ),
    'DESIGN, import: the server looks at all lines that are left after each change, once it has settled': always(
      (step) => {
        const calls = step.calls('check') as { prepared: { lines: readonly PreparedLine[] } }[]
        return same(
          calls.map(({ prepared }) => prepared.lines.map((line) => [line.line, cellsOf(line)])),
          isAsked(step, 'checking') ? [linesOf(known(step))] : [],
        )
      },
    ),
    'DESIGN, import: groups are made before their lines come, and what is good comes, call by call': always(
      (step) =>
        step.calls('make').length === (isAsked(step, 'making') ? 1 : 0) &&
        step.calls('bring').length === (isAsked(step, 'bringing') ? 1 : 0) &&
        same(
          step.calls('read').map((input) => (input as { source?: { name: string } }).source?.name),
          isAsked(step, 'reading') ? ['shops.csv'] : [],
        ),
    ),
    'DESIGN, import: what was imported last can be taken back': always((step) => {
      const entries = known(step).portions.map(({ entry }) => entry)
      const calls = step.calls('takeBack') as { portions: readonly { entry: number }[] }[]
      return (
        same(step.screen.undoable, entries) &&
        same(
          calls.map(({ portions }) => portions.at(-1)?.entry),
          isAsked(step, 'takingBack') ? [7] : [],
        )
      )
    }),
    'DESIGN, import: what is not taken back stays imported and says why, until it is tried again or more is imported':
      always((step) => same(step.screen.refusals, known(step).refusals)),
    'DESIGN, import: what is left where some was imported is kept for later, also by whoever wants another file':
      always((step) => {
        const [now, before] = [known(step), known(step.before)]
        const isAway = step.happened === 'the operator gives it up' && ['leaving', 'replacing'].includes(before.place)
        const isDone = now.place === 'done' && before.place !== 'done'
        const count = isAway && before.gone.length > 0 ? linesOf(before).length : 0
        return same(
          noted(step).filter((note) => note.startsWith('set aside')),
          isAway || isDone ? [`set aside ${count > 0 ? `${count} of shops.csv` : 'nothing'}`] : [],
        )
      }),
    'DESIGN, import: a failure says why until the next try': always(
      (step) => step.screen.failure === known(step).failure,
    ),
    'DESIGN, import: the decisions are remembered when lines are imported': always((step) => {
      const { happened, before } = step
      const isBegun = happened === 'the operator imports' && known(step).place !== known(before).place
      return noted(step).some((note) => note.startsWith('remembered')) === isBegun
    }),
    'DESIGN, import: the lines that are left can be kept as a file': always((step) => {
      const isKept = step.happened === 'the operator keeps what is left' && deciding.has(known(step.before).place)
      return noted(step).includes('kept a,b') === isKept
    }),
    'DESIGN, import: a check waits until changes have settled': never((step) => noted(step).includes('too early')),
  },
)
