import { sharedValues } from './shared-values.ts'

/** Which rows changed: their indexes, or `all` where rows came, went or moved. */
export type RowChange = ReadonlySet<number> | 'all'

/** What a store needs to know of a change; a FleetPatch is one. */
export interface RowPatch {
  id: number
  /** When it changed, on the server's clock: Unix time in milliseconds. */
  at: number
  /** The fields that changed, after the change. */
  changed: Record<string, unknown>
  /** The row is no more. */
  gone?: boolean
}

export interface RowPage<Row> {
  items: Row[]
  next_cursor: string | null
  /** Rows that match, loaded or not. */
  total: number
  /** Whether that is about how many; left out, they were counted. */
  total_is_estimate?: boolean
}

/** As much of a page as its rows need. */
type Landing<Row> = Pick<RowPage<Row>, 'items' | 'total'> & Partial<RowPage<Row>>

/** A row that came to another place; `numbered` is the field in which rows have their places, from 0. */
interface Move {
  id: number
  place: number
  numbered: PropertyKey
}

/**
 * Notes the changes that arrive while a page is under way. The server may have read the page before them, so they are
 * laid over its rows when it comes.
 */
export interface Flight {
  /** By row, then by field; of each field only the newest. */
  readonly arrived: Map<number, Map<string, { at: number; value: unknown }>>
  /** Rows that were taken out meanwhile. */
  readonly gone: Set<number>
  /** Rows that were moved meanwhile, in that order. */
  readonly moves: Move[]
}

/** `stale`: something newer is known. `unknown`: no such row is loaded. */
type PatchOutcome = 'applied' | 'stale' | 'unknown'

/** Runs a callback once, in time for the next picture. */
export type Schedule = (callback: () => void) => void

const nextFrame: Schedule = (callback) => {
  requestAnimationFrame(callback)
}

/**
 * The rows of one list, by place and by id, changed in place and announced at most once a frame (DESIGN, realtime).
 *
 * Of each field the newest value wins, by the server's clock, in whatever order changes arrive. A page carries no clock: it
 * counts as newer than every change that was known when it was asked for, and older than those that came after.
 */
export class RowStore<Row extends { id: number }> {
  readonly #schedule: Schedule
  readonly #listeners = new Set<(change: RowChange) => void>()
  readonly #flights = new Set<Flight>()
  readonly #share = sharedValues()
  #rows: Row[] = []
  #places = new Map<number, number>()
  /** When a field last changed, by field and then by place; 0 where no change is known. */
  #times = new Map<string, Float64Array<ArrayBuffer>>()
  #total = 0
  #totalIsEstimate = false
  #version = 0
  #dirty: Set<number> | 'all' = new Set()
  #announced = true

  constructor(schedule: Schedule = nextFrame) {
    this.#schedule = schedule
  }

  /** Rows loaded. */
  get size(): number {
    return this.#rows.length
  }

  /** Rows that match, loaded or not. */
  get total(): number {
    return this.#total
  }

  get totalIsEstimate(): boolean {
    return this.#totalIsEstimate
  }

  /** Grows with every announcement. */
  get version(): number {
    return this.#version
  }

  at(index: number): Row | undefined {
    return this.#rows[index]
  }

  /** The id of the row at a place; undefined where none is loaded. */
  key(index: number): number | undefined {
    return this.#rows[index]?.id
  }

  byId(id: number): Row | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : this.#rows[place]
  }

  /** Calls the listener at most once a frame, with everything that changed since the last time. */
  subscribe(listener: (change: RowChange) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** To be called before a page is asked for; hand the flight to `replace` or `append`, or to `abandon`. */
  depart(): Flight {
    const flight: Flight = { arrived: new Map(), gone: new Set(), moves: [] }
    this.#flights.add(flight)
    return flight
  }

  abandon(flight: Flight): void {
    this.#flights.delete(flight)
  }

  /** Takes these rows in place of all others. The store owns them from now on. */
  replace(page: Landing<Row>, flight: Flight): void {
    this.#standAs(page.items)
    this.#land(page, flight)
  }

  /**
   * Takes a row to another place, where the server will have it; `numbered` is the field in which rows have their places, from 0. The next page
   * that is asked for has the last word.
   */
  move(id: number, place: number, numbered: keyof Row): void {
    for (const { moves } of this.#flights) moves.push({ id, place, numbered })
    this.#carry({ id, place, numbered })
  }

  #carry({ id, place, numbered }: Move): void {
    const from = this.#places.get(id)
    const row = from === undefined ? undefined : this.#rows[from]
    if (from === undefined || row === undefined) return
    this.#standAs(this.#rows.toSpliced(from, 1).toSpliced(place, 0, row))
    for (const [index, each] of this.#rows.entries()) each[numbered as keyof Row] = index as Row[keyof Row] // A field of numbers.
    this.#mark('all')
  }

  /** These rows in place of all others; the times of their changes go with them. */
  #standAs(rows: readonly Row[]): void {
    const places = this.#places
    const times = this.#times
    this.#rows = []
    this.#places = new Map()
    this.#times = new Map()
    this.#place(rows)
    for (const [field, earlier] of times) {
      const now = this.#timesOf(field)
      for (const [id, place] of this.#places) now[place] = earlier[places.get(id) ?? -1] ?? 0
    }
  }

  /** Adds the next page. A row that moved between pages keeps its first place and takes its newer state. */
  append(page: Landing<Row>, flight: Flight): void {
    this.#place(page.items)
    this.#land(page, flight)
  }

  #place(items: readonly Row[]): void {
    for (const row of items) {
      const place = this.#places.get(row.id) ?? this.#rows.length
      this.#share(row)
      this.#rows[place] = row
      this.#places.set(row.id, place)
    }
  }

  #land({ items, total, total_is_estimate = false, next_cursor }: Landing<Row>, flight: Flight): void {
    this.#flights.delete(flight)
    for (const { id } of items) {
      const place = this.#places.get(id)
      if (place === undefined) continue
      for (const [field, { at, value }] of flight.arrived.get(id) ?? []) this.#set(place, field, value, at)
    }
    // An estimate may be wrong either way: the last page knows better, and before it there are more than are loaded.
    const isKnown = !total_is_estimate || next_cursor === null
    const loaded = this.#rows.length
    this.#totalIsEstimate = !isKnown
    this.#total = !total_is_estimate ? total : isKnown ? loaded : Math.max(total, loaded + 1)
    for (const id of flight.gone) this.#remove(id)
    for (const move of flight.moves) this.#carry(move)
    this.#mark('all')
  }

  /** Applies a change to its row. Only fields that the row has are taken, and never its id. */
  patch({ id, at, changed, gone }: RowPatch): PatchOutcome {
    if (gone === true) return this.#remove(id)
    for (const { arrived } of this.#flights) {
      let fields = arrived.get(id)
      if (fields === undefined) arrived.set(id, (fields = new Map()))
      for (const [field, value] of Object.entries(changed)) {
        if (at >= (fields.get(field)?.at ?? 0)) fields.set(field, { at, value })
      }
    }
    const place = this.#places.get(id)
    if (place === undefined) return 'unknown'
    let isNew = false
    for (const field of Object.keys(changed)) isNew = this.#set(place, field, changed[field], at) || isNew
    if (!isNew) return 'stale'
    this.#mark(place)
    return 'applied'
  }

  /** Takes a row out; the others close up, with the times of their changes. */
  #remove(id: number): PatchOutcome {
    for (const { arrived, gone } of this.#flights) {
      arrived.delete(id)
      gone.add(id)
    }
    const place = this.#places.get(id)
    if (place === undefined) return 'stale'
    this.#rows.splice(place, 1)
    for (const times of this.#times.values()) times.copyWithin(place, place + 1).fill(0, this.#rows.length)
    this.#places.delete(id)
    for (let next = place; next < this.#rows.length; next += 1) {
      const row = this.#rows[next]
      if (row !== undefined) this.#places.set(row.id, next)
    }
    this.#total -= 1
    this.#mark('all')
    return 'applied'
  }

  /** Whether the value was taken. */
  #set(place: number, field: string, value: unknown, at: number): boolean {
    const row = this.#rows[place]
    if (row === undefined || field === 'id' || !Object.hasOwn(row, field)) return false
    const times = this.#timesOf(field)
    if (at < (times[place] ?? 0)) return false
    times[place] = at
    // The field is one of the row's own, and the server's changes have the shape of its rows.
    row[field as keyof Row] = value as Row[keyof Row]
    return true
  }

  #timesOf(field: string): Float64Array<ArrayBuffer> {
    const times = this.#times.get(field)
    if (times !== undefined && times.length >= this.#rows.length) return times
    const longer = new Float64Array(this.#rows.length * 2)
    if (times !== undefined) longer.set(times)
    this.#times.set(field, longer)
    return longer
  }

  #mark(change: number | 'all'): void {
    if (change === 'all') this.#dirty = 'all'
    else if (this.#dirty !== 'all') this.#dirty.add(change)
    if (!this.#announced) return
    this.#announced = false
    this.#schedule(() => this.#announce())
  }

  #announce(): void {
    const change = this.#dirty
    this.#dirty = new Set()
    this.#announced = true
    this.#version += 1
    for (const listener of this.#listeners) listener(change)
  }
}
