/** What was seen until it was asked to stop. */
interface FrameNotes {
  /** From one frame to the next, in milliseconds. */
  frames: number[]
  /** Cells that were looked at, and those of them that had nothing in them. */
  looked: number
  blank: number
}

/**
 * Runs in the page. Notes every frame and, in each eighth, looks at cells all over the window before the table draws: what
 * the operator sees of rows that the wheel has brought in meanwhile.
 */
export function noteFrames(): () => FrameNotes {
  const notes: FrameNotes = { frames: [], looked: 0, blank: 0 }
  const grid = document.querySelector('[role=grid]')?.getBoundingClientRect()
  if (grid === undefined) throw new Error('there is no grid')
  const look = () => {
    for (let y = grid.top + 50; y < grid.bottom - 20; y += 30)
      for (const share of [0.1, 0.3, 0.6]) {
        const x = grid.left + grid.width * share
        const hit = document.elementFromPoint(x, y)
        // The line under a row is the row's own, not a cell's: what is looked at is the cell above it.
        const cell = (hit?.role === 'row' ? document.elementFromPoint(x, y - 2) : hit)?.closest('[role=gridcell]')
        notes.looked += 1
        if (!cell?.textContent) notes.blank += 1
      }
  }
  let last: number | undefined
  let count = 0
  let goesOn = true
  const frame = (now: number) => {
    if (!goesOn) return
    requestAnimationFrame(frame) // Ahead of the table's own, which the scrolling asks for.
    if (last !== undefined) notes.frames.push(now - last)
    last = now
    count += 1
    if (count % 8 === 0) look()
  }
  requestAnimationFrame(frame)
  return () => {
    goesOn = false
    return notes
  }
}
