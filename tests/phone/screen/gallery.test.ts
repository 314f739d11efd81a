import { beforeEach, describe, expect, it } from 'vitest'
import { makePhone, tap } from './test-phone.ts'

type Place = [x: number, y: number]

let phone: ReturnType<typeof makePhone>
let grid: string
beforeEach(async () => {
  phone = makePhone()
  phone.screen.launch('com.phonedeck.gallery')
  grid = await picture()
})

const picture = async () => (await phone.screen.png()).toString('base64')
const back = 4
/** The middle of the open photograph. */
const middle: Place = [180, 339]

/** Fingers that come down at their first places, go to the second and are lifted. */
function gesture(...ways: [from: Place, to: Place][]): void {
  for (const [finger, [from]] of ways.entries()) phone.screen.touch('down', finger, ...from)
  for (const [finger, [, to]] of ways.entries()) phone.screen.touch('move', finger, ...to)
  for (const [finger, [, to]] of ways.entries()) phone.screen.touch('up', finger, ...to)
}
const pinch = (from: number, to: number) =>
  gesture(
    [
      [180, 339 - from],
      [180, 339 - to],
    ],
    [
      [180, 339 + from],
      [180, 339 + to],
    ],
  )
const doubleTap = (...place: Place) => {
  tap(phone.screen, ...place)
  phone.clock.now += 100
  tap(phone.screen, ...place)
}

/** Opens the first photograph. */
const open = async () => {
  tap(phone.screen, 40, 180)
  return picture()
}

describe('the gallery', () => {
  it('opens the photograph that is tapped, and goes back to all of them', async () => {
    const first = await open()
    expect(first).not.toBe(grid)
    phone.screen.key('down', back)
    expect(phone.screen.frontApp?.title).toBe('相册')
    expect(await picture()).toBe(grid)
    tap(phone.screen, 200, 180)
    expect([grid, first]).not.toContain(await picture())
    tap(phone.screen, 28, 52)
    expect(await picture()).toBe(grid)
    phone.screen.key('down', back)
    expect(phone.screen.frontApp).toBeUndefined()
  })

  it('opens nothing beside its photographs, and none where it is scrolled', async () => {
    tap(phone.screen, 300, 300)
    expect(await picture()).toBe(grid)
    gesture([
      [40, 300],
      [40, 200],
    ])
    expect(await picture()).not.toBe(grid)
    phone.screen.scroll(180, 300, 0, 20)
    expect(await picture()).toBe(grid)
  })
})

describe('a photograph', () => {
  it('is zoomed by two fingers, and back to its size at least', async () => {
    const first = await open()
    pinch(50, 100)
    expect(await picture()).not.toBe(first)
    pinch(100, 20)
    expect(await picture()).toBe(first)
  })

  it('is zoomed five times at most', async () => {
    await open()
    pinch(10, 60)
    const five = await picture()
    pinch(50, 100)
    expect(await picture()).toBe(five)
  })

  it('is zoomed no differently by fingers that are told of in another order', async () => {
    await open()
    gesture(
      [
        [170, 339],
        [140, 339],
      ],
      [
        [190, 339],
        [220, 339],
      ],
    )
    const zoomed = await picture()
    phone.screen.key('down', back)
    await open()
    gesture(
      [
        [190, 339],
        [220, 339],
      ],
      [
        [170, 339],
        [140, 339],
      ],
    )
    expect(await picture()).toBe(zoomed)
  })

  it('keeps what is under the fingers under them, up to its edges', async () => {
    await open()
    pinch(50, 100)
    const zoomed = await picture()
    gesture(
      [
        [100, 300],
        [140, 330],
      ],
      [
        [200, 300],
        [240, 330],
      ],
    )
    const moved = await picture()
    expect(moved).not.toBe(zoomed)
    gesture([middle, [140, 309]])
    expect(await picture()).toBe(zoomed)
    gesture([middle, [480, 339]])
    const edge = await picture()
    gesture([middle, [480, 339]])
    expect(await picture()).toBe(edge)
  })

  it('is zoomed and moved by fingers that come and go', async () => {
    await open()
    pinch(50, 100)
    const zoomed = await picture()
    const { screen } = phone
    screen.touch('down', 0, 100, 300)
    screen.touch('down', 1, 200, 300)
    screen.touch('up', 0, 100, 300)
    screen.touch('down', 2, 300, 300)
    screen.touch('up', 1, 200, 300)
    expect(await picture()).toBe(zoomed)
    screen.touch('move', 2, 250, 300)
    expect(await picture()).not.toBe(zoomed)
    screen.touch('move', 2, 300, 300)
    expect(await picture()).toBe(zoomed)
    screen.touch('up', 2, 300, 300)
  })

  it('is zoomed by a double tap, and back by another', async () => {
    const first = await open()
    doubleTap(...middle)
    const zoomed = await picture()
    expect(zoomed).not.toBe(first)
    phone.clock.now += 1_000
    doubleTap(...middle)
    expect(await picture()).toBe(first)
  })

  it('is not zoomed by taps that are far apart, in time or place', async () => {
    const first = await open()
    phone.clock.now += 1_000
    tap(phone.screen, ...middle)
    phone.clock.now += 400
    tap(phone.screen, ...middle)
    phone.clock.now += 100
    tap(phone.screen, 180, 500)
    expect(await picture()).toBe(first)
  })

  it('makes way for the next when it is dragged aside, and not behind the last', async () => {
    const first = await open()
    gesture([
      [300, 339],
      [100, 339],
    ])
    const second = await picture()
    expect(second).not.toBe(first)
    gesture([
      [100, 339],
      [300, 339],
    ])
    expect(await picture()).toBe(first)
    gesture([
      [100, 339],
      [300, 339],
    ])
    expect(await picture()).toBe(first)
    gesture([
      [180, 339],
      [150, 339],
    ])
    expect(await picture()).toBe(first)
  })

  it('comes to rest by itself where somebody looks', async () => {
    await open()
    phone.screen.watch({ dirty: () => {}, rotated: () => {} })
    doubleTap(...middle)
    const [begun, frame] = [await picture(), phone.screen.advance()]
    expect(frame).toBe(0)
    phone.clock.now += 200
    expect(phone.screen.advance()).toBeGreaterThan(0)
    const rested = await picture()
    expect(rested).not.toBe(begun)
    phone.clock.now += 200
    phone.screen.advance()
    expect(await picture()).toBe(rested)
  })

  it('is zoomed by the wheel', async () => {
    const first = await open()
    phone.screen.scroll(...middle, 0, 2)
    expect(await picture()).not.toBe(first)
    phone.screen.scroll(...middle, 0, -2)
    expect(await picture()).toBe(first)
  })

  it('is seen whole when the phone is turned', async () => {
    const first = await open()
    pinch(50, 100)
    phone.screen.rotate()
    phone.screen.rotate()
    expect(await picture()).toBe(first)
  })
})
