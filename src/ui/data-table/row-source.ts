/** Which rows changed: their indexes, or `all` where rows came, went or moved. */
export type RowChange = ReadonlySet<number> | 'all'

/** Where a table's rows come from. The table reads them when it draws and holds none of them. */
export interface RowSource<Row> {
  /** Rows at hand, from index 0. */
  readonly size: number
  /** Rows there are, at hand or not. */
  readonly total: number
  /** Whether that is about how many; left out where they were counted. */
  readonly totalIsEstimate?: boolean
  /** Grows with every change that is announced. */
  readonly version: number
  at(index: number): Row | undefined
  /** What the row is known by, wherever it moves; undefined where none is at hand. */
  key(index: number): number | undefined
  /** Announces changes, at most once a frame. */
  subscribe(listener: (change: RowChange) => void): () => void
}
