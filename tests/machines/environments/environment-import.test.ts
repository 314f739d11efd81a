import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import type { EnvironmentLine } from '../../../domain/environment-lines.ts'
import type { Table } from '../../../domain/import-table.ts'
import type { Choices } from '../../../domain/import-values.ts'
import { maxImportCharacters, type ImportAnswer } from '../../../src/api/environments.ts'
import type { ImportLeftover } from '../../../src/api/import-leftovers.ts'
import type { ImportMemory } from '../../../src/api/environment-import-memory.ts'
import {
  environmentImportMachine,
  goodLines,
  leftoverOf,
  shownLines,
  undoableEntries,
} from '../../../src/machines/environments/environment-import.ts'
import { masked } from '../../../packages/machines-inspector/src/recording/masking.ts'
import { Recorder } from '../../../packages/machines-inspector/src/recording/recorder.ts'
import { recordingText } from '../../../packages/machines-inspector/src/recording/recording-file.ts'
import { secrets } from '../../../src/inspector/secrets.ts'
import { answeredByHand, settled } from '../../support/chart-model.ts'

const untilChangesSettle = 400

const table: Table = {
  headings: ['店铺名称', '站点', '小组', '开店日期'],
  rows: [
    { line: 2, cells: ['shop-1', '美西', '旺店', '2021'] },
    { line: 3, cells: ['shop-2', '月球', '', '2022'] },
    { line: 4, cells: ['shop-3', '', '', '2023'] },
  ],
}
const choices: Choices = {
  region: [
    { value: 'us-west', names: ['US 美国西部'] },
    { value: 'jp-east', names: ['JP 日本'] },
  ],
  groups: [{ value: '主力', names: ['主力'] }],
  owner: [{ value: 'manager', names: ['manager'] }],
  proxy_type: [],
}
const good: ImportAnswer = { total: 3, imported: 0, bad: [] }
const bad: ImportAnswer = { ...good, bad: [{ line: 4, field: 'name', reason: '已有同名环境' }] }
const imported: ImportAnswer = { ...good, imported: 1, undo: { log_id: 7 } }
const source = { name: 'shops.csv', read: async () => table }

const nothing: ImportMemory = { columns: new Map(), targets: new Map() }

/** The import, whose browser, server, clock and memory are the test. */
function perform({ remembered = nothing } = {}) {
  const [reader, server, groups, log] = [
    answeredByHand<Table>(),
    answeredByHand<ImportAnswer>(),
    answeredByHand<unknown>(),
    answeredByHand<readonly { ok: boolean; code?: number; message?: string }[]>(),
  ]
  const sent: { lines: readonly EnvironmentLine[]; dryRun: boolean }[] = []
  const made: string[] = []
  const takenBack: number[] = []
  const written: ImportMemory[] = []
  const kept: string[] = []
  let leftovers: readonly ImportLeftover[] = []
  const input = {
    market: 'temu' as const,
    setAside: (before: ImportLeftover | undefined, left: ImportLeftover | undefined) => {
      leftovers = [...leftovers.filter((one) => one !== before), ...(left ? [left] : [])]
    },
    choices: async () => choices,
    send: (lines: readonly EnvironmentLine[], dryRun: boolean) => {
      sent.push({ lines, dryRun })
      return server.call()
    },
    makeGroup: (name: string) => {
      made.push(name)
      return groups.call()
    },
    maxPortion: maxImportCharacters,
    undo: (entry: number) => {
      takenBack.push(entry)
      return log.call()
    },
    keep: (csv: string) => kept.push(csv),
    memory: { read: () => remembered, write: (memory: ImportMemory) => written.push(memory) },
  }
  const clock = new SimulatedClock()
  const actor = createActor(environmentImportMachine, { input, clock }).start()
  const byHand = { ...source, read: () => reader.call() }
  const context = () => actor.getSnapshot().context
  const settle = () => clock.increment(untilChangesSettle)
  return {
    actor,
    input,
    clock,
    settle,
    reader,
    server,
    groups,
    log,
    sent,
    made,
    takenBack,
    written,
    kept,
    byHand,
    context,
    leftovers: () => leftovers,
  }
}

const decideRegion = { type: 'DECIDE', field: 'region', targets: [['月球', { is: 'jp-east' }]] } as const
const makeGroup = {
  type: 'DECIDE',
  field: 'groups',
  targets: ['旺店', '新店'].map((name) => [name, { made: name }] as const),
} as const
const edit = { type: 'EDIT', line: 4, field: 'name', cell: 'shop-4' } as const

/** As far as the server's first verdict. */
async function judged(answer: ImportAnswer = good, remembered = nothing) {
  const performance = perform({ remembered })
  const { actor, reader, server, settle, byHand } = performance
  actor.send({ type: 'CHOOSE', source: byHand })
  await reader.answer(table)
  settle()
  await server.answer(answer)
  return performance
}

/** One more check after a change. */
async function checked({ settle, server }: Awaited<ReturnType<typeof judged>>, answer: ImportAnswer = good) {
  settle()
  await server.answer(answer)
}

describe('what is good', () => {
  test('cells that were pasted and can not be read stay to be mended, until they are read', async () => {
    const { actor, reader, byHand, context } = perform()
    actor.send({ type: 'WRITE', pasted: 'a' })
    actor.send({ type: 'CHOOSE', source: byHand })
    await reader.fail(new Error('unreadable'))
    expect(context().pasted).toBe('a')
    actor.send({ type: 'CHOOSE', source: byHand })
    await reader.answer(table)
    expect(context().pasted).toBe('')
  })

  test('can go first, after its groups were made; the rest stays to be finished', async () => {
    const performance = await judged(bad)
    const { actor, made, groups, server, sent, context } = performance
    expect(goodLines(context())).toEqual([])
    actor.send(makeGroup)
    await checked(performance, bad)
    expect(sent.at(-1)).toMatchObject({ dryRun: true, lines: [{ line: 2, groups: '' }, { line: 3 }, { line: 4 }] })
    actor.send({ type: 'IMPORT' })
    expect(made).toEqual(['旺店'])
    await groups.answer(undefined)
    expect(sent.at(-1)).toMatchObject({ dryRun: false, lines: [{ line: 2, region: 'us-west', groups: '旺店' }] })
    await server.answer(imported)
    expect(actor.getSnapshot().value).toEqual({ deciding: 'judged' })
    expect(shownLines(context()).map(({ line }) => line)).toEqual([3, 4])

    actor.send(decideRegion)
    actor.send(edit)
    await checked(performance)
    actor.send({ type: 'IMPORT' })
    expect(sent.at(-1)).toMatchObject({
      lines: [
        { line: 3, region: 'jp-east' },
        { line: 4, name: 'shop-4' },
      ],
    })
    await server.answer({ ...imported, undo: { log_id: 8 } })
    expect(actor.getSnapshot().value).toBe('done')
    expect(undoableEntries(context())).toEqual([7, 8])
    expect(made).toHaveLength(1)
  })

  test('can be taken back, and then stands there as it did', async () => {
    const performance = await judged()
    const { actor, server, log, takenBack, context } = performance
    actor.send({ type: 'IMPORT' })
    await server.answer(imported)
    expect(context().gone).toEqual(new Set([4]))
    actor.send({ type: 'TAKE_BACK' })
    expect(takenBack).toEqual([7])
    await log.answer([{ ok: true }])
    await checked(performance)
    expect(goodLines(context()).map(({ line }) => line)).toEqual([4])
    expect(undoableEntries(context())).toEqual([])
  })

  test('goes in portions that a call can hold; what fails in the middle stays', async () => {
    const long = 'x'.repeat(20_000)
    const rows = Array.from({ length: 200 }, (_, index) => ({ line: index + 2, cells: [`shop-${index}`, long] }))
    const performance = perform()
    const { actor, reader, server, sent, context } = performance
    actor.send({ type: 'CHOOSE', source: performance.byHand })
    await reader.answer({ headings: ['名称', '备注'], rows })
    await checked(performance)
    actor.send({ type: 'IMPORT' })
    await server.answer(imported)
    const sizes = sent.filter(({ dryRun }) => !dryRun).map(({ lines }) => lines.length)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(200)
    for (const { lines } of sent.slice(1)) expect(JSON.stringify(lines).length).toBeLessThan(4_000_000)
    await server.fail(new Error('the line is down'))
    expect(actor.getSnapshot().value).toEqual({ deciding: 'unchecked' })
    expect(context().gone.size).toBe(sizes[0])
    expect(goodLines(context())).toHaveLength(sizes[1] ?? 0)
  })

  test('is not what the server refuses in the end: that is checked again, and nothing of it is gone', async () => {
    const performance = await judged()
    const { actor, server, context } = performance
    actor.send({ type: 'IMPORT' })
    await server.answer(bad)
    await checked(performance, bad)
    expect(context().problems.get(4)?.get('name')).toBe('已有同名环境')
    expect(context().gone.size).toBe(0)
    actor.send({ type: 'IMPORT' })
    expect(actor.getSnapshot().value).toEqual({ deciding: 'judged' })
  })
})

describe('what was decided', () => {
  test('stays through every failure, and is given up only by saying so', async () => {
    const performance = await judged()
    const { actor, server, settle, context } = performance
    actor.send(decideRegion)
    actor.send(edit)
    settle()
    await server.fail(new Error('the line is down'))
    expect(actor.getSnapshot().value).toEqual({ deciding: 'unchecked' })
    actor.send({ type: 'LEAVE' })
    expect(actor.getSnapshot().value).toBe('leaving')
    actor.send({ type: 'STAY' })
    expect(actor.getSnapshot().value).toEqual({ deciding: 'unchecked' })
    actor.send({ type: 'ANOTHER' })
    actor.send({ type: 'STAY' })
    expect(context().prepared.lines.map(({ sent }) => [sent.name, sent.region])).toEqual([
      ['shop-1', 'us-west'],
      ['shop-2', 'jp-east'],
      ['shop-4', ''],
    ])
    actor.send({ type: 'LEAVE' })
    actor.send({ type: 'DISCARD' })
    expect(actor.getSnapshot().value).toBe('left')
  })

  test('leaves nothing to ask about where nothing was', async () => {
    const { actor } = await judged()
    actor.send({ type: 'LEAVE' })
    expect(actor.getSnapshot().value).toBe('left')
  })

  test('goes away step by step, the last first', async () => {
    const { actor, context } = await judged()
    const names = () => context().prepared.lines.map(({ cells }) => cells.name)
    actor.send(edit)
    actor.send({ type: 'DROP', line: 2 })
    actor.send({ type: 'MAP', column: 3, field: 'note' })
    actor.send({ type: 'UNDO' })
    expect(context().draft.columns[3]).toBeNull()
    actor.send({ type: 'UNDO' })
    expect(names()).toEqual(['shop-1', 'shop-2', 'shop-4'])
    actor.send({ type: 'UNDO' })
    actor.send({ type: 'UNDO' })
    expect(names()).toEqual(['shop-1', 'shop-2', 'shop-3'])
  })

  test('is remembered for the next file as soon as something is imported', async () => {
    const first = await judged()
    first.actor.send({ type: 'MAP', column: 3, field: 'note' })
    first.actor.send(decideRegion)
    await checked(first)
    expect(first.written).toEqual([])
    first.actor.send({ type: 'IMPORT' })
    const [memory] = first.written
    if (memory === undefined) throw new Error('nothing was remembered')
    const { context } = await judged(good, memory)
    expect(context().draft.columns[3]).toBe('note')
    expect(context().prepared.values.find(({ text }) => text === '月球')).toMatchObject({
      target: { is: 'jp-east' },
      by: 'memory',
    })
  })

  test('about a column takes it from the one that had it', async () => {
    const { actor, context } = await judged()
    actor.send({ type: 'MAP', column: 3, field: 'name' })
    expect(context().draft.columns).toEqual([null, 'region', 'groups', 'name'])
  })
})

/** Cells of the sheet that are selected. */
const select = (lines: readonly number[], ...fields: ('name' | 'region' | 'groups')[]) =>
  ({ type: 'SELECT', block: { lines, fields } }) as const
const regions = ({ context }: Awaited<ReturnType<typeof judged>>) =>
  context().prepared.lines.map(({ cells }) => cells.region)

describe('the sheet', () => {
  test('takes a block of cells from where the selection begins, as far as it reaches', async () => {
    const performance = await judged()
    const { actor, context } = performance
    actor.send({ type: 'SHOW', shown: 'all' })
    actor.send(select([3], 'name'))
    actor.send({ type: 'PASTE', cells: 'a\t"主力\n二"\r\nb\t旺店\r\nc\td\r\n' })
    const written = context().prepared.lines.map(({ cells: { name, groups } }) => [name, groups])
    expect(written).toEqual([
      ['shop-1', '旺店'],
      ['a', '主力\n二'],
      ['b', '旺店'],
    ])
    actor.send(select([2, 3, 4], 'region'))
    actor.send({ type: 'PASTE', cells: 'JP 日本' })
    expect(regions(performance)).toEqual(['JP 日本', 'JP 日本', 'JP 日本'])
    expect(context().prepared.lines.map(({ sent }) => sent.region)).toEqual(['jp-east', 'jp-east', 'jp-east'])
  })

  test('fills down a selection, or from one cell as far as nothing stands', async () => {
    const performance = await judged()
    const { actor } = performance
    actor.send({ type: 'SHOW', shown: 'all' })
    actor.send(select([3], 'region'))
    actor.send({ type: 'FILL' })
    expect(regions(performance)).toEqual(['美西', '月球', '月球'])
    actor.send(select([2, 3, 4], 'region'))
    actor.send({ type: 'FILL' })
    expect(regions(performance)).toEqual(['美西', '美西', '美西'])
  })

  test('fills nothing down from a line that is not there any more', async () => {
    const performance = await judged()
    const { actor } = performance
    actor.send({ type: 'SHOW', shown: 'all' })
    actor.send(select([2, 3, 4], 'region'))
    actor.send({ type: 'DROP', line: 2 })
    actor.send({ type: 'FILL' })
    expect(regions(performance)).toEqual(['月球', ''])
  })

  test('replaces a text in all cells of a column, and empty cells by a text', async () => {
    const performance = await judged()
    const { actor } = performance
    actor.send({ type: 'REPLACE', field: 'region', cells: { find: '月球', by: 'jp-east' } })
    actor.send({ type: 'REPLACE', field: 'region', cells: { find: '', by: '美西' } })
    expect(regions(performance)).toEqual(['美西', 'jp-east', '美西'])
  })

  test('keeps in sight what was just finished, until others are shown', async () => {
    const performance = await judged(bad)
    const { actor, context } = performance
    const inSight = () => shownLines(context()).map(({ line }) => line)
    expect(inSight()).toEqual([2, 3, 4])
    actor.send(edit)
    await checked(performance)
    expect(inSight()).toEqual([2, 3, 4])
    actor.send({ type: 'SHOW', shown: 'open' })
    expect(inSight()).toEqual([2, 3])
    actor.send({ type: 'SHOW', shown: 'good' })
    expect(inSight()).toEqual([4])
  })

  test('shows everything where nothing is to be done', async () => {
    const performance = await judged()
    const { actor, context } = performance
    expect(context().shown).toBe('open')
    actor.send(decideRegion)
    actor.send(makeGroup)
    await checked(performance)
    expect(shownLines(context())).toHaveLength(3)
  })

  test('asks the server nothing for a cell that was left as it is', async () => {
    const { actor, context } = await judged()
    actor.send({ ...edit, cell: 'shop-3' })
    expect(actor.getSnapshot().value).toEqual({ deciding: 'judged' })
    expect(context().past).toEqual([])
  })
})

test('what is left can be had as a file', async () => {
  const { actor, kept } = await judged()
  actor.send({ type: 'KEEP', csv: 'a,b' })
  expect(kept).toEqual(['a,b'])
})

test('without a name there is nothing to check, and it is said', async () => {
  const { actor, settle, sent } = await judged()
  actor.send({ type: 'MAP', column: 0, field: null })
  settle()
  expect(actor.getSnapshot().value).toEqual({ deciding: 'unnamed' })
  expect(sent).toHaveLength(1)
})

test('the server is asked once for changes that come one after the other', async () => {
  const { actor, settle, sent, clock } = await judged()
  actor.send(decideRegion)
  clock.increment(untilChangesSettle - 1)
  actor.send(edit)
  settle()
  await settled()
  expect(sent).toHaveLength(2)
})

/** Five lines, of which the server refuses the last two. */
const five: Table = { headings: ['名称'], rows: [2, 3, 4, 5, 6].map((line) => ({ line, cells: [`shop-${line}`] })) }
const refusing = (...lines: number[]): ImportAnswer => ({
  ...good,
  bad: lines.map((line) => ({ line, field: 'name', reason: '已有同名环境' })),
})
const lastTwo = refusing(5, 6)
const done = { ok: true }
const changed = { ok: false, code: 40900, message: '之后又被修改过' }
const absent = { ok: false, code: 40400, message: '没有这个环境' }

/** Three lines of five are imported, in one call. */
async function begun() {
  const performance = perform()
  const { actor, reader, server } = performance
  actor.send({ type: 'CHOOSE', source: performance.byHand })
  await reader.answer(five)
  await checked(performance, lastTwo)
  actor.send({ type: 'IMPORT' })
  await server.answer(imported)
  return performance
}
type Performance = ReturnType<typeof perform>

const inSheet = ({ context }: Performance) => context().prepared.lines.map(({ line }) => line)
async function takeBack(performance: Performance, ...answer: (typeof done | typeof changed)[]) {
  performance.actor.send({ type: 'TAKE_BACK' })
  await performance.log.answer(answer)
}

/** The same dialog again, with what is left in it. */
async function resumed(performance: Performance) {
  const { actor, leftovers } = performance
  actor.send({ type: 'ANOTHER' })
  actor.send({ type: 'DISCARD' })
  const [left] = leftovers()
  if (left === undefined) throw new Error('nothing is left')
  actor.send({ type: 'CHOOSE', source: { name: left.name, read: async () => left.table, left } })
  await settled()
  await checked(performance, lastTwo)
}

describe('an import that is taken back', () => {
  test('stays imported where somebody has changed a shop since, which is told, and can be tried again', async () => {
    const performance = await begun()
    const { actor, server, takenBack, context } = performance
    await takeBack(performance, done, changed, done)
    expect(inSheet(performance)).toEqual([2, 4, 5, 6])
    expect(context().gone).toEqual(new Set([3]))
    expect(context().refusals).toEqual(['之后又被修改过'])
    await checked(performance, lastTwo)

    // The server answers for the one that is left of it.
    await takeBack(performance, changed)
    expect(takenBack).toEqual([7, 7])
    expect(context().gone).toEqual(new Set([3]))
    await checked(performance, lastTwo)
    actor.send({ type: 'IMPORT' })
    await server.answer({ ...imported, undo: { log_id: 8 } })
    expect(context().refusals).toEqual([])
    expect(context().gone).toEqual(new Set([3, 2, 4]))
    await takeBack(performance, done, done)
    await takeBack(performance, done)
    expect(takenBack.slice(2)).toEqual([8, 7])
    expect(inSheet(performance)).toEqual([2, 3, 4, 5, 6])
    expect(context().refusals).toEqual([])
    expect(undoableEntries(context())).toEqual([])
  })

  test('comes back to the sheet where somebody has deleted a shop since, and once only', async () => {
    const performance = await begun()
    const { actor, server, takenBack, context } = performance
    await takeBack(performance, absent, changed, done)
    expect(inSheet(performance)).toEqual([2, 4, 5, 6])
    expect(context().refusals).toEqual(['之后又被修改过'])
    await checked(performance, lastTwo)
    actor.send({ type: 'IMPORT' })
    await server.answer({ ...imported, undo: { log_id: 8 } })
    await takeBack(performance, changed, changed)
    // What has been imported again is not what was deleted.
    await takeBack(performance, absent, done)
    expect(takenBack).toEqual([7, 8, 7])
    expect(inSheet(performance)).toEqual([3, 5, 6])
    expect(undoableEntries(context())).toEqual([8])
  })
})

describe('what is left of an import', () => {
  test('is taken up again as it stood, and what went before is not imported twice', async () => {
    const before = await judged()
    before.actor.send(decideRegion)
    await checked(before, bad)
    before.actor.send({ type: 'IMPORT' })
    await before.server.answer(imported)
    const left = leftoverOf(before.context())
    expect(left).toMatchObject({ market: 'temu', name: 'shops.csv', count: before.context().prepared.lines.length })

    const after = perform()
    after.actor.send({
      type: 'CHOOSE',
      source: { name: 'shops.csv', read: async () => left?.table ?? table, ...(left && { left }) },
    })
    await settled()
    await checked(after, bad)
    expect(after.context().prepared).toEqual(before.context().prepared)
    expect(undoableEntries(after.context())).toEqual([7])
    expect(after.context().past).toEqual([])
  })

  test('is nothing where nothing went, or everything', async () => {
    const performance = await judged()
    const { actor, server, context, leftovers } = performance
    expect(leftoverOf(context())).toBeUndefined()
    for (const line of [2, 3]) actor.send({ type: 'DROP', line })
    await checked(performance)
    actor.send({ type: 'IMPORT' })
    await server.answer(imported)
    expect(actor.getSnapshot().value).toBe('done')
    expect(leftovers()).toEqual([])
  })

  test('is the whole file where all of it was taken back, and is not left behind without a word', async () => {
    const performance = await begun()
    const { actor, leftovers } = performance
    await resumed(performance)
    expect(inSheet(performance)).toEqual([5, 6])
    await takeBack(performance, done, done, done)
    await checked(performance, lastTwo)
    actor.send({ type: 'LEAVE' })
    expect(actor.getSnapshot().value).toBe('leaving')
    actor.send({ type: 'DISCARD' })
    expect(leftovers()).toMatchObject([{ name: 'shops.csv', count: 5, gone: new Set(), portions: [] }])
  })

  test('is there once and under its own name, whatever becomes of the file that is chosen after it', async () => {
    const performance = await begun()
    const { actor, reader, context, leftovers } = performance
    await resumed(performance)
    const isThereOnce = () =>
      expect(leftovers()).toMatchObject([{ name: 'shops.csv', table: five, count: 2, gone: new Set([2, 3, 4]) }])
    actor.send({ type: 'ANOTHER' })
    actor.send({ type: 'DISCARD' })
    isThereOnce()
    const other = { name: 'other.csv', read: performance.byHand.read }
    actor.send({ type: 'CHOOSE', source: other })
    await reader.fail(new Error('unreadable'))
    expect(context().source).toBeUndefined()
    expect(inSheet(performance)).toEqual([])
    isThereOnce()
    actor.send({ type: 'CHOOSE', source: other })
    await reader.answer(table)
    expect(context().gone).toEqual(new Set())
    actor.send({ type: 'LEAVE' })
    expect(actor.getSnapshot().value).toBe('left')
    isThereOnce()
  })
})

describe('the cells of a file', () => {
  test('are in no recording and in nothing that is looked at, whatever is done with them', async () => {
    const performance = perform()
    const recorder = new Recorder({ secrets })
    const { input, clock, byHand, reader, server, settle } = performance
    const actor = createActor(environmentImportMachine, { input, clock, inspect: recorder.observe }).start()
    const cells = ['shop-one', 'gw.example.net:1:me:pw1', 'pw2', 'login3', 'gw.example.net:2:me:long-password-4']
    actor.send({ type: 'WRITE', pasted: 'gw.example.net:1:me:pw0' })
    actor.send({ type: 'CHOOSE', source: byHand })
    await reader.answer({
      headings: ['名称', '代理', '代理密码', '登录密码', '备用'],
      rows: [{ line: 2, cells }],
    })
    expect(actor.getSnapshot().value).toEqual({ deciding: 'settling' })
    actor.send({ type: 'EDIT', line: 2, field: 'proxy', cell: 'gw.example.net:3:me:pw5' })
    actor.send({ type: 'EDIT', line: 2, field: 'proxy_password', cell: 'pw6' })
    actor.send({ type: 'SELECT', block: { lines: [2], fields: ['proxy'] } })
    actor.send({ type: 'PASTE', cells: 'gw.example.net:3:me:pw7' })
    actor.send({ type: 'AIM', replacement: { find: 'pw7', by: 'pw8' } })
    actor.send({ type: 'REPLACE', field: 'proxy', cells: { find: 'pw7', by: 'pw8' } })
    expect(actor.getSnapshot().context.prepared.lines[0]?.cells.proxy).toBe('gw.example.net:3:me:pw8')
    actor.send({ type: 'KEEP', csv: 'pw8' })
    settle()
    await server.answer(good)
    expect(actor.getSnapshot().value).toEqual({ deciding: 'judged' })

    const file = recordingText(recorder.recording({ build: 'test' }))
    const sight = JSON.stringify(masked(actor.getSnapshot().context, secrets))
    for (const text of [file, sight]) {
      expect(text).toContain('代理密码')
      expect(text.match(/pw\d|login3|long-password|gw\.example|shop-one/g) ?? []).toEqual([])
    }
    actor.stop()
  })
})
