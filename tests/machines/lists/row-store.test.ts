import { describe, expect, test } from 'vitest'
import { RowStore, type Flight, type RowChange, type RowPatch } from '../../../src/api/row-store.ts'
import { fc } from '../../support/properties.ts'

interface Phone {
  id: number
  status: string
  battery: number
}

const phone = (id: number, status = 'idle', battery = 50): Phone => ({ id, status, battery })

/** A store whose frames the test draws. */
function storeWithFrames() {
  const due: (() => void)[] = []
  const store = new RowStore<Phone>((callback) => due.push(callback))
  const changes: RowChange[] = []
  store.subscribe((change) => changes.push(change))
  return { store, changes, due, drawFrame: () => due.splice(0).forEach((callback) => callback()) }
}

const rowsOf = (store: RowStore<Phone>) => Array.from({ length: store.size }, (_, index) => store.at(index))

function loaded(...phones: Phone[]) {
  const frames = storeWithFrames()
  frames.store.replace({ items: phones, total: phones.length }, frames.store.depart())
  frames.drawFrame()
  frames.changes.length = 0
  return frames
}

describe('a row store', () => {
  test('takes an estimate for more than is loaded before the last page, and counts once that is there', () => {
    const { store } = storeWithFrames()
    store.replace(
      { items: [phone(1), phone(2)], total: 31_000, total_is_estimate: true, next_cursor: 'b' },
      store.depart(),
    )
    expect([store.total, store.totalIsEstimate]).toEqual([31_000, true])
    store.append({ items: [phone(3)], total: 2, total_is_estimate: true, next_cursor: 'c' }, store.depart())
    expect([store.total, store.totalIsEstimate]).toEqual([4, true])
    store.append({ items: [phone(4)], total: 31_000, total_is_estimate: true, next_cursor: null }, store.depart())
    expect([store.total, store.totalIsEstimate]).toEqual([4, false])
  })

  test('applies a change to its row in place', () => {
    const { store } = loaded(phone(1), phone(2))
    const row = store.at(1)
    expect(store.patch({ id: 2, at: 10, changed: { status: 'in_use' } })).toBe('applied')
    expect(store.at(1)).toBe(row)
    expect(row).toEqual(phone(2, 'in_use'))
  })

  test('ignores a change to a row that it does not have', () => {
    const { store, due } = loaded(phone(1))
    expect(store.patch({ id: 9, at: 10, changed: { status: 'in_use' } })).toBe('unknown')
    expect(due).toHaveLength(0)
  })

  test('ignores a change older than what it knows of the field', () => {
    const { store } = loaded(phone(1))
    store.patch({ id: 1, at: 10, changed: { status: 'in_use' } })
    expect(store.patch({ id: 1, at: 9, changed: { status: 'offline' } })).toBe('stale')
    expect(store.at(0)?.status).toBe('in_use')
  })

  test('still takes an older change to another field', () => {
    const { store } = loaded(phone(1))
    store.patch({ id: 1, at: 10, changed: { status: 'in_use' } })
    expect(store.patch({ id: 1, at: 9, changed: { battery: 12 } })).toBe('applied')
    expect(store.at(0)).toEqual(phone(1, 'in_use', 12))
  })

  test('takes only fields that its rows have, and never an id', () => {
    const { store } = loaded(phone(1))
    const changed = JSON.parse('{"id": 7, "constructor": 1, "__proto__": {"x": 1}, "unheard": 1}') as Record<
      string,
      unknown
    >
    expect(store.patch({ id: 1, at: 10, changed })).toBe('stale')
    expect(store.at(0)).toEqual(phone(1))
  })

  test('announces once a frame, with every index that changed', () => {
    const { store, changes, due, drawFrame } = loaded(phone(1), phone(2), phone(3))
    const before = store.version
    store.patch({ id: 1, at: 1, changed: { battery: 1 } })
    store.patch({ id: 3, at: 1, changed: { battery: 2 } })
    store.patch({ id: 3, at: 2, changed: { battery: 3 } })
    expect(due).toHaveLength(1)
    drawFrame()
    expect(changes).toEqual([new Set([0, 2])])
    expect(store.version).toBe(before + 1)
  })

  test('announces everything when a page arrives', () => {
    const { store, changes, drawFrame } = loaded(phone(1))
    store.patch({ id: 1, at: 1, changed: { battery: 1 } })
    store.append({ items: [phone(2)], total: 2 }, store.depart())
    drawFrame()
    expect(changes).toEqual(['all'])
  })

  test('keeps a row that moved between pages at its first place, with its newer state', () => {
    const { store } = loaded(phone(1), phone(2))
    store.append({ items: [phone(1, 'in_use'), phone(3)], total: 3 }, store.depart())
    expect(rowsOf(store)).toEqual([phone(1, 'in_use'), phone(2), phone(3)])
  })

  test('lays a change that overtook its page over the page', () => {
    const { store } = loaded()
    const flight = store.depart()
    store.patch({ id: 5, at: 10, changed: { status: 'in_use' } })
    store.append({ items: [phone(5, 'idle')], total: 1 }, flight)
    expect(store.byId(5)?.status).toBe('in_use')
  })

  test('does not let a late, older change undo a page that replaced everything', () => {
    const { store } = loaded(phone(1))
    store.patch({ id: 1, at: 10, changed: { status: 'in_use' } })
    const flight = store.depart()
    store.patch({ id: 1, at: 5, changed: { status: 'offline' } })
    store.replace({ items: [phone(2), phone(1, 'in_use')], total: 2 }, flight)
    expect(store.byId(1)?.status).toBe('in_use')
  })

  test('takes out a row that is no more, and the others close up with the times of their changes', () => {
    const { store, changes, drawFrame } = loaded(phone(1), phone(2), phone(3))
    store.patch({ id: 3, at: 10, changed: { status: 'in_use' } })
    expect(store.patch({ id: 2, at: 11, changed: {}, gone: true })).toBe('applied')
    drawFrame()
    expect(changes.at(-1)).toBe('all')
    expect([store.size, store.total, store.byId(2), store.key(1)]).toEqual([2, 2, undefined, 3])
    expect(store.patch({ id: 3, at: 9, changed: { status: 'offline' } })).toBe('stale')
    store.append({ items: [phone(4)], total: 3 }, store.depart())
    expect(store.patch({ id: 4, at: 1, changed: { status: 'offline' } })).toBe('applied')
  })

  test('leaves out of a page what was taken out while it was on its way', () => {
    const { store } = loaded(phone(1))
    const flight = store.depart()
    store.patch({ id: 1, at: 10, changed: {}, gone: true })
    store.replace({ items: [phone(1), phone(2)], total: 2 }, flight)
    expect(rowsOf(store)).toEqual([phone(2)])
    expect(store.total).toBe(1)
  })

  test('answers nothing for a place where no row is', () => {
    const { store } = loaded(phone(1))
    expect([store.at(1), store.key(1), store.at(-1), store.byId(9)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

/** What may happen on the server and on the wire, in any order. */
type Step =
  | { type: 'change'; id: number; field: 'status' | 'battery'; value: number }
  | { type: 'ask'; whole: boolean }
  | { type: 'read'; flight: number }
  | { type: 'answer'; flight: number }
  | { type: 'deliver'; patches: number }

const ids = [1, 2, 3, 4, 5, 6]
const steps = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant('change' as const),
      id: fc.constantFrom(...ids),
      field: fc.constantFrom('status' as const, 'battery' as const),
      value: fc.nat(9),
    }),
    fc.record({ type: fc.constant('ask' as const), whole: fc.boolean() }),
    fc.record({ type: fc.constant('read' as const), flight: fc.nat(3) }),
    fc.record({ type: fc.constant('answer' as const), flight: fc.nat(3) }),
    fc.record({ type: fc.constant('deliver' as const), patches: fc.integer({ min: 1, max: 4 }) }),
  ),
  { maxLength: 60 },
)

/** A server with a clock, whose answers and changes travel as slowly as the steps say; changes keep their order. */
class SlowServer {
  readonly rows = ids.map((id) => phone(id, '0', 0))
  readonly #store: RowStore<Phone>
  readonly #changes: RowPatch[] = []
  readonly #flights: { flight: Flight; whole: boolean; items?: Phone[] }[] = []
  #clock = 0

  constructor(store: RowStore<Phone>) {
    this.#store = store
  }

  take(step: Step): void {
    if (step.type === 'change') this.#change(step)
    else if (step.type === 'ask') this.#flights.push({ flight: this.#store.depart(), whole: step.whole })
    else if (step.type === 'read') this.#read(this.#flights[step.flight])
    else if (step.type === 'answer') this.#answer(step.flight)
    else for (const patch of this.#changes.splice(0, step.patches)) this.#store.patch(patch)
  }

  /** Lets everything that is under way arrive. */
  settle(): void {
    while (this.#flights.length > 0) this.#answer(0)
    for (const patch of this.#changes.splice(0)) this.#store.patch(patch)
  }

  #change({ id, field, value }: Extract<Step, { type: 'change' }>): void {
    this.#clock += 1
    const changed = { [field]: field === 'status' ? String(value) : value }
    Object.assign(this.rows.find((row) => row.id === id) ?? {}, changed)
    this.#changes.push({ id, at: this.#clock, changed })
  }

  #read(request: { whole: boolean; items?: Phone[] } | undefined): void {
    if (request === undefined || request.items !== undefined) return
    request.items = this.rows.filter(({ id }) => request.whole || id > 3).map((row) => ({ ...row }))
  }

  #answer(index: number): void {
    const [request] = this.#flights.splice(index, 1)
    if (request === undefined) return
    this.#read(request)
    const page = { items: request.items ?? [], total: ids.length }
    if (request.whole) this.#store.replace(page, request.flight)
    else this.#store.append(page, request.flight)
  }
}

describe('any interleaving of pages and changes', () => {
  test('ends in the newest state of every loaded row, in the order of the pages', () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const { store, drawFrame } = storeWithFrames()
        const server = new SlowServer(store)
        server.take({ type: 'ask', whole: true })
        for (const step of steps) server.take(step)
        server.settle()
        drawFrame()
        const loadedIds = rowsOf(store).map((row) => row?.id)
        expect(new Set(loadedIds).size).toBe(loadedIds.length)
        for (const row of rowsOf(store)) expect(row).toEqual(server.rows.find(({ id }) => id === row?.id))
        for (const [index, id] of loadedIds.entries()) expect(store.key(index)).toBe(id)
      }),
      { numRuns: 500 },
    )
  })

  test('takes the newest of each field in whatever order changes to known rows arrive', () => {
    const history = fc
      .array(fc.record({ id: fc.constantFrom(...ids), battery: fc.nat(99) }), { maxLength: 30 })
      .chain((changes) => {
        const patches = changes.map(({ id, battery }, index) => ({ id, at: index + 1, changed: { battery } }))
        return fc.tuple(fc.constant(patches), fc.shuffledSubarray(patches, { minLength: patches.length }))
      })
    fc.assert(
      fc.property(history, ([sent, received]) => {
        const { store } = loaded(...ids.map((id) => phone(id)))
        for (const patch of received) store.patch(patch)
        const newest = new Map(ids.map((id) => [id, 50]))
        for (const { id, changed } of sent) newest.set(id, changed.battery)
        for (const row of rowsOf(store)) expect(row?.battery).toBe(newest.get(row?.id ?? 0))
      }),
    )
  })
})

test('a row that is moved takes its changes along, the others are numbered anew, and older changes stay older', () => {
  const { store, changes, drawFrame } = loaded(phone(1, 'idle', 0), phone(2, 'idle', 1), phone(3, 'idle', 2))
  store.patch({ id: 1, at: 20, changed: { status: 'in_use' } })
  store.move(1, 2, 'battery')
  drawFrame()
  expect(changes).toEqual(['all'])
  expect(rowsOf(store)).toEqual([phone(2, 'idle', 0), phone(3, 'idle', 1), phone(1, 'in_use', 2)])
  expect(store.byId(1)).toBe(store.at(2))
  expect(store.patch({ id: 1, at: 10, changed: { status: 'idle' } })).toBe('stale')
  expect(store.patch({ id: 2, at: 10, changed: { status: 'faulty' } })).toBe('applied')
  store.move(99, 0, 'battery')
  expect(rowsOf(store).map((row) => row?.id)).toEqual([2, 3, 1])
})

test('a row that is moved while a page is under way stands at its new place when the page comes, which was asked for before', () => {
  const page = () => [phone(1, 'idle', 0), phone(2, 'idle', 1), phone(3, 'idle', 2)]
  const { store } = loaded(...page())
  const flight = store.depart()
  store.move(1, 1, 'battery')
  store.move(1, 2, 'battery')
  store.replace({ items: page(), total: 3 }, flight)
  expect(rowsOf(store)).toEqual([phone(2, 'idle', 0), phone(3, 'idle', 1), phone(1, 'idle', 2)])
  store.replace({ items: page(), total: 3 }, store.depart())
  expect(rowsOf(store).map((row) => row?.id)).toEqual([1, 2, 3])
})
