import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import '../../src/ui/theme.css'
import { TimeChart } from '../../src/ui/TimeChart.tsx'
import type { ChartPicture } from '../../src/ui/time-chart/plotted-chart.ts'

afterEach(() => cleanup())

const picture = (values: readonly number[], kind: ChartPicture['kind'] = 'area'): ChartPicture => ({
  ticks: ['08:00', '09:00', '10:00'],
  titles: ['11-21 08:00', '11-21 09:00', '11-21 10:00'],
  series: [{ label: '同时使用', tone: 'chart-1', values }],
  kind,
  format: (value) => `${value} 台`,
  formatTick: String,
})

const chart = (values: readonly number[], kind?: ChartPicture['kind']) => (
  <div style={{ width: 600 }}>
    <TimeChart name="近 24 小时使用" height={200} {...picture(values, kind)} />
  </div>
)

/** What is painted of a colour, in pixels: every picture begins on an empty canvas. */
function painted(): number {
  const canvas = document.querySelector('canvas')
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  let count = 0
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 0) count += 1
  return count
}

/** What is painted below the plot, where the hours stand. */
const belowIt = () => {
  const canvas = document.querySelector('canvas')
  const { width = 0, height = 0 } = canvas ?? {}
  const shown = 22 * devicePixelRatio
  return canvas
    ?.getContext('2d')
    ?.getImageData(0, height - shown, width, shown)
    .data.filter((value) => value > 0).length
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

describe('a chart', () => {
  test('says its numbers in a table beside the picture', async () => {
    await render(chart([3, 8, 5]))
    const table = page.getByRole('table', { name: '近 24 小时使用' })
    await expect.element(table.getByRole('row').nth(2)).toHaveTextContent('11-21 09:008 台')
  })

  test('is walked with the arrow keys, each point read out and shown', async () => {
    await render(chart([3, 8, 5]))
    const slider = page.getByRole('slider', { name: '近 24 小时使用' })
    await expect.element(slider).toHaveAttribute('aria-valuetext', '11-21 10:00 · 同时使用 5 台')
    slider.element().focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', '11-21 09:00 · 同时使用 8 台')
    await expect.element(slider.getByText('8 台')).toBeVisible()
    await userEvent.keyboard('{Home}{ArrowLeft}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', '11-21 08:00 · 同时使用 3 台')
  })

  test('keeps its canvas where only numbers change, and draws anew in another theme', async () => {
    const screen = await render(chart([1, 1, 1], 'bars'))
    await nextFrame()
    const canvas = document.querySelector('canvas')
    const before = painted()
    await screen.rerender(chart([9, 9, 9], 'bars'))
    await nextFrame()
    expect(document.querySelector('canvas')).toBe(canvas)
    expect(painted()).not.toBe(before)
    const light = canvas?.toDataURL()
    document.body.classList.add('bp6-dark')
    await nextFrame()
    expect(canvas?.toDataURL()).not.toBe(light)
    document.body.classList.remove('bp6-dark')
  })

  test('takes its width from where it stands', async () => {
    await render(chart([3, 8, 5]))
    await nextFrame()
    expect(document.querySelector('canvas')?.getBoundingClientRect().width).toBe(600)
  })

  test('says as much below it when its series is called otherwise as when it was drawn first', async () => {
    const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
    const day = (label: string) => (
      <div style={{ width: 600 }}>
        <TimeChart
          name="近 24 小时使用"
          height={200}
          {...picture([])}
          ticks={hours}
          titles={hours}
          series={[{ label, tone: 'chart-1', values: hours.map(() => 0) }]}
        />
      </div>
    )
    const screen = await render(day('同时使用'))
    await nextFrame()
    const first = belowIt()
    expect(first).toBeGreaterThan(0)
    await screen.rerender(day('at once'))
    await nextFrame()
    expect(belowIt()).toBe(first)
  })
})
