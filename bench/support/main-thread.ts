import type { CDPSession, Page } from 'playwright'

declare global {
  interface Window {
    /** How many tasks of more than 50 ms the page's own thread has had. */
    longTasks: number
  }
}

/** Makes the page count its long tasks. Call before the page is opened. */
export async function noteLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.longTasks = 0
    new PerformanceObserver((list) => {
      window.longTasks += list.getEntries().length
    }).observe({ type: 'longtask', buffered: true })
  })
}

/**
 * How long the page's main thread has worked so far, in milliseconds of the clock that `Performance.enable` was asked for with: neither
 * others' work nor ours.
 */
export async function workOf(debuggee: CDPSession): Promise<number> {
  const { metrics } = await debuggee.send('Performance.getMetrics')
  const seconds = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return (seconds('TaskDuration') - seconds('DevToolsCommandDuration')) * 1_000
}
