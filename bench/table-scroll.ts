import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { build } from 'vite'
import { launchBrowser } from '../tests/support/browser.ts'
import { spawnServer } from '../tests/support/server-process.ts'
import { medianOf, quantile, type Benchmark, type Figure } from './figure.ts'
import { openBareRows } from './support/bare-rows.ts'
import { noteFrames } from './support/frame-clock.ts'
import { workOf } from './support/main-thread.ts'

/** Pixels a second that the wheel turns, and how far at most. */
const speed = 3_600
const distance = 36_000
const patchesPerSecond = 1_000
/** Rows of a table; the figures are those of the large one. */
const sizes = [1_000, 10_000, 100_000, 1_000_000]
const large = 100_000
/** Pixels of a row. */
const rowHeight = 30
/** Changes that are waited for one by one. */
const changes = 40

/** What the page keeps in its heap once what it has done with is gone, in MB. */
async function heapOf(page: Page): Promise<number> {
  const debuggee = await page.context().newCDPSession(page)
  await debuggee.send('HeapProfiler.collectGarbage')
  const { usedSize } = await debuggee.send('Runtime.getHeapUsage')
  await debuggee.detach()
  return usedSize / 1e6
}

/**
 * Turns the wheel over the table and answers how long frames took and how long the page worked for each, in milliseconds, and
 * which share of cells was blank.
 */
async function scroll(page: Page, rows: number, patches: number) {
  const debuggee = await page.context().newCDPSession(page)
  if (patches > 0) await page.evaluate((perSecond) => window.startPatches(perSecond), patches)
  await debuggee.send('Performance.enable', { timeDomain: 'threadTicks' })
  const workBefore = await workOf(debuggee)
  const finish = await page.evaluateHandle(noteFrames)
  await debuggee.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    yDistance: -Math.min(distance, rows * rowHeight - 1_000),
    speed,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  const { frames, looked, blank } = await finish.evaluate((stop) => stop())
  const work = (await workOf(debuggee)) - workBefore
  if (patches > 0) await page.evaluate(() => window.stopPatches())
  await debuggee.detach()
  return { p95: quantile(frames, 0.95), work: work / frames.length, blank: (blank / looked) * 100 }
}

/** How long it took, of each of many changes, from when it arrived until the row said so, in milliseconds. */
function timesOfChanges(page: Page): Promise<number[]> {
  return page.evaluate(async (many) => {
    const grid = document.querySelector('[role=grid]')
    if (grid === null) throw new Error('there is no grid')
    const times: number[] = []
    while (times.length < many) {
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 20)) // Anywhere between two frames.
      const name = `change ${times.length}`
      const { promise: shown, resolve: noteShown } = Promise.withResolvers<void>()
      const watch = new MutationObserver(() => grid.textContent.includes(name) && noteShown())
      watch.observe(grid, { characterData: true, childList: true, subtree: true })
      const arrived = performance.now()
      window.nameOnScreen(name)
      await shown
      times.push(performance.now() - arrived)
      watch.disconnect()
    }
    return times
  }, changes)
}

const beside = (value: number) => ({ name: 'reused rows of plain text alone', value })

/** The table of phones, scrolled by wheel while changes arrive; the console is built with the page that offers it. */
const tableScroll: Benchmark['measure'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-bench-console-'))
  await build({ mode: 'bench', logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })
  const server = await spawnServer({ env: { CONSOLE_DIR: folder } })
  const browser = await launchBrowser()
  const newPage = () => browser.newPage({ viewport: { width: 1440, height: 900 } })
  const measured = async (rows: number) => {
    const page = await newPage()
    await page.goto(`${server.url}/__bench/table?rows=${rows}`)
    await page.getByRole('gridcell', { name: 'B0001-02', exact: true }).waitFor()
    const shown = medianOf(await timesOfChanges(page))
    const still = rows === large ? await scroll(page, rows, 0) : undefined
    const live = await scroll(page, rows, patchesPerSecond)
    const heap = await heapOf(page)
    await page.close()
    return { size: rows, shown, still, live, heap }
  }
  try {
    const bare = await newPage()
    await openBareRows(bare, large)
    const alone = { ...(await scroll(bare, large, 0)), heap: await heapOf(bare) }
    await bare.close()
    const all = []
    for (const rows of sizes) all.push(await measured(rows))
    const figures = all.flatMap(({ still, live, heap }): Figure[] => {
      if (still === undefined) return []
      const name = '100,000 rows, wheel at 3,600 px/s'
      return [
        { name: `${name}: frame p95`, value: still.p95, unit: 'ms', bound: 17.6, peer: beside(alone.p95) },
        { name: `${name}: work a frame`, value: still.work, unit: 'ms', peer: beside(alone.work) },
        { name: `${name}: blank cells`, value: still.blank, unit: '%', bound: 0 },
        { name: `${name}, 1,000 patches/s: frame p95`, value: live.p95, unit: 'ms', bound: 17.6 },
        { name: `${name}, 1,000 patches/s: work a frame`, value: live.work, unit: 'ms' },
        { name: `${name}, 1,000 patches/s: blank cells`, value: live.blank, unit: '%', bound: 0 },
        { name: '100,000 rows, heap of the page', value: heap, unit: 'MB', bound: 28, peer: beside(alone.heap) },
      ]
    })
    const scrolling = { plot: 'The table, scrolled while 1,000 changes a second arrive', sizes: 'rows', unit: 'ms' }
    return {
      figures,
      series: [
        {
          ...scrolling,
          name: 'from frame to frame, p95',
          points: all.map(({ size, live }) => ({ size, value: live.p95 })),
        },
        { ...scrolling, name: 'work a frame', points: all.map(({ size, live }) => ({ size, value: live.work })) },
        {
          plot: 'From a change that arrives to its row on the screen',
          name: `median of ${changes}`,
          sizes: 'rows',
          unit: 'ms',
          points: all.map(({ size, shown }) => ({ size, ...shown })),
        },
      ],
    }
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export default {
  group: 'Console',
  title: 'The table, scrolled while changes arrive',
  measure: tableScroll,
} satisfies Benchmark
