import { listenToDragging } from '../drag-order.ts'

interface Rows {
  /** Where a row stands, and by what it is known there or elsewhere. */
  placeOf: (row: Element) => number | undefined
  keyOf: (row: HTMLElement) => number | undefined
  mayDrag: (row: HTMLElement) => boolean
  drop: (key: number | undefined, onto: HTMLElement) => void
  /** Keeps a row where it is, however far the list is scrolled. */
  hold: (row: HTMLElement | undefined) => void
}

/** Drags rows by their grips to the places of others; answers what ends that. */
export function dragRows(canvas: HTMLElement, scroller: HTMLElement, rows: Rows): () => void {
  let [held, aimed]: (HTMLElement | undefined)[] = []
  let key: number | undefined
  const aim = (at: HTMLElement | undefined): void => {
    aimed?.removeAttribute('data-aimed')
    aimed = at
    const [from, to] = [held, at].map((row) => row && rows.placeOf(row))
    if (at && from !== undefined && to !== undefined) at.dataset.aimed = to > from ? 'below' : 'above'
  }
  return listenToDragging(canvas, scroller, {
    hasHandles: true,
    isColumn: true,
    mayDrag: (row, by) => by.closest('[data-grip]') !== null && rows.mayDrag(row),
    began(row) {
      held = row
      key = rows.keyOf(row)
      row.dataset.dragged = ''
      rows.hold(row)
    },
    over: aim,
    dropped: (_, onto) => rows.drop(key, onto),
    ended() {
      aim(undefined)
      held?.removeAttribute('data-dragged')
      held = undefined
      rows.hold(undefined)
    },
  })
}
