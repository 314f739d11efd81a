import type { Benchmark } from './figure.ts'
import { withFleet } from './support/fleet.ts'
import { startMotion } from './support/motion.ts'
import { noteLongTasks, workOf } from './support/main-thread.ts'

const phones = 100
/** Of them, as many show something that moves. */
const moving = 20
const watchedSeconds = 15

/** A hundred phones in one page, those in sight with video: what is left of the page's own thread for its operator. */
const wallOf100: Benchmark['measure'] = () =>
  withFleet(phones, async (fleet) => {
    const ids = await fleet.phones(phones)
    await startMotion(fleet, moving)
    const page = await fleet.page()
    await noteLongTasks(page)
    const debuggee = await page.context().newCDPSession(page)
    await debuggee.send('Performance.enable', { timeDomain: 'threadTicks' })
    const longTasks = () => page.evaluate(() => window.longTasks)
    const opened = performance.now()
    await page.goto(`${fleet.server.url}/remote/observe?id=${ids.slice(0, phones).join(',')}`)
    await page.waitForFunction(() => window.drawnOn.size > 0)
    const first = performance.now() - opened
    // Those in sight: the rest waits until somebody scrolls to it.
    await page.waitForFunction(() => {
      const inSight = [...document.querySelectorAll('li article')].filter((tile) => {
        const { top, bottom } = tile.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
      return inSight.length > 0 && inSight.length <= window.drawnOn.size
    })
    const all = performance.now() - opened
    const whileOpening = await longTasks()
    const before = await workOf(debuggee)
    await page.waitForTimeout(watchedSeconds * 1_000)
    const busy = (await workOf(debuggee)) - before
    const whileWatching = (await longTasks()) - whileOpening
    return [
      { name: `${phones} phones, first frame of one in sight`, value: first, unit: 'ms' },
      { name: `${phones} phones, all in sight have their frames`, value: all, unit: 'ms' },
      { name: 'long tasks while they come', value: whileOpening, unit: '' },
      { name: 'long tasks while they are watched', value: whileWatching, unit: '', bound: 0 },
      { name: 'of the page’s own thread', value: busy / watchedSeconds / 10, unit: '%' },
    ]
  })

export default { group: 'Pictures', title: 'A wall of a hundred phones', measure: wallOf100 } satisfies Benchmark
