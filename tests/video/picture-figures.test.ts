import { describe, expect, it } from 'vitest'
import { PictureFigures } from '../../src/video/picture-figures.ts'

/** Figures whose clock the test moves, in milliseconds. */
function measured() {
  let now = 0
  const figures = new PictureFigures(() => now)
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  return { figures, pass }
}

describe('the figures of a picture', () => {
  it('count the pictures drawn in each second', () => {
    const { figures, pass } = measured()
    for (let picture = 0; picture < 30; picture += 1) {
      pass(1_000 / 30)
      figures.drawn(picture)
    }
    expect(figures.read().fps).toBe(30)
    pass(1_000)
    expect(figures.read().fps).toBe(0)
  })

  it('give the median time from arrival to canvas', () => {
    const { figures, pass } = measured()
    for (const [pts, delay] of [3, 50, 4].entries()) {
      figures.arrived(pts)
      pass(delay)
      figures.drawn(pts)
    }
    expect(figures.read().toScreen).toBe(4)
  })

  it('give the time from a gesture to the next picture, and not to later ones', () => {
    const { figures, pass } = measured()
    expect(figures.read().response).toBeNull()
    figures.gestured()
    pass(12)
    figures.drawn(1)
    pass(500)
    figures.drawn(2)
    expect(figures.read().response).toBe(12)
  })

  it('do not take a picture of a second later for the answer to a gesture', () => {
    const { figures, pass } = measured()
    figures.gestured()
    pass(1_001)
    figures.drawn(1)
    expect(figures.read().response).toBeNull()
  })

  it('do not take a superseded picture for a late one when the clock of a new stream begins', () => {
    const { figures, pass } = measured()
    figures.arrived(100)
    figures.restart()
    pass(60_000)
    figures.arrived(100)
    pass(5)
    figures.drawn(100)
    expect(figures.read().toScreen).toBe(5)
  })
})
