import { useLayoutEffect, useRef, useState } from 'react'
import { everySecond } from '../time-ago.ts'
import { RowPainter } from './row-painter.ts'
import type { TableView } from './row-slot.ts'

/**
 * How large a table was last, in pixels within its borders. The next one is mostly as large: its columns have the right
 * widths from the first, and nobody has to lay out the page to know them.
 */
const lastSeen = { width: 0, height: 0 }

/** Draws a table's rows into its canvas, apart from React; answers the painter and the width that columns may share. */
export function useRowPainter<Row>(view: TableView<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const painter = useRef<RowPainter<Row>>(undefined)
  const firstView = useRef(view)
  const [availableWidth, setAvailableWidth] = useState(lastSeen.width)

  useLayoutEffect(() => {
    if (scroller.current === null || canvas.current === null) return undefined
    if (lastSeen.width === 0) {
      lastSeen.width = scroller.current.clientWidth
      lastSeen.height = scroller.current.clientHeight
      setAvailableWidth(scroller.current.clientWidth)
    }
    const drawn = new RowPainter(scroller.current, canvas.current, firstView.current, lastSeen.height)
    painter.current = drawn
    const sizes = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      lastSeen.width = Math.floor(entry.contentRect.width)
      lastSeen.height = Math.floor(entry.contentRect.height)
      setAvailableWidth(lastSeen.width)
      drawn.resize(lastSeen.height)
    })
    sizes.observe(scroller.current)
    const stopClock = everySecond(() => drawn.redraw())
    return () => {
      stopClock()
      sizes.disconnect()
      drawn.dispose()
      painter.current = undefined
    }
  }, [])

  useLayoutEffect(() => painter.current?.show(view))

  return { scroller, canvas, painter, availableWidth }
}
