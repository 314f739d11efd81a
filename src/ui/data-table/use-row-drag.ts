import { useEffect, useEffectEvent, type RefObject } from 'react'
import type * as DragOrder from '../drag-order.ts'
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
    const listen = ({ listenToDragging }: typeof DragOrder): void => {
      if (gone.signal.aborted || canvas.current === null || scroller.current === null) return
      let [held, aimed]: (HTMLElement | undefined)[] = []
      let key: number | undefined
      const aim = (at: HTMLElement | undefined): void => {
        aimed?.removeAttribute('data-aimed')
        aimed = at
        const [from, to] = [held, at].map((row) => row && placeOf(row))
        if (at && from !== undefined && to !== undefined) at.dataset.aimed = to > from ? 'below' : 'above'
      }
      const stop = listenToDragging(canvas.current, scroller.current, {
        hasHandles: true,
        isColumn: true,
        mayDrag: (row, by) => by.closest('[data-grip]') !== null && mayDrag(row),
        began(row) {
          held = row
          key = keyOf(row)
          row.dataset.dragged = ''
          painter.current?.hold(row)
        },
        over: aim,
        dropped: (_, onto) => drop(key, onto),
        ended() {
          aim(undefined)
          held?.removeAttribute('data-dragged')
          held = undefined
          painter.current?.hold(undefined)
        },
      })
      gone.signal.addEventListener('abort', stop)
    }
    // Where it does not come, keys and menus move rows all the same.
    import('../drag-order.ts').then(listen, () => {})
    return () => gone.abort()
  }, [hasOrder, canvas, scroller, painter])
}
