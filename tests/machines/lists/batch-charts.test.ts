import { describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { codes } from '../../../domain/codes.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { batchActionMachine } from '../../../src/machines/lists/batch-action.ts'
import { oneByOne, pagesByOffset, type BatchResult } from '../../../src/api/list-calls.ts'

interface Query {
  keyword?: string
}
const never = () => new Promise<never>(() => undefined)
const signal = new AbortController().signal
const ok = (id: number): BatchResult => ({ id, ok: true })
const refused = (id: number): BatchResult => ({ id, ok: false, code: codes.stateForbids, message: 'busy' })

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
