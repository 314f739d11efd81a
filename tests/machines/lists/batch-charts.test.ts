import { describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { codes } from '../../../domain/codes.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { batchActionMachine, type BatchInput } from '../../../src/machines/lists/batch-action.ts'
import {
  oneByOne,
  pagesByOffset,
  type BatchOutcome,
  type BatchResult,
  type Option,
} from '../../../src/api/list-calls.ts'
import { optionSearchMachine } from '../../../src/machines/lists/option-search.ts'
import { fileExportMachine } from '../../../src/machines/lists/file-export.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

interface Query {
  keyword?: string
}
const never = () => new Promise<never>(() => undefined)
const signal = new AbortController().signal
const ok = (id: number): BatchResult => ({ id, ok: true })
const refused = (id: number): BatchResult => ({ id, ok: false, code: codes.stateForbids, message: 'busy' })

describe.each([true, false])('a batch that is destructive: %s', (destructive) => {
  const input: BatchInput<Query> = { target: { ids: [1, 2] }, call: never, destructive }
  const stage = () => {
    const server = answeredByHand<BatchOutcome>()
    return {
      server,
      machine: batchActionMachine<Query>().provide({ actors: { call: fromPromise(() => server.call()) } }),
    }
  }
  const running = '0.batchAction.running'
  testEveryShortestPath(
    {
      machine: stage().machine,
      input,
      events: [
        { type: `xstate.done.actor.${running}`, output: { results: [ok(1), ok(2)], undo: { log_id: 7, until: 1 } } },
        { type: `xstate.done.actor.${running}`, output: { results: [ok(1), refused(2)] } },
        { type: `xstate.error.actor.${running}`, error: new Error('no') },
        ...['CONFIRM', 'CANCEL', 'RETRY', 'CLOSE'].map((type) => ({ type })),
      ],
      keep: ({ results }) => results.map((result) => result.ok),
      reaches: (id) => destructive || !['batchAction.confirming', 'batchAction.cancelled'].includes(id),
    },
    () => {
      const { machine, server } = stage()
      return {
        actor: createActor(machine, { input }).start(),
        play: {
          // One of the answers above.
          [`xstate.done.actor.${running}`]: ({ output }) => server.answer(output as BatchOutcome),
          [`xstate.error.actor.${running}`]: ({ error }) => server.fail(error),
        },
      }
    },
  )
})

/** Refuses the second row and never reaches the third. */
const fragile = async (id: number) => {
  if (id === 2) throw new ApiError(codes.stateForbids, 'busy')
  if (id === 3) throw new TypeError('no network')
}

describe('a batch', () => {
  test('tries again what failed and nothing else, and puts the news in its place', async () => {
    const asked: unknown[] = []
    const answers = [[ok(1), refused(2), refused(3)], [ok(3), refused(2)], [ok(2)]]
    const call = async (target: unknown) => {
      asked.push(target)
      const tries = asked.length
      // The second try does nothing that could be undone.
      const undo = tries === 2 ? {} : { undo: { log_id: tries, until: 1 } }
      return { results: answers[tries - 1] ?? [], ...undo }
    }
    const machine = batchActionMachine<Query>()
    const actor = createActor(machine, { input: { target: { matching: {} }, call, destructive: false } }).start()
    await expect.poll(() => actor.getSnapshot().value).toBe('partlyDone')
    actor.send({ type: 'RETRY' })
    await expect.poll(() => asked).toHaveLength(2)
    await expect.poll(() => actor.getSnapshot().value).toBe('partlyDone')
    expect(actor.getSnapshot().context.results).toEqual([ok(1), refused(2), ok(3)])
    actor.send({ type: 'RETRY' })
    await expect.poll(() => actor.getSnapshot().value).toBe('done')
    expect(asked).toEqual([{ matching: {} }, { ids: [2, 3] }, { ids: [2] }])
    expect(actor.getSnapshot().context.undoable).toEqual([1, 3])
  })

  test('has done nothing while it asks', () => {
    const call = vi.fn(never)
    const input = { target: { ids: [1] }, call, destructive: true }
    const actor = createActor(batchActionMachine<Query>(), { input }).start()
    actor.send({ type: 'CANCEL' })
    expect(call).not.toHaveBeenCalled()
    expect(actor.getSnapshot()).toMatchObject({ status: 'done', value: 'cancelled' })
  })

  test('out of calls for one row has a result for each, whatever fails', async () => {
    expect((await oneByOne(fragile)({ ids: [1, 2, 3, 4, 5] }, signal)).results).toEqual([
      ok(1),
      refused(2),
      { id: 3, ok: false, code: codes.serverError, message: 'no network' },
      ok(4),
      ok(5),
    ])
    await expect(oneByOne(fragile)({ matching: {} }, signal)).rejects.toThrow('one by one')
  })
})

describe('a list by offset', () => {
  const rows = Array.from({ length: 7 }, (_, id) => ({ id }))
  const fetchPage = pagesByOffset<{ id: number }, Query>(async ({ skip, limit }) => ({
    items: rows.slice(skip, skip + limit),
    total: rows.length,
  }))

  test('reads as one by cursor, to its end', async () => {
    const walked: number[] = []
    let cursor: string | null = null
    do {
      const page = await fetchPage({ query: {}, cursor, limit: 3 }, signal)
      walked.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(walked).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('ends before it asks for what the call refuses to skip to', async () => {
    const long = pagesByOffset<{ id: number }, Query>(async ({ skip }) => ({ items: [{ id: skip }], total: 20_000 }))
    expect((await long({ query: {}, cursor: '9999', limit: 1 }, signal)).next_cursor).toBe('10000')
    expect((await long({ query: {}, cursor: '10000', limit: 1 }, signal)).next_cursor).toBeNull()
  })

  test('ends where rows went missing meanwhile', async () => {
    const shrunk = pagesByOffset<{ id: number }, Query>(async () => ({ items: [], total: 7 }))
    expect((await shrunk({ query: {}, cursor: '6', limit: 3 }, signal)).next_cursor).toBeNull()
  })
})

const fileStage = () => {
  const file = answeredByHand<void>()
  return { file, machine: fileExportMachine.provide({ actors: { download: fromPromise(() => file.call()) } }) }
}

describe('a list as a file', () => {
  const wanted = { path: '/api/restful/v2/device/export', query: {} } as const
  testEveryShortestPath(
    {
      machine: fileStage().machine,
      events: [
        { type: 'EXPORT', wanted },
        { type: 'CANCEL' },
        { type: 'xstate.done.actor.0.fileExport.exporting' },
        { type: 'xstate.error.actor.0.fileExport.exporting', error: new Error('no') },
      ],
    },
    () => {
      const { machine, file } = fileStage()
      return {
        actor: createActor(machine).start(),
        play: {
          'xstate.done.actor.0.fileExport.exporting': () => file.answer(undefined),
          'xstate.error.actor.0.fileExport.exporting': ({ error }) => file.fail(error),
        },
      }
    },
  )
})

const searchStage = () => {
  const clock = new SimulatedClock()
  const server = answeredByHand<readonly Option[]>()
  const machine = optionSearchMachine.provide({
    actors: { options: fromPromise(() => server.call()) },
  })
  return { clock, server, machine }
}

describe('what can be chosen', () => {
  const boxes: readonly Option[] = [{ value: '3', text: 'B03' }]
  const input = { find: never }
  testEveryShortestPath(
    {
      machine: searchStage().machine,
      input,
      events: [
        { type: 'OPEN' },
        { type: 'TYPE', text: 'B' },
        { type: 'xstate.after.pause.optionSearch.typing' },
        { type: 'xstate.done.actor.options', output: boxes },
        { type: 'xstate.error.actor.options', error: new Error('no') },
      ],
      keep: ({ names }) => names.size,
    },
    () => {
      const { machine, clock, server } = searchStage()
      return {
        actor: createActor(machine, { clock, input }).start(),
        play: {
          'xstate.done.actor.options': () => server.answer(boxes),
          'xstate.error.actor.options': () => server.fail(new Error('no')),
          'xstate.after.pause.optionSearch.typing': () => clock.increment(200),
        },
      }
    },
  )
})
