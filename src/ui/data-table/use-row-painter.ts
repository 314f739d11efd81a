import { useLayoutEffect, useRef, useState } from 'react'
import { everySecond } from '../time-ago.ts'
import { RowPainter } from './row-painter.ts'
import type { TableView } from './row-slot.ts'

/** Draws a table's rows into its canvas, apart from React; answers the painter and the width that columns may share. */
export function useRowPainter<Row>(view: TableView<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const painter = useRef<RowPainter<Row>>(undefined)
  const firstView = useRef(view)
  const [availableWidth, setAvailableWidth] = useState(0)

  useLayoutEffect(() => {
    if (scroller.current === null || canvas.current === null) return undefined
    // Before there are cells: their first picture has columns of the right width, and they are styled once.
    setAvailableWidth(scroller.current.clientWidth)
    const drawn = new RowPainter(scroller.current, canvas.current, firstView.current)
    painter.current = drawn
    const widths = new ResizeObserver(([entry]) => setAvailableWidth(Math.floor(entry?.contentRect.width ?? 0)))
    widths.observe(scroller.current)
    const stopClock = everySecond(() => drawn.redraw())
    return () => {
      stopClock()
      widths.disconnect()
      drawn.dispose()
      painter.current = undefined
    }
  }, [])

  useLayoutEffect(() => painter.current?.show(view))

  return { scroller, canvas, painter, availableWidth }
}
