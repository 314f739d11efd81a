import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { ChartView } from '../src/view/ChartView.tsx'
import { englishWords } from '../src/view/english-words.ts'

/** 1000 by 1000, with a state at the top left and one at the bottom right. */
const svg = `<svg class="chart" width="1000" height="1000" viewBox="0 0 1000 1000">
<g class="state" data-state="m.a"><rect x="10" y="10" width="100" height="40"/></g>
<g class="state" data-state="m.b"><rect x="890" y="950" width="100" height="40"/></g>
<g class="arrow" data-from="m.a" data-to="m.b"><path class="way" d="M60 50V970H890"/></g>
<g class="transition" data-transition="m.a: go"><rect x="40" y="500" width="40" height="20"/></g></svg>`

const view = (path: string) => (
  <div style={{ width: 400, height: 400, display: 'grid' }}>
    <ChartView name="m" svg={svg} paths={['m', path]} words={englishWords} />
  </div>
)
const drawing = () => page.getByRole('application', { name: 'Chart m' }).element() as HTMLElement
const part = (selector: string) => drawing().querySelector(selector) as SVGElement
const lit = () => [...drawing().querySelectorAll<SVGElement>('.lit')].map(({ dataset }) => dataset.state)

/** Where a part is, from the window's corner on. */
function placeOf(selector: string) {
  const [box, window] = [part(selector).getBoundingClientRect(), drawing().getBoundingClientRect()]
  const place = { x: box.x - window.x, y: box.y - window.y, width: box.width }
  const isInSight = place.x >= 0 && place.y >= 0 && box.right <= window.right && box.bottom <= window.bottom
  return { ...place, isInSight }
}
const first = '[data-state="m.a"]'
const last = '[data-state="m.b"]'

let screen: Awaited<ReturnType<typeof render>>
beforeEach(async () => {
  screen = await render(view('m.a'))
  // Of 100, at the least scale at which words can be read.
  await expect.poll(() => placeOf(first).width).toBeCloseTo(60)
})

afterEach(() => cleanup())

test('opens large enough to be read, and brings the state that is entered into sight', async () => {
  expect(placeOf(first).isInSight).toBe(true)
  expect(placeOf(last).isInSight).toBe(false)
  expect(lit()).toEqual(['m.a'])
  await screen.rerender(view('m.b'))
  expect(placeOf(last).isInSight).toBe(true)
  expect(lit()).toEqual(['m.b'])
})

test('marks what leads on from the current state', async () => {
  expect(part('.arrow').classList.contains('open')).toBe(true)
  expect(part('.transition').classList.contains('open')).toBe(true)
  await screen.rerender(view('m.b'))
  expect(part('.arrow').classList.contains('open')).toBe(false)
  expect(part('.transition').classList.contains('open')).toBe(false)
})

test('is moved and zoomed by keys, and another look at the same state leaves it there', async () => {
  drawing().focus()
  await userEvent.keyboard('0')
  expect(placeOf(first).width).toBeCloseTo(40)
  expect([first, last].map((state) => placeOf(state).isInSight)).toEqual([true, true])
  await userEvent.keyboard('+')
  expect(placeOf(first).width).toBeCloseTo(50)
  await userEvent.keyboard('-')
  await userEvent.keyboard('{ArrowLeft}')
  const { x } = placeOf(first)
  expect(x).toBeCloseTo(4 + 80)
  await screen.rerender(view('m.a'))
  expect(placeOf(first).x).toBe(x)
})

test('is zoomed by buttons', async () => {
  await page.getByRole('button', { name: 'Fit' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  expect(placeOf(first).width).toBeCloseTo(50)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  expect(placeOf(first).width).toBeCloseTo(40)
})

test('is zoomed by the wheel where the pointer is', async () => {
  const { x, y, width } = placeOf(first)
  const { left, top } = drawing().getBoundingClientRect()
  const wheel = {
    clientX: Math.round(left + x),
    clientY: Math.round(top + y),
    deltaY: -400,
    cancelable: true,
    bubbles: true,
  }
  const turned = new WheelEvent('wheel', wheel)
  drawing().dispatchEvent(turned)
  expect(turned.defaultPrevented).toBe(true)
  expect(placeOf(first).width).toBeCloseTo(2 * width)
  expect(placeOf(first).x).toBeCloseTo(x)
  expect(placeOf(first).y).toBeCloseTo(y)
})
