import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { everySecond } from '../time-ago.ts'
import { lines } from './geometry.ts'
import { cardsBelow, lateCards } from './late-cards.ts'
import { RowPainter } from './row-painter.ts'
import type { TableView } from './row-slot.ts'

/**
 * How large a table was last, in pixels within its borders. The next one is mostly as large: its columns have the right
 * widths from the first, and nobody has to lay out the page to know them.
 */
const lastSeen = { width: 0, height: 0 }

/**
 * Draws a table's rows into its canvas, apart from React; answers the painter, the width that columns may share, and what
 * draws cards, once they are narrow enough and it has come.
 */
export function useRowPainter<Row>(given: Omit<TableView<Row>, 'shape'>) {
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const painter = useRef<RowPainter<Row>>(undefined)
  const [availableWidth, setAvailableWidth] = useState(lastSeen.width)
  const isNarrow = availableWidth > 0 && availableWidth < cardsBelow
  const progress = useSyncExternalStore(isNarrow ? lateCards.want : lateCards.subscribe, lateCards.progress)
  const cards = isNarrow && progress.phase === 'there' ? progress.code : undefined
  const view = { ...given, shape: cards?.shape ?? lines }
  const firstView = useRef(view)

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

  return { scroller, canvas, painter, availableWidth, cards }
}
