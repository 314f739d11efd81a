/** How high rows and their header are, in pixels. */
export interface RowShape {
  rowHeight: number
  headerHeight: number
}

/** Rows as lines below the names of their columns. */
export const lines: RowShape = { rowHeight: 30, headerHeight: 32 }

/** Browsers lose count of heights beyond this (Chromium at 33,554,428 px); a longer table scrolls in larger steps. */
const maxCanvasHeight = 30_000_000

/** How a table of so many rows stands behind a window of so many pixels. */
export interface Geometry {
  /** Of each row, in pixels. */
  rowHeight: number
  /** What the scrollbar sees, in pixels. */
  canvasHeight: number
  /** Pixels of rows that one pixel of scrolling moves; 1 until the rows outgrow the canvas. */
  scale: number
}

export function geometryOf(
  rows: number,
  windowHeight: number,
  { rowHeight }: RowShape = lines,
  maxHeight = maxCanvasHeight,
): Geometry {
  const height = rows * rowHeight
  const canvasHeight = Math.min(height, maxHeight)
  const scrollable = canvasHeight - windowHeight
  return { rowHeight, canvasHeight, scale: scrollable > 0 ? (height - windowHeight) / scrollable : 1 }
}

/** Where a row is drawn on the canvas when it is scrolled by `scrollTop`, in pixels. */
export const rowTop = (index: number, scrollTop: number, { rowHeight, scale }: Geometry): number =>
  index * rowHeight - Math.round(scrollTop * (scale - 1))

/** The scroll position that brings a row into the window with the least movement. */
export function scrollTopFor(index: number, scrollTop: number, windowHeight: number, geometry: Geometry): number {
  const { rowHeight, scale } = geometry
  const offset = scrollTop * scale
  const top = index * rowHeight
  if (top < offset) return top / scale
  if (top + rowHeight > offset + windowHeight) return (top + rowHeight - windowHeight) / scale
  return scrollTop
}
