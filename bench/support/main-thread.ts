import type { CDPSession, Page } from 'playwright'

declare global {
  interface Window {
    /** How many tasks of more than 50 ms the page's own thread has had. */
    longTasks: number
  }
}

/** The thread of a page that hears its operator. */
export class MainThread {
  readonly #page: Page
  readonly #session: CDPSession

  private constructor(page: Page, session: CDPSession) {
    this.#page = page
    this.#session = session
  }

  /** Watches it from the next document on. */
  static async of(page: Page): Promise<MainThread> {
    await page.addInitScript(() => {
      window.longTasks = 0
      new PerformanceObserver((list) => {
        window.longTasks += list.getEntries().length
      }).observe({ type: 'longtask', buffered: true })
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    return new MainThread(page, session)
  }

  longTasks(): Promise<number> {
    return this.#page.evaluate(() => window.longTasks)
  }

  /** Processor time of its tasks so far. */
  async busySeconds(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
}
