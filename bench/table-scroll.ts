import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright'
import { build } from 'vite'
import { launchBrowser } from '../tests/support/browser.ts'
import { spawnServer } from '../tests/support/server-process.ts'
import { quantile, type Benchmark } from './figure.ts'
import { noteFrames } from './support/frame-clock.ts'

/** Pixels a second that the wheel turns, and how far. */
const speed = 3_600
const distance = 36_000
const patchesPerSecond = 1_000

/** What the page's main thread has worked so far, in milliseconds of its own processor time. */
async function workOf(debuggee: CDPSession): Promise<number> {
  const { metrics } = await debuggee.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

/**
 * Turns the wheel over the table and answers how long frames took and how long the page worked for each, in milliseconds, and
 * which share of cells was blank.
 */
async function scroll(page: Page, patches: number) {
  const debuggee = await page.context().newCDPSession(page)
  await page.evaluate((perSecond) => (perSecond > 0 ? window.startPatches(perSecond) : window.stopPatches()), patches)
  await debuggee.send('Performance.enable', { timeDomain: 'threadTicks' })
  const workBefore = await workOf(debuggee)
  const finish = await page.evaluateHandle(noteFrames)
  await debuggee.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    yDistance: -distance,
    speed,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  const { frames, looked, blank } = await finish.evaluate((stop) => stop())
  const work = (await workOf(debuggee)) - workBefore
  await page.evaluate(() => window.stopPatches())
  await debuggee.detach()
  return { p95: quantile(frames, 0.95), work: work / frames.length, blank: (blank / looked) * 100 }
}

/** 100,000 rows loaded, scrolled by wheel while their changes arrive; the console is built with the page that offers it. */
const tableScroll: Benchmark['measure'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-bench-console-'))
  await build({ mode: 'bench', logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })
  const server = await spawnServer({ env: { CONSOLE_DIR: folder } })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${server.url}/__bench/table`)
    await page.getByRole('gridcell', { name: 'B0001-02', exact: true }).waitFor()
    const still = await scroll(page, 0)
    const live = await scroll(page, patchesPerSecond)
    const name = '100,000 rows, wheel at 3,600 px/s'
    return [
      { name: `${name}: frame p95`, value: still.p95, unit: 'ms', bound: 18 },
      { name: `${name}: work a frame`, value: still.work, unit: 'ms' },
      { name: `${name}: blank cells`, value: still.blank, unit: '%', bound: 0 },
      { name: `${name}, 1,000 patches/s: frame p95`, value: live.p95, unit: 'ms', bound: 18 },
      { name: `${name}, 1,000 patches/s: work a frame`, value: live.work, unit: 'ms' },
      { name: `${name}, 1,000 patches/s: blank cells`, value: live.blank, unit: '%', bound: 0 },
    ]
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
