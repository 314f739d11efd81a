import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { listenToDragging } from '../../src/ui/drag-order.ts'

let scroller: HTMLElement
let list: HTMLElement
let stop: () => void
let heard: string[]
let clicks: number

const nameOf = (item: Element | undefined): string => item?.textContent ?? 'nothing'
const item = (place: number): HTMLElement => list.children[place] as HTMLElement

/** Three items of 60 pixels, one below the other, in a window for ten. */
beforeEach(() => {
  heard = []
  clicks = 0
  document.body.style.margin = '0'
  scroller = document.body.appendChild(document.createElement('div'))
  scroller.style.cssText = 'height: 600px; overflow: auto'
  list = scroller.appendChild(document.createElement('ul'))
  list.style.cssText = 'margin: 0; padding: 0; list-style: none'
  for (const name of ['a', 'b', 'c']) {
    const button = document.createElement('button')
    button.textContent = name
    button.style.cssText = 'width: 100px; height: 60px; display: block'
    button.addEventListener('click', () => {
      clicks += 1
    })
    list.appendChild(document.createElement('li')).append(button)
  }
  stop = listenToDragging(list, scroller, {
    mayDrag: (held) => nameOf(held) !== 'c',
    began: (held) => heard.push(`began ${nameOf(held)}`),
    over: (other) => heard.push(`over ${nameOf(other)}`),
    dropped: (held, onto) => heard.push(`dropped ${nameOf(held)} at ${[...list.children].indexOf(onto)}`),
    ended: () => heard.push('ended'),
  })
})
afterEach(() => {
  stop()
  scroller.remove()
})

const drop = ['began a', 'over b', 'over c', 'dropped a at 2', 'ended']

const drag = (from: number, to: number) =>
  userEvent.dragAndDrop(item(from), item(to), {
    sourcePosition: { x: 50, y: 30 },
    targetPosition: { x: 50, y: 30 },
    steps: 12,
  })

const pointer = (type: string, y: number) =>
  list.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: 50, clientY: y, bubbles: true }))
const frame = () => window.frameElement?.getBoundingClientRect() ?? new DOMRect()

describe('with a mouse', () => {
  it('an item is dragged to another’s place, which clicks nothing', async () => {
    await drag(0, 2)
    expect(heard.filter((each, at) => each !== 'over nothing' || at > 1)).toEqual(drop)
    expect(clicks).toBe(0)
    expect(item(0).style.translate).toBe('')
  })

  it('a press that stays is a click, and so is the next one after a drag', async () => {
    await userEvent.click(item(0).firstElementChild ?? item(0))
    expect([heard, clicks]).toEqual([[], 1])
    await drag(0, 1)
    await vi.waitFor(
      async () => {
        await userEvent.click(item(0).firstElementChild ?? item(0))
        expect(clicks).toBeGreaterThan(1)
      },
      { timeout: 20_000 },
    )
  })

  it('an item that may not be dragged stays', async () => {
    await drag(2, 0)
    expect(heard).toEqual([])
  })

  it('Escape puts it back', async () => {
    vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
    item(0).dispatchEvent(new PointerEvent('pointerdown', { pointerId: 1, clientX: 50, clientY: 30, bubbles: true }))
    pointer('pointermove', 150)
    await userEvent.keyboard('{Escape}')
    pointer('pointerup', 150)
    vi.restoreAllMocks()
    expect(heard).toEqual(['began a', 'over c', 'ended'])
    expect(item(0).style.translate).toBe('')
  })
})

describe('with a finger', () => {
  const browser = cdp()
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) => {
    const { left, top } = frame()
    return browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: left + 50, y: top + y, id: 1 }],
    })
  }

  it('an item that was held for a moment is dragged', async () => {
    await touch('touchStart', 30)
    await expect.poll(() => heard).toEqual(['began a'])
    for (const y of [60, 90, 120, 150]) await touch('touchMove', y)
    await touch('touchEnd')
    await expect.poll(() => heard.filter((each) => each !== 'over nothing')).toEqual(drop)
  })

  it('a finger that moves at once scrolls, and drags nothing', async () => {
    list.style.paddingBottom = '2000px'
    await touch('touchStart', 150)
    for (const y of [120, 90, 60, 30]) await touch('touchMove', y)
    await touch('touchEnd')
    await expect.poll(() => scroller.scrollTop).toBeGreaterThan(30)
    expect(heard).toEqual([])
  })
})

it('scrolls on while an item is held near the edge', async () => {
  list.style.paddingBottom = '2000px'
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
  item(0).dispatchEvent(new PointerEvent('pointerdown', { pointerId: 1, clientX: 50, clientY: 30, bubbles: true }))
  list.dispatchEvent(new PointerEvent('pointermove', { pointerId: 1, clientX: 50, clientY: 590, bubbles: true }))
  await expect.poll(() => scroller.scrollTop).toBeGreaterThan(100)
  list.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1, bubbles: true }))
  vi.restoreAllMocks()
  expect(heard.at(-1)).toBe('ended')
})
