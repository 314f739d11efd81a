import { createActor, SimulatedClock } from 'xstate'
import { describe, expect, test } from 'vitest'
import type { PageRequest } from '../../../src/api/list-calls.ts'
import { pageSize } from '../../../src/api/list-calls.ts'
import { resourceListMachine, type ResourceListInput } from '../../../src/machines/lists/resource-list.ts'
import type { RowPage, RowPatch } from '../../../src/api/row-store.ts'

interface Phone {
  id: number
  status: string
}
interface Query {
  sort: string
  keyword: string
}

const machine = resourceListMachine<Phone, Query>()

const byName: Query = { sort: 'name', keyword: '' }
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const phones = (...ids: number[]): Phone[] => ids.map((id) => ({ id, status: 'idle' }))
const page = (ids: number[], next_cursor: string | null = null, total = ids.length): RowPage<Phone> => ({
  items: phones(...ids),
  next_cursor,
  total,
})

interface Asked extends PageRequest<Query> {
  signal: AbortSignal
  answer: (page: RowPage<Phone>) => Promise<void>
  fail: (message: string) => Promise<void>
}

/** A list whose server, broker, frames and clock are played by the test. */
function stage({ connected }: { connected?: boolean } = {}) {
  const clock = new SimulatedClock()
  const asked: Asked[] = []
  const frames: (() => void)[] = []
  const broker: {
    hear: (patch: RowPatch) => void
    connect: (connected: boolean) => void
    network: (isThere: boolean) => void
    left: number
  } = {
    hear: () => undefined,
    connect: () => undefined,
    network: () => undefined,
    left: 0,
  }
  const leave = () => {
    broker.left += 1
  }
  const input: ResourceListInput<Phone, Query> = {
    query: byName,
    letsAllThrough: ({ keyword }) => keyword === '',
    fetchPage: (request, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<RowPage<Phone>>()
      asked.push({
        ...request,
        signal,
        answer: (page) => {
          resolve(page)
          return tick()
        },
        fail: (message) => {
          reject(new Error(message))
          return tick()
        },
      })
      return promise
    },
    subscribe: (listener) => {
      broker.hear = listener
      return leave
    },
    watchConnection: (listener) => {
      broker.connect = listener
      if (connected !== undefined) listener(connected)
      return leave
    },
    watchNetwork: (listener) => {
      broker.network = listener
      listener(true)
      return leave
    },
    schedule: (callback) => frames.push(callback),
  }
  const list = createActor(machine, { clock, input }).start()
  const { rows } = list.getSnapshot().context
  return {
    list,
    /** The list under another query, in the place of this one. */
    under: (query: Partial<Query>) => {
      const before = list.getSnapshot().context
      const other = createActor(machine, { clock, input: { ...input, query: { ...byName, ...query }, before } })
      list.stop()
      return other.start()
    },
    clock,
    asked,
    broker,
    rows,
    input,
    /** The page that was asked for last. */
    last: (): Asked => {
      const request = asked.at(-1)
      if (request === undefined) throw new Error('nothing was asked for')
      return request
    },
    drawFrame: () => frames.splice(0).forEach((callback) => callback()),
    ids: () => Array.from({ length: rows.size }, (_, index) => rows.key(index)),
    state: () => list.getSnapshot().value.rows,
  }
}

async function loaded(first = page([1, 2], 'next', 4)) {
  const play = stage({ connected: true })
  await play.last().answer(first)
  return play
}

describe('without a network', () => {
  test('the rows stay, are out of date from then on, and are fetched again when it is back', async () => {
    const { list, last, ids, asked, broker } = await loaded()
    const staleSince = () => list.getSnapshot().context.staleSince
    expect(staleSince()).toBeNull()
    broker.network(false)
    const since = staleSince()
    expect(since).toEqual(expect.any(Number))
    list.send({ type: 'REFRESH' })
    await last().fail('no network')
    expect(ids()).toEqual([1, 2])
    expect(staleSince()).toBe(since)
    broker.network(true)
    expect(asked).toHaveLength(3)
    expect(staleSince()).toBe(since)
    await last().answer(page([1, 2, 3]))
    expect(staleSince()).toBeNull()
    expect(ids()).toEqual([1, 2, 3])
  })

  test('rows that were asked for before it went away say nothing about the time since', async () => {
    const { list, asked, last, broker } = await loaded()
    const staleSince = () => list.getSnapshot().context.staleSince
    list.send({ type: 'REFRESH' })
    const before = last()
    broker.network(false)
    const since = staleSince()
    await before.answer(page([1, 2]))
    expect([asked.length, staleSince()]).toEqual([3, since])
    await last().fail('no network')
    expect(staleSince()).toBe(since)
  })

  test('a list that never had its first page asks for it when the network is back', async () => {
    const { last, ids, broker } = stage()
    broker.network(false)
    await last().fail('no network')
    broker.network(true)
    await last().answer(page([1]))
    expect(ids()).toEqual([1])
  })
})

describe('paging', () => {
  test('begins with the first page of its query', () => {
    const { asked } = stage()
    expect(asked).toMatchObject([{ query: byName, cursor: null, limit: pageSize }])
  })

  test('appends the next page near the end, from the cursor of the page before', async () => {
    const { list, last, ids, rows } = await loaded()
    list.send({ type: 'NEAR_END' })
    expect(last().cursor).toBe('next')
    await last().answer(page([3, 4], null, 4))
    expect(ids()).toEqual([1, 2, 3, 4])
    expect(rows.total).toBe(4)
  })

  test('asks for no page twice, and for none behind the last', async () => {
    const { list, asked, last } = await loaded()
    list.send({ type: 'NEAR_END' })
    list.send({ type: 'NEAR_END' })
    expect(asked).toHaveLength(2)
    await last().answer(page([3, 4]))
    expect(list.getSnapshot().can({ type: 'NEAR_END' })).toBe(false)
  })

  test.each([
    [2, 100],
    [120, 120],
    [700, 500],
  ])('asks once more for %i rows that are loaded in pages of %i, and for none behind them', async (size, limit) => {
    const { list, last } = stage()
    await last().answer(page(Array.from({ length: size }, (_, index) => index + 1)))
    list.send({ type: 'REFRESH' })
    expect(last()).toMatchObject({ cursor: null, limit })
  })

  test('keeps the rows when the next page fails, and goes on from there on retry', async () => {
    const { list, last, ids, state } = await loaded()
    list.send({ type: 'NEAR_END' })
    await last().fail('the line is dead')
    expect(state()).toEqual({ failed: 'loadingMore' })
    expect(list.getSnapshot().context.failure).toBe('the line is dead')
    expect(ids()).toEqual([1, 2])
    list.send({ type: 'RETRY' })
    await last().answer(page([3]))
    expect(ids()).toEqual([1, 2, 3])
    expect(list.getSnapshot().context.failure).toBe('')
  })
})

describe('another query', () => {
  test('starts from the first page and cancels the one under way; the rows stay until it is there', async () => {
    const { list, under, asked, ids } = await loaded()
    list.send({ type: 'NEAR_END' })
    under({ keyword: 'B02' })
    const [, next, other] = asked
    expect(next?.signal.aborted).toBe(true)
    expect(other).toMatchObject({ query: { keyword: 'B02' }, cursor: null })
    await next?.answer(page([3]))
    expect(ids()).toEqual([1, 2])
    await other?.answer(page([7]))
    expect(ids()).toEqual([7])
  })

  test('drops the answer to the query before it, whichever comes first', async () => {
    const { under, asked, ids } = stage()
    under({ sort: '-name' })
    await asked[1]?.answer(page([2, 1]))
    await asked[0]?.answer(page([1, 2]))
    expect(ids()).toEqual([2, 1])
  })

  test('goes on telling since when the rows are out of date, until there are others', async () => {
    const { list, under, broker, last } = await loaded()
    broker.network(false)
    const { staleSince } = list.getSnapshot().context
    const other = under({ keyword: 'B02' })
    expect(other.getSnapshot().context.staleSince).toBe(staleSince)
    await last().answer(page([7]))
    expect(other.getSnapshot().context.staleSince).toBeNull()
  })
})

describe('selecting', () => {
  test('keeps the selection by id through a refresh and another query', async () => {
    const { list, under, last } = await loaded()
    list.send({ type: 'SELECT', selected: new Set([2]) })
    list.send({ type: 'REFRESH' })
    await last().answer(page([9, 2]))
    const other = under({ keyword: 'x' })
    await last().answer(page([7]))
    expect(other.getSnapshot().context.selected).toEqual(new Set([2]))
  })
})

describe('living rows', () => {
  test('take changes in place, and a snapshot tells their version once a frame', async () => {
    const { list, rows, broker, drawFrame } = await loaded()
    drawFrame()
    const before = list.getSnapshot().context.version
    broker.hear({ id: 1, at: 1, changed: { status: 'in_use' } })
    broker.hear({ id: 2, at: 1, changed: { status: 'in_use' } })
    expect(rows.at(0)?.status).toBe('in_use')
    expect(list.getSnapshot().context.version).toBe(before)
    drawFrame()
    expect(list.getSnapshot().context.version).toBe(before + 1)
  })

  test('keep a change that overtook its page', async () => {
    const { list, last, rows, broker } = await loaded()
    list.send({ type: 'NEAR_END' })
    broker.hear({ id: 3, at: 1, changed: { status: 'in_use' } })
    await last().answer(page([3, 4]))
    expect(rows.byId(3)?.status).toBe('in_use')
  })

  test('are fetched again when the connection is back, as many as there were', async () => {
    const { list, asked, last, broker, ids, state } = await loaded()
    list.send({ type: 'NEAR_END' })
    await last().answer(page([3, 4]))
    broker.connect(false)
    expect(list.getSnapshot().matches({ connection: 'lost' })).toBe(true)
    expect(asked).toHaveLength(2)
    broker.connect(true)
    expect(state()).toBe('refreshing')
    await last().answer(page([1, 2], 'more', 4))
    expect(last()).toMatchObject({ cursor: 'more' })
    expect(ids()).toEqual([1, 2, 3, 4])
    await last().answer(page([4, 5]))
    expect(ids()).toEqual([1, 2, 4, 5])
  })

  test('are not fetched again at the first connection to a broker that was never lost', async () => {
    const { asked } = await loaded()
    expect(asked).toHaveLength(1)
  })

  test('fetch a newcomer once, a moment later and with its company, when all rows are loaded', async () => {
    const { asked, broker, clock, state, last, ids } = await loaded(page([1, 2]))
    for (const id of [7, 8, 7]) broker.hear({ id, at: 1, changed: { status: 'idle' } })
    expect(state()).toBe('gathering')
    clock.increment(1_000)
    await last().answer(page([1, 2, 7]))
    expect(ids()).toEqual([1, 2, 7])
    broker.hear({ id: 8, at: 2, changed: { status: 'idle' } })
    expect(state()).toBe('ready')
    expect(asked).toHaveLength(2)
  })

  test('fetch a row that is brought back, as often as it is', async () => {
    const { broker, clock, last, ids } = await loaded(page([1, 2]))
    for (const at of [1, 3, 5]) {
      broker.hear({ id: 2, at, changed: {}, gone: true })
      expect(ids()).toEqual([1])
      broker.hear({ id: 2, at: at + 1, changed: { status: 'idle' } })
      clock.increment(1_000)
      await last().answer(page([1, 2]))
      expect(ids()).toEqual([1, 2])
    }
  })

  test('expect no newcomer where a filter or an unloaded page may hide it', async () => {
    const { under, broker, last, state } = await loaded()
    broker.hear({ id: 7, at: 1, changed: { status: 'idle' } })
    expect(state()).toBe('ready')
    const other = under({ keyword: 'B02' })
    await last().answer(page([3]))
    broker.hear({ id: 8, at: 1, changed: { status: 'idle' } })
    expect(other.getSnapshot().value.rows).toBe('ready')
  })

  test('fetch the rows again when one of them went to another owner', async () => {
    const owned = phones(1, 2).map((row) => ({ ...row, owner_id: 3 }))
    const { broker, clock, state, last, ids } = await loaded({ ...page([1, 2]), items: owned })
    broker.hear({ id: 2, at: 1, changed: { owner_id: 9 } })
    expect(state()).toBe('gathering')
    clock.increment(1_000)
    await last().answer(page([1]))
    expect(ids()).toEqual([1])
  })

  test('stay selected after a batch only where it failed', async () => {
    const { list } = await loaded(page([1, 2, 3], 'next', 900))
    const selected = () => list.getSnapshot().context.selected
    list.send({ type: 'SELECT', selected: new Set([1, 2, 3]) })
    list.send({ type: 'SETTLED', done: [1, 3], failed: [2] })
    expect(selected()).toEqual(new Set([2]))
    list.send({ type: 'SELECT', selected: 'matching' })
    list.send({ type: 'SETTLED', done: [1, 3], failed: [2, 800] })
    expect(selected()).toEqual(new Set([2, 800]))
  })

  test('everything that matched one query is not selected under another', async () => {
    const { list, under } = await loaded(page([1]))
    list.send({ type: 'SELECT', selected: 'matching' })
    expect(under({ keyword: 'B02' }).getSnapshot().context.selected).toEqual(new Set())
  })

  test('stop listening with the list', async () => {
    const { list, broker } = await loaded()
    list.stop()
    expect(broker.left).toBe(3)
  })
})
