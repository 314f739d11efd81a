/** What a window shows of a drawing: its corner is at this point of the drawing, a pixel of which is `scale` of the window's. */
export interface View {
  x: number
  y: number
  scale: number
}

interface Size {
  width: number
  height: number
}
interface Point {
  x: number
  y: number
}
type Part = Size & Point

const smallest = 0.1
const largest = 4
/** Below this nobody reads the words: a drawing is opened no smaller, and moved to what is current in it. */
const legible = 0.6
/** Pixels of the window around what is brought into sight. */
const margin = 32

const within = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to)

const centred = (scale: number, drawing: Size, window: Size): View => ({
  x: (drawing.width - window.width / scale) / 2,
  y: (drawing.height - window.height / scale) / 2,
  scale,
})

/** All of the drawing in the middle, no larger than it is drawn. */
export function fitted(drawing: Size, window: Size): View {
  const scale = Math.min(window.width / drawing.width, window.height / drawing.height)
  return centred(within(scale, smallest, 1), drawing, window)
}

/** As a drawing is opened: all of it where its words can be read then, else what is current. */
export function opened(drawing: Size, window: Size, current: Part | undefined): View {
  const { scale } = fitted(drawing, window)
  const view = centred(Math.max(scale, legible), drawing, window)
  return current === undefined ? view : showing(view, current, window)
}

/** Larger or smaller by a factor; what is at this point of the window stays there. */
export function zoomed({ x, y, scale }: View, factor: number, at: Point): View {
  const after = within(scale * factor, smallest, largest)
  return { x: x + at.x / scale - at.x / after, y: y + at.y / scale - at.y / after, scale: after }
}

/** The drawing moved by so many pixels of the window. */
export const moved = ({ x, y, scale }: View, by: Point): View => ({ x: x - by.x / scale, y: y - by.y / scale, scale })

/** Moved as little as brings this part of the drawing into sight: its beginning, where it is too large. */
export function showing({ x, y, scale }: View, part: Part, window: Size): View {
  const around = margin / scale
  const along = (from: number, length: number, start: number, extent: number): number => {
    const first = start - around
    const last = start + extent + around - length
    return last > first ? first : within(from, last, first)
  }
  return {
    x: along(x, window.width / scale, part.x, part.width),
    y: along(y, window.height / scale, part.y, part.height),
    scale,
  }
}
