import { describe, expect, it } from 'vitest'
import { VideoFigures } from '../../src/video/video-figures.ts'

/** Figures whose clock the test moves, in milliseconds. */
function measured() {
  let now = 0
  const figures = new VideoFigures(() => now)
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  return { figures, pass }
}

describe('the figures of a video', () => {
  it('count the frames drawn in each second', () => {
    const { figures, pass } = measured()
    for (let frame = 0; frame < 30; frame += 1) {
      pass(1_000 / 30)
      figures.drawn(frame)
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

  it('give the time from a gesture to the next frame, and not to later ones', () => {
    const { figures, pass } = measured()
    expect(figures.read().response).toBeNull()
    figures.gestured()
    pass(12)
    figures.drawn(1)
    pass(500)
    figures.drawn(2)
    expect(figures.read().response).toBe(12)
  })

  it('do not take a frame of a second later for the answer to a gesture', () => {
    const { figures, pass } = measured()
    figures.gestured()
    pass(1_001)
    figures.drawn(1)
    expect(figures.read().response).toBeNull()
  })

  it('do not take a superseded frame for a late one when the clock of a new stream begins', () => {
    const { figures, pass } = measured()
    figures.arrived(100)
    figures.restart()
    pass(60_000)
    figures.arrived(100)
    pass(5)
    figures.drawn(100)
    expect(figures.read().toScreen).toBe(5)
  })

  it('give how much longer frames were on their way than the quickest', () => {
    const { figures, pass } = measured()
    const second = (...delays: readonly number[]): number | null => {
      for (const delay of delays) {
        pass(100)
        sent += 100
        pass(delay)
        figures.arrived((sent + 5_000) * 1_000) // The phone's clock is another.
        pass(-delay)
      }
      return figures.read().lag
    }
    let sent = 0
    expect(second(20, 20, 23)).toBe(0)
    expect(second(320, 340, 360)).toBe(320)
    expect(figures.read().lag).toBeNull()
    expect(second(20, 25, 90)).toBe(5)
  })

  it('do not take frames of the past, which a newcomer is sent, for late ones', () => {
    const { figures } = measured()
    for (let pts = 0; pts < 10; pts += 1) figures.arrived(pts * 1_000_000)
    expect(figures.read().lag).toBe(0)
  })

  it('forget how quick a frame once was, because clocks drift', () => {
    const { figures, pass } = measured()
    figures.arrived(0)
    for (let second = 1; second <= 180; second += 1) {
      pass(1_001)
      figures.arrived(second * 1_000_000)
    }
    figures.read()
    pass(1_001)
    figures.arrived(181_000_000)
    expect(figures.read().lag).toBeLessThan(121)
  })
})
