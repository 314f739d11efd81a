import { useEffect, useEffectEvent, type RefObject } from 'react'
import type * as RowDrag from './row-drag.ts'
import type { RowPainter } from './row-painter.ts'
import type { RowSource } from './row-source.ts'

/** Rows that operators put in order. */
export interface RowOrdering<Row> {
  /** Why a row may not be moved; undefined where it may. */
  whyFixed: (row: Row) => string | undefined
  /** Takes a row to another place, counted from 0. */
  onMove: (row: Row, place: number) => void
  /** What was moved last, for those who hear the page. */
  said: string
}

interface Draggable<Row> {
  scroller: RefObject<HTMLElement | null>
  canvas: RefObject<HTMLElement | null>
  painter: RefObject<RowPainter<Row> | undefined>
  rows: RowSource<Row>
  order: RowOrdering<Row> | undefined
  /** Takes the row at a place to another one. */
  carry: (from: number, to: number) => void
}

/** Lets rows be dragged by their grips to the places of others. What it takes is fetched where rows have an order at all. */
export function useRowDrag<Row>({ scroller, canvas, painter, rows, order, carry }: Draggable<Row>): void {
  const hasOrder = order !== undefined
  const placeOf = useEffectEvent((row: Element) => painter.current?.indexOf(row))
  const mayDrag = useEffectEvent((element: HTMLElement) => {
    const row = rows.at(placeOf(element) ?? -1)
    return row !== undefined && order?.whyFixed(row) === undefined
  })
  const keyOf = useEffectEvent((element: HTMLElement) => rows.key(placeOf(element) ?? -1))
  const drop = useEffectEvent((key: number | undefined, onto: HTMLElement) => {
    // Others may have moved rows while this one was held.
    const from = Array.from({ length: rows.size }, (_, index) => rows.key(index)).indexOf(key)
    const to = placeOf(onto)
    if (from >= 0 && to !== undefined) carry(from, to)
  })

  useEffect(() => {
    if (!hasOrder) return undefined
    const gone = new AbortController()
    const listen = ({ dragRows }: typeof RowDrag): void => {
      if (gone.signal.aborted || canvas.current === null || scroller.current === null) return
      const stop = dragRows(canvas.current, scroller.current, {
        placeOf: (row) => placeOf(row),
        keyOf: (row) => keyOf(row),
        mayDrag: (row) => mayDrag(row),
        drop: (key, onto) => drop(key, onto),
        hold: (row) => painter.current?.hold(row),
      })
      gone.signal.addEventListener('abort', stop)
    }
    // Where it does not come, keys and menus move rows all the same.
    import('./row-drag.ts').then(listen, () => {})
    return () => gone.abort()
  }, [hasOrder, canvas, scroller, painter])
}
