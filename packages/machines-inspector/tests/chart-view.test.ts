import { describe, expect, test } from 'vitest'
import { fitted, moved, opened, showing, zoomed } from '../src/view/chart-view.ts'

const window = { width: 400, height: 300 }

describe('a drawing in a window', () => {
  test('is all there, in the middle, and no larger than it is drawn', () => {
    // Twice as wide as the window: at half its size it is 400 by 100, and stands 100 pixels below the top.
    expect(fitted({ width: 800, height: 200 }, window)).toEqual({ x: 0, y: -200, scale: 0.5 })
    expect(fitted({ width: 200, height: 100 }, window)).toEqual({ x: -100, y: -100, scale: 1 })
  })

  test('keeps what is under the pointer when it is zoomed, and stays within reason', () => {
    expect(zoomed({ x: 0, y: 0, scale: 1 }, 2, { x: 100, y: 50 })).toEqual({ x: 50, y: 25, scale: 2 })
    expect(zoomed({ x: 0, y: 0, scale: 1 }, 100, { x: 0, y: 0 }).scale).toBe(4)
    expect(zoomed({ x: 0, y: 0, scale: 1 }, 0.001, { x: 0, y: 0 }).scale).toBe(0.1)
  })

  test('goes with the pointer that drags it', () => {
    expect(moved({ x: 0, y: 0, scale: 2 }, { x: 20, y: -10 })).toEqual({ x: -10, y: 5, scale: 2 })
  })

  test('is moved as little as brings a part of it into sight, with room around it', () => {
    const view = { x: 0, y: 0, scale: 1 }
    expect(showing(view, { x: 100, y: 100, width: 50, height: 20 }, window)).toEqual(view)
    // Its right side is at 650, and 32 pixels beyond that are at the window's edge.
    expect(showing(view, { x: 600, y: 100, width: 50, height: 20 }, window)).toEqual({ x: 282, y: 0, scale: 1 })
    expect(showing(view, { x: -50, y: 0, width: 50, height: 20 }, window)).toEqual({ x: -82, y: -32, scale: 1 })
    expect(showing(view, { x: 500, y: 100, width: 900, height: 20 }, window)).toEqual({ x: 468, y: 0, scale: 1 })
  })

  test('opens at a size that can be read, at what is current', () => {
    const drawing = { width: 4_000, height: 300 }
    const { x, scale } = opened(drawing, window, { x: 3_800, y: 100, width: 100, height: 50 })
    expect(scale).toBe(0.6)
    expect(x).toBeLessThan(3_800)
    expect(x + window.width / scale).toBeGreaterThan(3_900)
  })
})
