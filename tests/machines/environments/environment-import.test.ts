import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { lineColumns, type EnvironmentLine } from '../../../domain/environment-lines.ts'
import { readEnvironmentFile, textIn, UnreadableFile } from '../../../src/screens/environments/environment-file.ts'
import { environmentImportMachine } from '../../../src/machines/environments/environment-import.ts'
import type { ImportAnswer } from '../../../src/api/environments.ts'
import { answeredByHand, settled, testEveryShortestPath } from '../../support/chart-model.ts'

const empty = Object.fromEntries(lineColumns.map(({ field }) => [field, ''])) as Omit<EnvironmentLine, 'line'>
const line = (number: number, fields: Partial<EnvironmentLine> = {}): EnvironmentLine => ({
  ...empty,
  name: `shop-${number}`,
  ...fields,
  line: number,
})
const lines = [line(2), line(3, { region: 'moon' })]
const good: ImportAnswer = { total: 2, imported: 0, bad: [] }
const bad: ImportAnswer = { total: 2, imported: 0, bad: [{ line: 3, field: 'region', reason: '地区不存在' }] }
const source = { name: 'shops.csv', text: async () => 'name\nshop' }

/** The import, whose browser and server are the test. */
function perform() {
  const reader = answeredByHand<readonly EnvironmentLine[]>()
  const server = answeredByHand<ImportAnswer>()
  const sent: { lines: readonly EnvironmentLine[]; dryRun: boolean }[] = []
  const input = {
    read: () => reader.call(),
    send: (given: readonly EnvironmentLine[], dryRun: boolean) => {
      sent.push({ lines: given, dryRun })
      return server.call()
    },
  }
  const actor = createActor(environmentImportMachine, { input }).start()
  return { actor, input, reader, server, sent, context: () => actor.getSnapshot().context }
}

const edit = { type: 'EDIT', line: 3, field: 'region', value: 'us-west' } as const

describe('the import', () => {
  testEveryShortestPath(
    {
      machine: environmentImportMachine,
      input: perform().input,
      events: [
        { type: 'CHOOSE', source },
        edit,
        { type: 'DROP', line: 2 },
        { type: 'DROP', line: 3 },
        ...['CHECK', 'IMPORT', 'LEAVE', 'STAY', 'DISCARD'].map((type) => ({ type })),
        { type: 'xstate.done.actor.read', output: lines },
        { type: 'xstate.error.actor.read', error: new UnreadableFile('empty') },
        ...[good, bad].map((output) => ({ type: 'xstate.done.actor.check', output })),
        { type: 'xstate.error.actor.check', error: new Error('no') },
        ...[{ ...good, imported: 2 }, bad].map((output) => ({ type: 'xstate.done.actor.bring', output })),
        { type: 'xstate.error.actor.bring', error: new Error('no') },
      ],
      keep: ({ shown, corrections, lines: all }) => [shown.length > 0, corrections > 0, all.length],
      possible: ({ context }, { type, line: number }) =>
        (type !== 'EDIT' || context.corrections === 0) &&
        (type !== 'DROP' || context.lines.some((one) => one.line === number)) &&
        // The server says no other than what it has: a line that was dropped is bad no more.
        (context.lines.length !== 1 || !type.startsWith('xstate.done')),
    },
    () => {
      const { actor, reader, server } = perform()
      return {
        actor,
        play: {
          // Reading begins with the text, a promise of its own.
          'xstate.done.actor.read': async () => {
            await settled()
            await reader.answer(lines)
          },
          'xstate.error.actor.read': async ({ error }) => {
            await settled()
            await reader.fail(error)
          },
          'xstate.done.actor.check': ({ output }) => server.answer(output as ImportAnswer),
          'xstate.error.actor.check': ({ error }) => server.fail(error),
          'xstate.done.actor.bring': ({ output }) => server.answer(output as ImportAnswer),
          'xstate.error.actor.bring': ({ error }) => server.fail(error),
        },
      }
    },
  )
})

async function corrected() {
  const performance = perform()
  const { actor, reader, server } = performance
  actor.send({ type: 'CHOOSE', source })
  await settled()
  await reader.answer(lines)
  await server.answer(bad)
  actor.send(edit)
  return performance
}

describe('what is corrected', () => {
  test('goes with all other lines to the next check, and to the import', async () => {
    const { actor, server, sent } = await corrected()
    actor.send({ type: 'CHECK' })
    await server.answer(good)
    actor.send({ type: 'IMPORT' })
    await server.answer({ ...good, imported: 2 })
    const all = [line(2), line(3, { region: 'us-west' })]
    expect(sent).toEqual([
      { lines, dryRun: true },
      { lines: all, dryRun: true },
      { lines: all, dryRun: false },
    ])
    expect(actor.getSnapshot()).toMatchObject({ value: 'done', context: { imported: 2 } })
  })

  test('is no longer marked, and stays through every failure', async () => {
    const { actor, server, context } = await corrected()
    expect(context().problems.get(3)?.size).toBe(0)
    actor.send({ type: 'CHECK' })
    await server.fail(new Error('the line is down'))
    expect(actor.getSnapshot().value).toBe('unchecked')
    actor.send({ type: 'LEAVE' })
    actor.send({ type: 'STAY' })
    expect(context().lines[1]?.region).toBe('us-west')
    expect(context().shown[0]?.region).toBe('us-west')
  })

  test('is given up only by saying so; without it leaving is free', async () => {
    const { actor } = await corrected()
    actor.send({ type: 'LEAVE' })
    expect(actor.getSnapshot().value).toBe('asking')
    actor.send({ type: 'DISCARD' })
    expect(actor.getSnapshot().value).toBe('left')
    const untouched = perform().actor
    untouched.send({ type: 'LEAVE' })
    expect(untouched.getSnapshot().value).toBe('left')
  })
})

describe('a file', () => {
  test('is read by its headers, in either language and in any order, with its line numbers', async () => {
    const text = '备注,Name,unknown\r\n"first\nsecond",shop-1,x\r\n,\'=1+1,\r\n'
    expect(await readEnvironmentFile(text)).toEqual([
      line(3, { name: 'shop-1', note: 'first\nsecond' }),
      line(4, { name: '=1+1' }),
    ])
  })

  test('may be copied from a spreadsheet', async () => {
    expect(await readEnvironmentFile('名称\t地区\nshop-1\tus-west\n')).toEqual([
      line(2, { name: 'shop-1', region: 'us-west' }),
    ])
  })

  test('may be as spreadsheets in China save it', () => {
    expect(textIn(Uint8Array.of(0xc3, 0xfb, 0xb3, 0xc6).buffer)).toBe('名称')
    expect(textIn(new TextEncoder().encode('名称').buffer)).toBe('名称')
  })

  test.each([
    ['', 'empty'],
    ['name\n', 'empty'],
    ['account\nx\n', 'noNameColumn'],
    ['name\n"open\n', 'unreadable'],
    [`name\n${'x\n'.repeat(10_001)}`, 'tooManyLines'],
  ])('that is none says why', async (text, problem) => {
    await expect(readEnvironmentFile(text)).rejects.toMatchObject({ problem })
  })
})
