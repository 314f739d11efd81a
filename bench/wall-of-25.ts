import type { Benchmark } from './figure.ts'
import { withFleet } from './support/fleet.ts'
import { startMotion } from './support/motion.ts'

const phones = 25
const watchedSeconds = 15

/** Twenty-five moving phones in one page: frames a second of each. */
const wallOf25: Benchmark['measure'] = () =>
  withFleet(phones, async (fleet) => {
    const ids = await fleet.phones(phones)
    await startMotion(fleet, phones)
    const page = await fleet.page()
    await page.goto(`${fleet.server.url}/remote/observe?id=${ids.slice(0, phones).join(',')}`)
    await page.waitForFunction((wanted) => window.drawnOn.size === wanted, phones)
    await page.waitForTimeout(3_000)
    const drawn = await page.evaluate(async (seconds) => {
      const before = new Map(window.drawnOn)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      return [...window.drawnOn].map(([canvas, count]) => (count - (before.get(canvas) ?? 0)) / seconds)
    }, watchedSeconds)
    return [
      {
        name: `${phones} phones in one page, slowest`,
        value: Math.min(...drawn),
        unit: 'fps',
        bound: 7.5,
        atLeast: true,
      },
      {
        name: `${phones} phones in one page, mean`,
        value: drawn.reduce((sum, fps) => sum + fps) / drawn.length,
        unit: 'fps',
      },
    ]
  })

export default { group: 'Pictures', title: 'A wall of phones', measure: wallOf25 } satisfies Benchmark
